import type { Value } from './value';

/** Whether a value is an enum member that is neither a number nor a string, and cannot pass for one. */
export const isBareMember = (value: Value): boolean =>
  value.kind === 'instance' &&
  value.cls.form === 'enum' &&
  [value.cls, ...value.cls.inherited].every(
    (each) =>
      each.kind === 'class' &&
      !each.members.content.hasUnknownFields &&
      ![...each.members.content.known.keys()].some((name) => name.startsWith('__')),
  );
