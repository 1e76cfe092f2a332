import { excerpt } from '../../basics/excerpt';
import { baseName } from '../files/paths';
import type { Links, NamedDocument, Referent } from './links';
import type { NamedSymbol, NamePlace } from './names';

/** Why something cannot be renamed, in a sentence for people. */
interface Refused {
  readonly reason: string;
}

/** The places that spell the name. */
export interface RenamePlan<D extends NamedDocument> {
  readonly name: string;
  readonly places: readonly { readonly document: D; readonly place: NamePlace }[];
}

/** The places to rename a table or feature at; refused if a name would be missed, or if its meaning is unknown. */
export function planRename<D extends NamedDocument>(
  links: Links<D>,
  referents: readonly Referent<D>[],
): RenamePlan<D> | Refused {
  const [start, ...others] = referents;
  if (!start || others.length > 0)
    return { reason: 'This names several tables or features in turn. Change it by hand.' };
  const { all, candidates } = links.referentsOf(start);
  const what = start.symbol.kind;
  const name = all.find(({ symbol }) => symbol.name !== undefined)?.symbol.name;
  if (candidates.length > 0)
    return {
      reason: `Nothing tells which ${what} this is: ${list(candidates)} have one of this name. Write the path of the configuration into the program.`,
    };
  if (!all.some(({ symbol }) => symbol.isDeclared))
    return {
      reason: `No file of the workspace has this ${what}, so what else would have to change is not known.`,
    };
  const [ambiguous] = all.flatMap((each) => links.ambiguous(each).slice(0, 1));
  if (ambiguous)
    return {
      reason: `${where(ambiguous.document, ambiguous.symbol.places[0]!)} names a ${what} "${excerpt(name ?? '')}", too, and nothing tells whether it is this one. Write the path of its configuration into that program first.`,
    };
  if (name === undefined) return { reason: `The ${what} has no name yet. Give it one where it is declared.` };
  const places = all.flatMap(({ document, symbol }) => symbol.places.map((place) => ({ document, place })));
  const computed = places.find(({ place }) => place.as === 'computed');
  if (computed)
    return {
      reason: `The name "${excerpt(name)}" is not written as it is at ${where(computed.document, computed.place)}: the program or TensorFlow puts it together. Change it there by hand.`,
    };
  const spelled = places.filter(({ place }) => place.as === 'name');
  const shared = sharedWith(all);
  if (shared)
    return {
      reason: `The string at ${where(shared.document, shared.place)} also names the ${shared.symbol.kind} "${excerpt(shared.symbol.name ?? '')}". Give each a string of its own first.`,
    };
  return { name, places: spelled };
}

/** Why a new name cannot be used; undefined if it can. */
export function refuseName<D extends NamedDocument>(
  links: Links<D>,
  start: Referent<D>,
  name: string,
): string | undefined {
  const { kind } = start.symbol;
  if (name === '') return `A ${kind} needs a name.`;
  if (/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(name))
    return 'A name cannot have line breaks, control characters or half of a character in it.';
  const owners = new Set(
    links.referentsOf(start).all.flatMap(({ document, symbol }) => (symbol.isDeclared ? [document] : [])),
  );
  const taken = [...owners].find(
    ({ names }) =>
      // Of several configurations in a file, it is not known which are the same.
      names.configurations === 1 &&
      names.symbols.some((other) => other.isDeclared && other.kind === kind && other.name === name),
  );
  return taken && `${labelOf(taken)} has a ${kind} "${excerpt(name)}" already.`;
}

/** Another table or feature that the same string names. */
function sharedWith<D extends NamedDocument>(all: readonly Referent<D>[]) {
  const renamed = new Set<NamedSymbol>(all.map(({ symbol }) => symbol));
  const spelled = new Map<D, Set<number>>(all.map(({ document }) => [document, new Set()]));
  for (const { document, symbol } of all)
    for (const { as, start } of symbol.places) if (as === 'name') spelled.get(document)!.add(start);
  for (const [document, starts] of spelled) {
    for (const symbol of document.names.symbols) {
      const place = renamed.has(symbol) ? undefined : symbol.places.find(({ start }) => starts.has(start));
      if (place) return { document, symbol, place };
    }
  }
  return undefined;
}

export const labelOf = ({ key }: NamedDocument): string => baseName(key);

export const where = (document: NamedDocument, { start }: NamePlace): string =>
  `${labelOf(document)}:${document.positionAt(start).line + 1}`;

function list(referents: readonly Referent[]): string {
  const labels = [...new Set(referents.map(({ document }) => labelOf(document)))];
  const shown = labels.slice(0, 4).map((label) => excerpt(label));
  return labels.length > 4 ? `${shown.join(', ')} and others` : shown.join(' and ');
}
