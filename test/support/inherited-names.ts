import assert from 'node:assert/strict';

/** Names that all JavaScript objects inherit: each of a different kind … */
const SPECIAL: readonly string[] = ['__proto__', 'constructor'];
/** … and methods, or names that only classes have; places use them in turn. */
const OTHERS = [...Object.getOwnPropertyNames(Object.prototype), 'prototype'].filter(
  (name) => !SPECIAL.includes(name),
);
let places = 0;

/** A name of the same length and kind that no object has. */
const strangerLike = (name: string): string => name.replaceAll(/[a-z]/g, 'z').replaceAll(/[A-Z]/g, 'Z');

/** Fails if an answer for an inherited name differs from the answer for an unknown name. */
export function assertNothingSpecial(ask: (name: string) => unknown, where: string): void {
  for (const name of [...SPECIAL, OTHERS[places++ % OTHERS.length]!]) {
    const stranger = strangerLike(name);
    const [answer, expected] = [answerTo(name, ask(name)), answerTo(stranger, ask(stranger))];
    if (answer === expected) continue;
    assert.deepEqual(JSON.parse(answer), JSON.parse(expected), `${name} in the place of ${where}`);
  }
}

/** An answer as JSON, with the name replaced by a placeholder. */
function answerTo(name: string, answer: unknown): string {
  const json = JSON.stringify(answer, (_, value) => (typeof value === 'function' ? 'a function' : value));
  assert.doesNotMatch(json ?? '', /native code|\[object /);
  return (json ?? 'null').replaceAll(name, '<name>');
}
