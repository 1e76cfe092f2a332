import type { Entry } from '../../../catalogue';
import { findEntry } from '../../../catalogue';
import { evaluationOf } from '../../../dataflow/calls/evaluation';
import { type ApiCall, callOfEvent, callWith, type PythonFile } from '../../../dataflow/calls/python-file';
import { bindingOf, resolve } from '../../../python/names';
import { allOfKind, type Call, type Expression, type Node } from '../../../python/tree';
import type { ClassRow, Rows } from './rows';

/** A call of a class that has a row, and what the program gives it each time. */
export interface Site {
  readonly node: Call;
  readonly entry: Entry;
  readonly row: ClassRow;
  readonly calls: readonly [ApiCall, ...ApiCall[]];
}

/** Every call of a class that has a row, in the order of their opening brackets. */
export function sitesIn(
  file: PythonFile,
  rows: Rows,
  isOfSource: (entry: Entry) => boolean,
): readonly Site[] {
  return file.tree.calls.flatMap((node): Site[] => {
    const [first, ...more] = callsAt(file, node).filter(
      ({ entry }) => entry.kind === 'class' && isOfSource(entry),
    );
    const row = first && rowOf(rows, first.entry);
    return row ? [{ node, entry: first.entry, row, calls: [first, ...more] }] : [];
  });
}

export const rowOf = ({ classes }: Rows, { name }: Entry): ClassRow | undefined =>
  Object.hasOwn(classes, name) ? classes[name] : undefined;

/** The calls of a node in every execution; also of classes that other libraries have. */
function callsAt(file: PythonFile, node: Call): readonly ApiCall[] {
  const events = evaluationOf(file.tree).callsAt(node);
  if (events && events.length > 0) return events.map(callOfEvent);
  const entry = entryNamed(file, node.callee);
  return entry ? [callWith(node, entry)] : [];
}

/** The catalogue's entry that a dotted name refers to. */
export function entryNamed({ tree }: PythonFile, expression: Expression): Entry | undefined {
  const name = resolve(tree, expression);
  return name === undefined ? undefined : findEntry(name);
}

/** The whole dotted names in a program that are written with an import, not with a variable. */
export function* dottedNames(file: PythonFile): Generator<Expression> {
  for (const node of [...allOfKind(file.tree, 'attribute'), ...allOfKind(file.tree, 'name')])
    if (!isPartOfDotted(node) && (node.kind === 'attribute' || bindingOf(file.tree, node)?.kind === 'import'))
      yield node;
}

const isPartOfDotted = ({ parent, start }: Node): boolean =>
  parent?.kind === 'attribute' && parent.object.start === start;
