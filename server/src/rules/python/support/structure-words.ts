import { excerpt } from '../../../basics/excerpt';
import type { Branch, Structure } from '../../../dataflow/calls/structure';
import { inferredOf } from '../../../dataflow/calls/types';
import { listing } from '../../support/wording';

/** More keys are not listed. */
const MAX_KEYS = 5;

/** A structure as messages call it, such as `a dict of "user" and "item"` or `a list of 2`. */
export function describe(structure: Structure): string {
  if (structure.kind === 'unknown') return 'something else';
  if (structure.kind === 'leaf') return describeLeaf(structure.value);
  const { type, members } = structure;
  if (type.endsWith(')')) return `the named tuple \`${excerpt(type)}\``;
  const view = /^dict_(\w+)$/.exec(type)?.[1];
  if (view !== undefined) return `the \`${view}()\` of a dict`;
  if (!members || type === 'range') return `a ${type}`;
  if (members.size === 0) return `an empty ${type}`;
  return `a ${type} of ${type === 'dict' ? keysText([...members.keys()].map((id) => keyText(id, structure))) : members.size}`;
}

function describeLeaf(value: Extract<Structure, { kind: 'leaf' }>['value']): string {
  const inferred = inferredOf(value);
  if (inferred?.kind === 'instance') return `a single \`${inferred.entry.name}\``;
  if (value.kind === 'none') return '`None`';
  if (value.kind === 'iterator') return 'an iterator';
  return inferred?.kind === 'tensor' || value.kind === 'oneOf' ? 'a single tensor' : 'a single value';
}

const keyText = (id: string, { members }: Branch) => {
  const { name } = members!.get(id)!;
  if (id.startsWith('t')) return 'a tuple as key';
  return id.startsWith('s') ? `"${excerpt(name)}"` : name;
};

export const keysText = (keys: readonly string[]): string =>
  keys.length <= MAX_KEYS ? listing(keys) : `${keys.length} keys`;

/** The keys of a dict that another dict does not have. */
export const keysOnlyIn = (branch: Branch, other: Branch): string[] =>
  [...(branch.members?.keys() ?? [])]
    .filter((id) => !other.members?.has(id))
    .map((id) => keyText(id, branch));

/** A place in a structure, as in `["context"][0]`. */
export const placeText = (path: readonly string[]): string =>
  path.map((name) => `[${/^\d+$/.test(name) ? name : `"${excerpt(name)}"`}]`).join('');

/** A key as Python source, in the quotes of other source; undefined if it is no plain name. */
export function keySource(id: string, like: string): string | undefined {
  const name = /^s(\w+)$/.exec(id)?.[1];
  const quote = like.includes('"') ? '"' : "'";
  return name === undefined ? undefined : `${quote}${name}${quote}`;
}
