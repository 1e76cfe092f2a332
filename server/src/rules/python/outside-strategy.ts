import { lastPart, parentPath } from '../../catalogue/names';
import { evaluationOf } from '../../dataflow/calls/evaluation';
import { methodCalls } from '../../dataflow/calls/methods';
import type { PythonFile } from '../../dataflow/calls/python-file';
import { exitsBefore } from '../../python/branches';
import { PERHAPS, RUNTIME_ERROR } from '../../python/exceptions';
import type * as python from '../../python/tree';
import { allOfKind, isStatement } from '../../python/tree';
import type { CallRule } from './call-rule';
import { calleeRange, callName, isSketch } from './support/binding';

export const outsideStrategy: CallRule = {
  code: 'outside-strategy',
  severity: 'error',
  summary: 'A call that needs a TPU strategy is made without one.',
  details:
    '`TPUEmbeddingV0` and `TPUEmbeddingV2` are made in the scope of a `tf.distribute.TPUStrategy`, and a `TPUEmbedding` ' +
    'that is made elsewhere only describes tables: `enqueue`, `dequeue` and `apply_gradients` raise `RuntimeError`. ' +
    'Reported only where the file itself shows that there is no strategy: in code that always runs, if the file does not ' +
    'mention strategies and imports only TensorFlow and NumPy.',
  bad: `import tensorflow as tf

embedding = tf.tpu.experimental.embedding
embedding.TPUEmbeddingV2(embedding.FeatureConfig(embedding.TableConfig(100, 8, name='items')), embedding.SGD())`,
  good: `import tensorflow as tf

strategy = tf.distribute.TPUStrategy(resolver)
embedding = tf.tpu.experimental.embedding
with strategy.scope():
  embedding.TPUEmbeddingV2(embedding.FeatureConfig(embedding.TableConfig(100, 8, name='items')), embedding.SGD())`,
  checkFile(file, report) {
    const { calls } = file;
    const made = calls.filter(
      ({ entry, node }) =>
        entry.kind === 'class' && entry.needsStrategy && runs(file, node) && !isSketch(node),
    );
    const used = methodCalls(file).filter(
      ({ entry, node, owner }) => entry.needsStrategy && runs(file, node) && runs(file, owner),
    );
    if ((made.length === 0 && used.length === 0) || mayHaveStrategy(file)) return;
    for (const call of made)
      report({
        ...calleeRange(call),
        message: `\`${callName(call)}\` must be made in the scope of a \`tf.distribute.TPUStrategy\`: \`with strategy.scope():\`.`,
      });
    for (const call of used)
      report({
        ...calleeRange(call),
        message: `\`${call.entry.name}\` works only on a \`${lastPart(parentPath(call.entry.id))}\` that is made in the scope of a \`tf.distribute.TPUStrategy\`.`,
      });
  },
};

/**
 * Whether nothing around a call can bring a strategy, or leave it out: it runs as the text is run, in a function too if
 * the text calls that and does not ask where it runs.
 */
function runs({ text, tree }: PythonFile, node: python.Call): boolean {
  let isInside = false;
  let mayEnd = false;
  for (let at: python.Node | undefined = node; at; at = at.parent) {
    if (AROUND.has(at.kind)) return false;
    isInside ||= at.kind === 'function' || at.kind === 'class';
    mayEnd ||= !isInside && isStatement(at) && exitsBefore(at).length > 0;
  }
  if (!isInside) return true;
  const events = mayEnd || ASKS.test(text) ? undefined : evaluationOf(tree).main.calls.get(node);
  return events?.some(({ caught }) => (caught & (RUNTIME_ERROR | PERHAPS)) === 0) === true;
}

const AROUND: ReadonlySet<python.Node['kind']> = new Set([
  'block',
  'boolean',
  'comprehension',
  'conditional',
  'lambda',
]);

const ASKS = /\.(?:config|distribute|test|executing_eagerly)\b|ClusterResolver|\b(?:hasattr|getattr|input)\(/;

const PLAIN = /^(?:tensorflow|numpy)(?:\.|$)/;

/** Whether a strategy may exist: the text, another module or a notebook's command may create one. */
function mayHaveStrategy({ text, tree }: PythonFile): boolean {
  if (/strategy|^\s*[%!]/im.test(text)) return true;
  return allOfKind(tree, 'import').some(({ from, names }) => {
    const modules = from === undefined ? names.map(({ name }) => name) : [from];
    return !modules.every((module) => PLAIN.test(module));
  });
}
