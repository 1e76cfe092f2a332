import type { Value } from './value';

/** Whether a value is an enum member that is neither a number nor a string, and cannot pass for one. */
export const isBareMember = (value: Value): boolean =>
  value.kind === 'instance' &&
  value.cls.form === 'enum' &&
  [value.cls, ...value.cls.inherited].every(
    (each) =>
      each.kind === 'class' &&
      !each.members.content.hasUnknownFields &&
      ![...each.members.content.known.keys()].some((name) => name.startsWith('__') && !HARMLESS.has(name)),
  );

/** Special members by which an object passes for nothing else: how it is made, shown and hashed. */
const HARMLESS: ReadonlySet<string> = new Set([
  ...['__doc__', '__module__', '__qualname__', '__init__', '__dir__', '__order__'],
  ...['__str__', '__repr__', '__format__', '__hash__'],
]);
