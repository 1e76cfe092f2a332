import type { Range } from '../../../basics/range';
import type { Configuration, Table } from '../../../configuration/configuration';
import type { Derived } from '../../../configuration/derive';
import type { Edit } from '../../../rules/rule';
import { type FieldNode, type Node, sectionOf, startOf, type Tree } from '../../../textproto/tree';
import type { Refactoring } from '../../refactoring';

/** Finds a refactoring of a configuration, if it is possible at the place. */
export type Refactor = (place: ConfigurationPlace) => Proposal | undefined;

/** A readable configuration, and the place that refactorings are asked for. */
export interface ConfigurationPlace extends Configuration {
  readonly tree: Tree;
  readonly derived: Derived;
  readonly range: Range;
  /** The table that the range is in. */
  readonly table: Table | undefined;
}

interface Proposal extends Pick<Refactoring, 'title' | 'disabled' | 'ofWhole'> {
  readonly edits?: () => readonly Edit[];
  /** The same with places to fill in. */
  readonly snippet?: () => readonly Edit[];
}

/** The absolute range of a node; of a field with the separator behind it. */
export function rangeWithSeparator(tree: Tree, node: Node): Range {
  const base = startOf(tree, sectionOf(node));
  return { start: base + node.start, end: base + endOf(node) };
}

const endOf = (node: Node | FieldNode) =>
  node.kind === 'field' && node.separator >= 0 ? node.separator + 1 : node.end;
