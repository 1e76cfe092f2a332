import { lastPart, parentPath } from '../../catalogue/names';
import { evaluationOf } from '../../dataflow/calls/evaluation';
import { methodCalls } from '../../dataflow/calls/methods';
import type { ApiCall, PythonFile } from '../../dataflow/calls/python-file';
import { mayEnterElsewhere } from '../../dataflow/libraries/entered-scopes';
import { HARMLESS_MODULES, importsOnly } from '../../dataflow/libraries/imports';
import { isRun, strategyAround } from '../../dataflow/libraries/strategies';
import { exitsBefore } from '../../python/branches';
import { PERHAPS, RUNTIME_ERROR } from '../../python/exceptions';
import { textMatches } from '../../python/text-matches';
import type * as python from '../../python/tree';
import { isStatement } from '../../python/tree';
import { type CallRule, isCaught } from './call-rule';
import { calleeRange, callName, isSketch } from './support/binding';

export const outsideStrategy: CallRule = {
  code: 'outside-strategy',
  severity: 'error',
  summary: 'A call that needs a TPU strategy is made without one.',
  details:
    '`TPUEmbeddingV0` and `TPUEmbeddingV2` are made in the scope of a `tf.distribute.TPUStrategy`, and a `TPUEmbedding` ' +
    'that is made elsewhere only describes tables: `enqueue`, `dequeue` and `apply_gradients` raise `RuntimeError`. ' +
    'The scope of another strategy does not count. Reported only where the file itself shows that the object is in no ' +
    'scope: the file makes its strategies itself, or it does not mention any and imports only TensorFlow and NumPy.',
  messages: {
    '{call} is not valid when TPUEmbedding object is not created under a TPUStrategy':
      '`{call}` is called on an embedding that was made without a TPU: make it in the scope of a `tf.distribute.TPUStrategy`.',
    '{class} should be created under TPUStrategy but found':
      '`{class}` is made outside the scope of a `tf.distribute.TPUStrategy`, and works in one only.',
    'DistributedEmbedding needs to be called under a TPUStrategy for features placed on the embedding feature':
      'The layer is called outside the TPU strategy that it was made in. Call it in a function that `strategy.run` runs.',
    '`DistributedEmbedding.get_embedding_tables` needs to be called under the TPUStrategy':
      '`get_embedding_tables` is called outside the scope of the strategy that the layer was made in: write `with strategy.scope():` around it.',
    'Placement to sparsecore was requested, however, we are not running under a TPU strategy':
      "A table has `placement='sparsecore'`, and the layer is made outside the scope of a `tf.distribute.TPUStrategy`.",
  },
  bad: `import tensorflow as tf

embedding = tf.tpu.experimental.embedding
items = embedding.FeatureConfig(embedding.TableConfig(100, 8, name='items'), output_shape=[128])
embedding.TPUEmbeddingV2(items, embedding.SGD(0.1))`,
  good: `import tensorflow as tf

strategy = tf.distribute.TPUStrategy(resolver)
embedding = tf.tpu.experimental.embedding
items = embedding.FeatureConfig(embedding.TableConfig(100, 8, name='items'), output_shape=[128])
with strategy.scope():
  embedding.TPUEmbeddingV2(items, embedding.SGD(0.1))`,
  checkFile(file, report) {
    const isWrong = (call: ApiCall) =>
      call.entry.scope === 'needed' && !isSketch(call.node) && !isCaught(outsideStrategy, call, file);
    const made = file.calls.filter(
      (call) => call.entry.kind === 'class' && isWrong(call) && isOutside(file, call),
    );
    const used = methodCalls(file).filter(
      (call) =>
        isWrong(call) &&
        isReached(file, call) &&
        call.owner &&
        isOutside(file, { node: call.owner, event: call.maker }),
    );
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

type Made = Pick<ApiCall, 'node' | 'event'>;

/** Whether an object is certainly made in no scope of a TPU's strategy. */
function isOutside(file: PythonFile, { node, event }: Made): boolean {
  const strategy = event?.place && strategyAround(event.place.around);
  if (strategy === 'other') return true;
  return makesStrategies(file)
    ? strategy === 'none' && !mayEnterElsewhere(file.tree)
    : runs(file, node) && !mayHaveStrategy(file);
}

const isReached = (file: PythonFile, { node, event }: Made): boolean =>
  makesStrategies(file) ? event?.place !== undefined && isRun(event.place.around) : runs(file, node);

export const makesStrategies = ({ tree }: PythonFile): boolean => textMatches(tree, STRATEGY);
const STRATEGY = /Strategy\(/;

/**
 * Whether nothing around a call can bring a strategy, or leave it out: it runs as the text is run, in a function too if
 * the text calls that and does not ask where it runs.
 */
function runs({ tree }: PythonFile, node: python.Call): boolean {
  let isInside = false;
  let mayEnd = false;
  for (let at: python.Node | undefined = node; at; at = at.parent) {
    if (AROUND.has(at.kind) || (at.kind === 'block' && !ALWAYS_RUN.has(openingOf(at)))) return false;
    isInside ||= at.kind === 'function' || at.kind === 'class';
    mayEnd ||= !isInside && isStatement(at) && exitsBefore(at).length > 0;
  }
  if (!isInside) return true;
  const events = mayEnd || textMatches(tree, ASKS) ? undefined : evaluationOf(tree).main.calls.get(node);
  return events?.some(({ caught }) => (caught & (RUNTIME_ERROR | PERHAPS)) === 0) === true;
}

const AROUND: ReadonlySet<python.Node['kind']> = new Set([
  'boolean',
  'comprehension',
  'conditional',
  'lambda',
]);

/** The statement that a block belongs to: an `else` may be one of `try`. */
function openingOf(block: python.Block): string {
  if (block.keyword !== 'else') return block.keyword;
  const around = block.parent as { readonly body?: readonly python.Statement[] };
  const before = around.body?.[around.body.indexOf(block) - 1];
  return before?.kind === 'block' && before.keyword === 'except' ? 'try' : 'else';
}

/** Their blocks run unless something else fails. */
const ALWAYS_RUN: ReadonlySet<string> = new Set(['try', 'finally']);

/** `getattr` of an object and a name alone only reads the attribute. */
const ASKS =
  /\.(?:config|distribute|test|executing_eagerly)\b|ClusterResolver|\b(?:hasattr|input)\(|\bgetattr\((?![^(),]*,[^(),]*\))/;

/** Whether a strategy may exist: the text, another module or a notebook's command may create one. */
const mayHaveStrategy = ({ tree }: PythonFile): boolean =>
  textMatches(tree, BRINGS_STRATEGY) || !importsOnly(tree, HARMLESS_MODULES);
const BRINGS_STRATEGY = /strategy|\b(?:unittest|absl)\b|^\s*[%!]/im;
