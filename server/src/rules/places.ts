import type { Configuration } from '../config/configuration';
import type { Span } from '../textproto/tree';

/** Where a mistake is shown that the whole text makes: at its first field, or at the start of an empty text. */
export function startOfText({ bound }: Configuration): Span {
  const section = bound.tree.sections.find(({ field }) => field) ?? bound.tree.sections[0]!;
  return section.field
    ? { section, start: section.field.start, end: section.field.nameEnd }
    : { section, start: 0, end: 0 };
}
