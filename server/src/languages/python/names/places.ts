import { rangeOf } from '../../../basics/range';
import type { FieldArgument } from '../../../dataflow/derivation/field-argument';
import type { NamePlace, NamePlaceKind } from '../../../project/names/names';
import { writtenFor } from '../../../python/names';
import { stringValue } from '../../../python/strings';
import { type Expression, isExpression, type Node, type Tree } from '../../../python/tree';

/** A name, and where the program writes it. */
export interface WrittenName {
  readonly name: string | undefined;
  /** The dotted name by which it is imported. */
  readonly from?: string;
  readonly places: readonly NamePlace[];
}

/** The known name that a parameter or an attribute gets. */
export function givenName(
  tree: Tree,
  { type, node, value }: FieldArgument,
  declares = true,
): WrittenName | undefined {
  if (value?.kind === 'reference')
    return { name: undefined, from: value.name, places: [placeOf(node, 'expression')] };
  if ((type.kind !== 'str' && type.kind !== 'bytes') || !type.value) return undefined;
  const written = value?.node ?? (isExpression(node) ? writtenFor(tree, node) : node);
  return nameAt(tree, type.value, written, node, declares);
}

/** A name that is written at one node and used at another. */
export function nameAt(
  tree: Tree,
  name: string,
  written: Node,
  used: Node,
  declares: boolean,
): WrittenName & { readonly name: string } {
  if (!spells(tree, written, name)) return { name, places: [placeOf(used, 'computed', declares)] };
  const spelled = placeOf(written, 'name', declares);
  const isHere = written.start === used.start || !isExpression(used);
  return { name, places: isHere ? [spelled] : [spelled, placeOf(used, 'expression')] };
}

const spells = (tree: Tree, node: Node, name: string): boolean =>
  node.kind === 'string' && stringValue(tree.text, node) === name;

export const placeOf = (node: Node, as: NamePlaceKind, declares = false): NamePlace => ({
  ...rangeOf(node),
  as,
  declares,
});

/** The place of an id: its literal, or the expression that it comes from. */
export const placeOfNumber = (node: Expression): NamePlace =>
  placeOf(node, node.kind === 'number' ? 'number' : 'expression');
