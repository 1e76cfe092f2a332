import type { Value } from './value';

const MIXED: ReadonlySet<string> = new Set(['enum.IntEnum', 'enum.StrEnum', 'builtins.int', 'builtins.str']);

/** The number or string that a member of an `IntEnum` or a `StrEnum` also is. */
export function mixedValue(value: Value): Value | undefined {
  if (value.kind !== 'instance' || value.cls.form !== 'enum') return undefined;
  const mixed = value.cls.inherited.filter(({ kind }) => kind !== 'class');
  const isMixed =
    mixed.length > 0 && mixed.every((base) => base.kind === 'reference' && MIXED.has(base.name));
  const own = isMixed ? value.fields.content.known.get('value') : undefined;
  return own && (own.kind === 'int' || own.kind === 'str') ? own : undefined;
}

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
