// The part of node:assert/strict that scenarios use, for browsers.

type Values = [actual: unknown, expected: unknown, message?: string];

function check(holds: unknown, message: string): asserts holds {
  if (!holds) throw new Error(message);
}

/** JSON comparison is exact enough for the scenarios, except for undefined. */
const show = (value: unknown): string =>
  JSON.stringify(value, (_key, part) => (part === undefined ? '<undefined>' : part), 1) ?? '<undefined>';

const same = (a: unknown, b: unknown) => show(a) === show(b);

function assert(holds: unknown, message = 'The value is not true'): asserts holds {
  check(holds, message);
}

export default Object.assign(assert, {
  ok: assert,
  equal: (...[actual, expected, message = '']: Values) =>
    check(Object.is(actual, expected), `${message} ${show(actual)} is not ${show(expected)}`),
  notEqual: (...[actual, expected, message = '']: Values) =>
    check(!Object.is(actual, expected), `${message} ${show(actual)} is what it must not be`),
  deepEqual: (...[actual, expected, message = '']: Values) =>
    check(same(actual, expected), `${message} ${show(actual)} is not ${show(expected)}`),
  match: (text: string, pattern: RegExp, message = '') =>
    check(pattern.test(text), `${message} ${show(text)} does not match ${pattern}`),
  rejects: async (promise: Promise<unknown>, pattern: RegExp) => {
    const why = await promise.then(
      () => undefined,
      (error: unknown) => String(error),
    );
    check(why !== undefined && pattern.test(why), `${show(why)} does not match ${pattern}`);
  },
  doesNotMatch: (text: string, pattern: RegExp, message = '') =>
    check(!pattern.test(text), `${message} ${show(text)} matches ${pattern}`),
});
