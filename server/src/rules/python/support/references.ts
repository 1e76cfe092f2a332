import { type Entry, findEntry } from '../../../catalogue';
import type { PythonFile } from '../../../dataflow/python-file';
import { resolve } from '../../../python/names';
import type * as python from '../../../python/tree';
import { nodesOf, ofSection } from '../../../python/tree';

/** A place where something is named by its module: `tf.raw_ops.X`, or `from tensorflow import X`. */
export interface Reference {
  /** The last part of the name. */
  readonly name: string;
  /** Dotted name of the module or class that it is looked up in. */
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly entry: Entry | undefined;
  readonly node: python.Attribute | python.Import;
}

/** Ops and classes, and what is in these; to look everything up would cost too much. */
const CLASS_NAME = /^[A-Z]/;

const referencesByTree = new WeakMap<python.Tree, readonly Reference[]>();

/** All such places of a text where an op or a class is named. */
export function references({ tree }: PythonFile): readonly Reference[] {
  let result = referencesByTree.get(tree);
  if (!result) {
    result = [...find(tree)];
    referencesByTree.set(tree, result);
  }
  return result;
}

const candidatesIn = ofSection((section) => nodesOf(section).filter(isCandidate));

const isCandidate = (node: python.Node): node is python.Attribute | python.Import =>
  node.kind === 'attribute'
    ? (CLASS_NAME.test(node.name) || isClass(node.object)) && !isStored(node)
    : node.kind === 'import';

const isClass = (node: python.Expression) =>
  (node.kind === 'attribute' || node.kind === 'name') && CLASS_NAME.test(node.name);

function* find(tree: python.Tree): Generator<Reference> {
  for (const node of tree.sections.flatMap(candidatesIn)) {
    if (node.kind === 'attribute') {
      const path = resolve(tree, node.object);
      if (path === undefined || !path.includes('.')) continue;
      yield {
        name: node.name,
        path,
        start: node.nameStart,
        end: node.end,
        entry: findEntry(`${path}.${node.name}`),
        node,
      };
    } else if (node.from !== undefined && !node.from.startsWith('.')) {
      for (const { name, start, nameEnd } of node.names) {
        if (name === '') continue;
        yield {
          name,
          path: node.from,
          start,
          end: nameEnd,
          entry: findEntry(`${node.from}.${name}`),
          node,
        };
      }
    }
  }
}

/** What is assigned need not have been there. */
const isStored = (node: python.Attribute) =>
  node.parent?.kind === 'assignment' && node.parent.targets.some((target) => target === node);
