import { displayName, type Entry, findEntry } from '../../catalogue';
import { argumentOf, type PythonFile } from '../../dataflow/python-file';
import { ATTRIBUTE_ERROR, IMPORT_ERROR } from '../../python/exceptions';
import { resolve } from '../../python/names';
import { caughtAround, functionOf, isConditional } from '../../python/surroundings';
import type * as python from '../../python/tree';
import type { CallFix, CallRule } from './call-rule';
import { isGuarded } from './support/guarded';
import { type Reference, referencesThat } from './support/references';

export const removedApi: CallRule = {
  code: 'removed-api',
  severity: 'error',
  language: 'python',
  summary: 'A class of TensorFlow 1 that TensorFlow does not have any more.',
  details:
    'TensorFlow 2.21 has neither the `*Parameters` classes of `tf.compat.v1.tpu.experimental` nor the module ' +
    '`tensorflow.python.tpu.tpu_embedding`: using them raises `AttributeError` or `ImportError`. The classes of ' +
    '`tf.tpu.experimental.embedding` do what they did. What TensorFlow never exported is a warning, as code that uses it ' +
    'belongs to one release, except for imports that run in any case. `tf.estimator` is gone, too.',
  bad: `import tensorflow as tf

tf.compat.v1.tpu.experimental.AdagradParameters(learning_rate=0.1)`,
  good: `import tensorflow as tf

tf.tpu.experimental.embedding.Adagrad(learning_rate=0.1)`,
  checkFile(file, report) {
    for (const { entry, name, path, start, end, node } of removedReferences(file)) {
      if (isGuarded(file, node, name, true)) continue;
      const removed = entry?.removed;
      if (!removed) {
        if (isMissingCaught(file.tree, node)) continue;
        const module = GONE.exec(`${path}.${name}`)!
          .slice(1)
          .find((each) => each !== undefined)!;
        report({
          start,
          end,
          severity: severityAt(file, path, node),
          message: `TensorFlow has no \`${displayName(module)}\` any more: it was last seen in 2.15 and is gone from 2.21.`,
          tag: 'deprecated',
        });
        continue;
      }
      const to = removed.migration.to === undefined ? undefined : findEntry(removed.migration.to);
      const instead = to ? ` Use \`${displayName(to.id)}\`.` : '';
      report({
        start,
        end,
        severity: severityAt(file, path, node),
        message: `TensorFlow has no \`${name}\` any more: it was last seen in ${removed.last} and is gone from ${removed.gone}.${instead}`,
        tag: 'deprecated',
        fixes: () => (to ? migrations(file, entry, to, start) : []),
      });
    }
  },
};

const removedReferences = referencesThat(
  ({ entry, path, name }) => entry?.removed !== undefined || GONE.test(`${path}.${name}`),
);

/** Modules that are gone as a whole, and of those that were exported what was in them. */
const GONE =
  /^(?:(tensorflow(?:\.compat\.v[12])*\.estimator)(?:\.[a-z]\w*)*\.[A-Z]\w*|(tensorflow(?:\.compat\.v[12])*\.estimator)|(tensorflow\.python\.tpu\.tpu_embedding))$/;

/** Code that uses what was never exported belongs to one release; where it is imported in any case, it fails. */
const severityAt = ({ tree }: PythonFile, path: string, node: Reference['node']) =>
  !/^tensorflow\.python\b/.test(path) || (node.kind === 'import' && runsAnyway(tree, node))
    ? 'error'
    : 'warning';

const runsAnyway = (tree: python.Tree, node: python.Node) =>
  !functionOf(node) && !isConditional(node) && !isMissingCaught(tree, node);

const isMissingCaught = (tree: python.Tree, node: python.Node) =>
  (caughtAround(tree, node) & (node.kind === 'import' ? IMPORT_ERROR : ATTRIBUTE_ERROR)) !== 0;

/** The call with its arguments under their new names, where each goes over as it is. */
function migrations(file: PythonFile, entry: Entry, to: Entry, at: number): CallFix[] {
  const call = file.calls.find(
    ({ node, entry: called }) => called === entry && node.callee.start <= at && at < node.callee.end,
  );
  const root = call && tensorflowName(file, call.node.callee);
  if (!call || root === undefined || call.binding.open) return [];
  const { migration } = entry.removed!;
  const parts: string[] = [];
  for (const { from, to: name } of migration.arguments) {
    const values = from.map((parameter) => sourceOf(file, argumentOf(call, parameter)));
    const isGiven = values.some((value) => value !== undefined && (values.length === 1 || value !== 'None'));
    if (name === undefined || !isGiven) continue;
    const [only] = values;
    parts.push(
      `${name}=${values.length === 1 ? only : `(${values.map((value) => value ?? 'None').join(', ')})`}`,
    );
  }
  for (const { name, value, unless } of migration.additions)
    if (!unless.some((parameter) => call.binding.arguments.has(parameter))) parts.push(`${name}=${value}`);
  return [
    {
      title: `Use ${to.name} of tf.tpu.experimental.embedding`,
      changes: [
        {
          start: call.node.start,
          end: call.node.end,
          newText: `${root}.tpu.experimental.embedding.${to.name}(${parts.join(', ')})`,
        },
      ],
    },
  ];
}

/** An argument as it may stand behind a name. */
function sourceOf({ text }: PythonFile, value: python.Expression | undefined): string | undefined {
  if (!value) return undefined;
  const source = text.slice(value.start, value.end);
  const isBare = value.kind === 'walrus' || (value.kind === 'comprehension' && !/^[[({]/.test(source));
  return isBare ? `(${source})` : source;
}

const TENSORFLOW = /^tensorflow(?:\.compat\.v[12])?$/;

/** What the file calls TensorFlow: as in the call itself or else as in an import, `tf` as a rule. */
function tensorflowName({ tree }: PythonFile, callee: python.Expression): string | undefined {
  let root = callee;
  while (root.kind === 'attribute') root = root.object;
  if (root.kind === 'name' && TENSORFLOW.test(resolve(tree, root) ?? '')) return root.name;
  for (const statement of tree.module.body) {
    if (statement.kind !== 'import' || statement.from !== undefined) continue;
    for (const { name, alias } of statement.names) if (TENSORFLOW.test(name)) return alias ?? 'tensorflow';
  }
  return undefined;
}
