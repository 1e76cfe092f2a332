import type { ClassValue, Value } from './value';

/** Whether objects of a class certainly have no hash. */
export function lacksHash(cls: ClassValue): boolean {
  for (const each of [cls, ...cls.inherited]) {
    const hash = each.kind === 'class' ? hashBy(each) : 'unknown';
    if (hash !== 'inherited') return hash === 'none';
  }
  return false;
}

/** What hash a class itself gives its objects: one that defines `__eq__` takes that of its bases away. */
function hashBy({ members, form, style, definition }: ClassValue): 'none' | 'inherited' | 'unknown' {
  const { known, hasUnknownFields } = members.content;
  const own = known.get('__hash__');
  if (own) return own.kind === 'none' ? 'none' : 'unknown';
  if (hasUnknownFields || (form !== 'plain' && form !== 'dataclass')) return 'unknown';
  if (style) return style.losesHash ? 'none' : 'unknown';
  const equality = known.get('__eq__');
  if (!equality) return 'inherited';
  return form === 'plain' && isWrittenIn(equality, definition) ? 'none' : 'unknown';
}

/** Whether a function is a statement of a class: one that is assigned later leaves the hash. */
const isWrittenIn = (member: Value, definition: ClassValue['definition']): boolean =>
  member.kind === 'function' && member.definition.parent === definition;
