import assert from 'node:assert/strict';

/** Names that all objects answer to though nobody gave them: each is unlike the others … */
const SPECIAL: readonly string[] = ['__proto__', 'constructor'];
/** … and these are methods, or names that only classes answer to, so that the places take turns with them. */
const OTHERS = [...Object.getOwnPropertyNames(Object.prototype), 'prototype'].filter(
  (name) => !SPECIAL.includes(name),
);
let places = 0;

/** A name of the same length and kind that no object answers to. */
const strangerLike = (name: string): string => name.replaceAll(/[a-z]/g, 'z').replaceAll(/[A-Z]/g, 'Z');

/** Fails where something is answered in another way for a name that objects inherit than for one that nobody knows. */
export function assertNothingSpecial(ask: (name: string) => unknown, where: string): void {
  for (const name of [...SPECIAL, OTHERS[places++ % OTHERS.length]!]) {
    const stranger = strangerLike(name);
    const [answer, expected] = [answerTo(name, ask(name)), answerTo(stranger, ask(stranger))];
    if (answer === expected) continue;
    assert.deepEqual(JSON.parse(answer), JSON.parse(expected), `${name} in the place of ${where}`);
  }
}

/** An answer in JSON, with a hole for the name. */
function answerTo(name: string, answer: unknown): string {
  const json = JSON.stringify(answer, (_, value) => (typeof value === 'function' ? 'a function' : value));
  assert.doesNotMatch(json ?? '', /native code|\[object /);
  return (json ?? 'null').replaceAll(name, '<name>');
}
