import type { Mutable } from '../basics/mutable';
import type { TextChange } from '../basics/range';
import { invalidateAnswers } from './cache';
import { namesBoundIn } from './names';
import { parseSections, treeOf } from './parser';
import { type ClassDefinition, type Node, nodesOf, type Section, type Tree } from './tree';

/**
 * The tree of a text after one change to the text of an earlier tree. It equals the tree of `parsePython`, but reuses the
 * sections that the change does not reach. The sections after the change are moved in place, so the earlier tree must not
 * be used afterwards. `partEnds` are those of the new text. A change in a piece that is parsed separately must replace the
 * whole piece.
 */
export function reparse(
  before: Tree,
  text: string,
  { start, end, newLength }: TextChange,
  partEnds: readonly number[] = [],
): Tree {
  const { sections } = before;
  const by = newLength - (end - start);
  // Text inserted at a section's start may join it to the section before.
  const touched = Math.max(
    0,
    sections.findLastIndex((section) => section.start < start),
  );
  const open = sections.findIndex(({ isOpen }) => isOpen);
  const first = open < 0 ? touched : Math.min(open, touched);
  let next = sections.findIndex((section) => section.start > end);
  const enclosing = classAround(sections, first);
  for (let more = 1; ; more *= 4) {
    const stop = next < 0 ? undefined : sections[next];
    const until = stop ? stop.start + by : text.length;
    const ends = partEnds.filter((partEnd) => partEnd > sections[first]!.start && partEnd < until);
    const read = parseSections(text, sections[first]!, enclosing, [...ends, until]);
    // Members that an edit moves to another class resolve names differently there.
    const isOfSameClass = (read.enclosing === enclosing) === (classAround(sections, next) === enclosing);
    if (!stop || (read.indent === stop.indent && isOfSameClass)) {
      const kept = stop ? sections.slice(next) : [];
      if (by !== 0) for (const section of kept) move(section, by);
      const after = treeOf(text, [...sections.slice(0, first), ...read.sections, ...kept]);
      const from = startOfChain(sections, read.sections, first);
      const others = kept.findIndex((section) => !goesOn(section));
      const changed = [
        ...sections.slice(from, stop ? next : undefined),
        ...read.sections,
        ...kept.slice(0, others < 0 ? undefined : others),
      ];
      invalidateAnswers(before, after, changed, namesBoundIn);
      return after;
    }
    next += more;
  }
}

/** Where the chain of blocks begins that contains a changed one: an `except` affects its `try`. */
function startOfChain(sections: readonly Section[], read: readonly Section[], first: number): number {
  let from = first;
  while (from > 0 && (goesOn(sections[from]) || (from === first && goesOn(read[0])))) from--;
  return from;
}

function goesOn(section: Section | undefined): boolean {
  const statement = section?.statements[0];
  return statement?.kind === 'block' && CONTINUATIONS.has(statement.keyword);
}
const CONTINUATIONS: ReadonlySet<string> = new Set(['elif', 'else', 'except', 'finally']);

/** The class that contains the start of a section. */
function classAround(sections: readonly Section[], index: number): ClassDefinition | undefined {
  if (!sections[index]?.indent) return undefined;
  let at = index - 1;
  while (!sections[at]!.opens) at--;
  return sections[at]!.opens;
}

function move(section: Section, by: number): void {
  (section as Mutable<Section>).start += by;
  moveAll(section.comments, by);
  for (const node of nodesOf(section)) moveNode(node, by);
}

/** Offsets of missing parts are -1, and stay so. */
const moved = (offset: number, by: number) => (offset < 0 ? offset : offset + by);

function moveAll(offsets: readonly number[], by: number): void {
  for (let i = 0; i < offsets.length; i++) (offsets as number[])[i]! += by;
}

/** Moves a node without its descendants. */
function moveNode(node: Mutable<Node>, by: number): void {
  node.start += by;
  node.end += by;
  switch (node.kind) {
    case 'import':
      node.fromStart = moved(node.fromStart, by);
      node.fromEnd = moved(node.fromEnd, by);
      for (const name of node.names as Mutable<(typeof node.names)[number]>[]) {
        name.start += by;
        name.end += by;
        name.nameEnd += by;
        name.aliasStart = moved(name.aliasStart, by);
      }
      break;
    case 'class':
      node.nameStart += by;
      node.headerEnd += by;
      break;
    case 'function':
    case 'attribute':
    case 'parameter':
      node.nameStart += by;
      break;
    case 'positional':
    case 'keyword':
    case 'star':
    case 'doubleStar':
      node.nameEnd = moved(node.nameEnd, by);
      break;
    case 'call':
      node.open += by;
      node.close = moved(node.close, by);
      node.argumentsEnd += by;
      moveAll(node.separators, by);
      break;
    case 'subscript':
    case 'list':
    case 'tuple':
    case 'set':
    case 'dict':
      node.close = moved(node.close, by);
      break;
    case 'string':
      for (const part of node.parts as Mutable<(typeof node.parts)[number]>[]) {
        part.start += by;
        part.end += by;
        part.bodyStart += by;
        part.bodyEnd += by;
      }
      break;
  }
}
