import { onceWithin } from '../../../basics/once';
import { type Entry, findEntry, isEndedName, isJudgedName } from '../../../catalogue';
import { lastPart, parentPath } from '../../../catalogue/names';
import { evaluationOf } from '../../../dataflow/calls/evaluation';
import type { Observations } from '../../../dataflow/calls/observations';
import type { PythonFile } from '../../../dataflow/calls/python-file';
import { cached } from '../../../python/cache';
import { askedFor } from '../../../python/lookups';
import { resolve } from '../../../python/names';
import { isUnreadAnnotation } from '../../../python/surroundings';
import type * as python from '../../../python/tree';

/** A place that names a member of a module: `tf.raw_ops.X`, or `from tensorflow import X`. */
export interface Reference {
  /** The last part of the name. */
  readonly name: string;
  /** Dotted name of the module or class that it is looked up in. */
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly entry: Entry | undefined;
  /** Whether the name is written elsewhere, and this place is a variable with that value. */
  readonly isElsewhere?: boolean;
  readonly node: python.Attribute | python.Import | python.Call;
}

/** Modules of which all members are known, or all of one family. */
export const NEARLY_COMPLETE = /^tensorflow(?:\.compat\.v[12])*\.(tpu(?:\.experimental)?|raw_ops)$/;

/** Ops, classes and their members, functions of the catalogue, and removed names. To look up all names would be too slow. */
const CLASS_NAME = /^[A-Z]/;

/** Looked up once for all rules. */
const referencesIn = cached((tree, section: python.Section): readonly Reference[] => [
  ...find(tree, section),
]);

/** All places of a text that name an op or a class and pass a test, which may look at names only. */
export function referencesThat(passes: (reference: Reference) => boolean) {
  const named = cached((tree, section: python.Section) => referencesIn(tree, section)?.filter(passes));
  return ({ tree }: PythonFile): readonly Reference[] =>
    tree.sections.flatMap((section) => named(tree, section) ?? []);
}

/** The lookups in modules that only evaluation finds, by names that `referencesThat` leaves out. */
export function lookupsThat(passes: (reference: Reference) => boolean) {
  const seen = onceWithin(({ names }: Observations) =>
    [...names].flatMap(([node, all]) => [...all].flatMap((name) => lookup(node, name))).filter(passes),
  );
  return ({ tree }: PythonFile): readonly Reference[] => evaluationOf(tree).observations.flatMap(seen);
}

function lookup(node: python.Attribute | python.Call, full: string): Reference[] {
  if (node.kind === 'attribute' && (!full.endsWith(node.name) || isCandidate(node))) return [];
  const end = full.lastIndexOf('.');
  const [path, name] = [full.slice(0, end), full.slice(end + 1)];
  if (node.kind === 'attribute') return node.name === name ? [attributeReference(node, path)] : [];
  const argument = lookedUpBy(node);
  return argument
    ? [
        {
          name,
          path,
          get start() {
            return argument.start;
          },
          get end() {
            return argument.end;
          },
          isElsewhere: argument.kind !== 'string',
          entry: findEntry(full),
          node,
        },
      ]
    : [];
}

/** The name in `getattr(module, 'name')` and in `Enum.Value('name')`, which fail if it does not exist. */
function lookedUpBy(call: python.Call): python.Expression | undefined {
  const { callee, arguments: given } = call;
  const isOfEnum = callee.kind === 'attribute' && callee.name === 'Value' && given.length === 1;
  return isOfEnum ? given[0]!.value : askedFor(call);
}

/** Whether an attribute is looked up in the catalogue. */
export const isCandidate = (node: python.Attribute) =>
  (isTelling(node.name) || isClass(node.object)) && !isStored(node);

const isTelling = (name: string) => CLASS_NAME.test(name) || isJudgedName(name) || isEndedName(name);

const isClass = (node: python.Expression) =>
  (node.kind === 'attribute' || node.kind === 'name') && CLASS_NAME.test(node.name);

function* find(tree: python.Tree, section: python.Section): Generator<Reference> {
  for (const node of section.nodes.attribute.filter(isCandidate)) {
    if (isUnreadAnnotation(tree, node)) continue;
    const path = resolve(tree, node.object);
    if (path?.includes('.') || (path && findEntry(path))) yield attributeReference(node, path);
  }
  for (const node of section.nodes.import) {
    if (node.from?.startsWith('.')) continue;
    if (node.from !== undefined && !findEntry(node.from)) yield* moduleReference(node, node.from);
    for (const imported of node.names) {
      const full = node.from === undefined ? imported.name : `${node.from}.${imported.name}`;
      const [name, path] = [lastPart(full), parentPath(full)];
      if (name === '' || path === '') continue;
      yield {
        name,
        path,
        get start() {
          return imported.start;
        },
        get end() {
          return imported.nameEnd;
        },
        entry: findEntry(full),
        node,
      };
    }
  }
}

/** The place of a module whose names are imported, if it is one level below another one that is known. */
function* moduleReference(node: python.Import, from: string): Generator<Reference> {
  const path = parentPath(from);
  if (!findEntry(path)?.isComplete && !NEARLY_COMPLETE.test(path)) return;
  const name = lastPart(from);
  yield { name, path, start: node.fromEnd - name.length, end: node.fromEnd, entry: undefined, node };
}

const attributeReference = (node: python.Attribute, path: string): Reference => ({
  name: node.name,
  path,
  get start() {
    return node.nameStart;
  },
  get end() {
    return node.end;
  },
  entry: findEntry(`${path}.${node.name}`),
  node,
});

/** The target of an assignment need not exist before. */
const isStored = (node: python.Attribute) =>
  node.parent?.kind === 'assignment' && node.parent.targets.some((target) => target === node);
