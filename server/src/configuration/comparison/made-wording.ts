// Differences between programs of libraries that have no message, in the words of those libraries.
import { excerpt } from '../../basics/excerpt';
import { grouped } from '../quantities';
import type { MadeDifference, MadeList } from './compare-made';
import { LONGEST, NOT_SET, ownerText, type Wording } from './wording';

export function madeWording({ owner, kind, path, before, after }: MadeDifference): Wording {
  const what = WHAT[kind] ?? argumentName(owner?.member ?? path);
  const text = owner && owner.member === undefined ? itemText : valueText;
  return {
    owner: owner ? ownerText(TITLES[owner.list], owner.label) : '',
    what,
    before: kind === 'added' || kind === 'renamed' ? undefined : excerpt(text(before), LONGEST),
    after: kind === 'removed' ? undefined : excerpt(text(after), LONGEST),
  };
}

const TITLES: Readonly<Record<MadeList, string>> = { tables: 'Table', features: 'Feature', stacks: 'Stack' };

const WHAT: Readonly<Partial<Record<MadeDifference['kind'], string>>> = {
  added: 'added:',
  removed: 'removed:',
  renamed: 'renamed to',
};

/** As an argument of the library is written, such as `embedding_dim`. */
const argumentName = (member: string): string =>
  member.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

/** A table, feature or stack, whose name is said before. */
function itemText(item: unknown): string {
  const { name: _, ...members } = item as { readonly name?: unknown };
  return membersText(members, ' ');
}

const membersText = (members: object, between: string): string =>
  Object.entries(members)
    .map(([member, value]) => argumentName(member) + between + valueText(value))
    .join(', ');

function valueText(value: unknown): string {
  if (value === null || value === undefined) return NOT_SET;
  // Separated thousands would read as further items.
  if (Array.isArray(value))
    return `[${value.map((item) => (typeof item === 'number' ? String(item) : valueText(item))).join(', ')}]`;
  if (typeof value === 'object') return objectText(value);
  return Number.isInteger(value) ? grouped(value as number) : JSON.stringify(value);
}

/** An object of the library as the call that makes it, any other by its members. */
function objectText(value: { readonly name?: unknown; readonly arguments?: object }): string {
  const { name, arguments: given = {}, ...others } = value;
  return typeof name === 'string' && Object.keys(others).length === 0
    ? `${name}(${membersText(given, '=')})`
    : `{ ${membersText(value, ' ')} }`;
}
