import { type MethodCall, methodCalls } from '../../dataflow/calls/methods';
import type { CallEvent } from '../../dataflow/calls/observations';
import { type ApiCall, callOfEvent, type PythonFile } from '../../dataflow/calls/python-file';
import { embeddings } from '../../dataflow/calls/tables';
import { strategyAround } from '../../dataflow/libraries/strategies';
import type { Node } from '../../python/tree';
import { type CallRule, isCaught } from './call-rule';
import { calleeRange, callName } from './support/binding';
import { heldByTables, isCertain } from './support/called-functions';

const program = (optimizer: string) => `import tensorflow as tf

strategy = tf.distribute.TPUStrategy(resolver)
embedding = tf.tpu.experimental.embedding
with strategy.scope():
  model = embedding.TPUEmbedding(
      embedding.FeatureConfig(embedding.TableConfig(100, 8), output_shape=[16]), embedding.${optimizer})
model.build()`;

export const sparsecoreOnly: CallRule = {
  code: 'sparsecore-only',
  severity: 'error',
  summary: 'A table of a `TPUEmbedding` has a `CustomOptimizer` or a `CustomCombiner`.',
  details:
    'Both are made for `TPUEmbeddingV2`, which trains on SparseCores. On a TPU, a `TPUEmbedding` raises ' +
    '`NotImplementedError` when it loads tables with a `CustomOptimizer`, in `build` or the first `enqueue`, and `TypeError` ' +
    'when it enqueues ids of tables with a `CustomCombiner`. A warning is given where it is not certain that the program ' +
    'gets there.',
  messages: {
    'Custom optimizer does not support':
      '`CustomOptimizer` is made for `TPUEmbeddingV2` only, and cannot train a `TPUEmbedding`.',
    "Expected string for argument 'combiners' not":
      'A table of a `TPUEmbedding` has a `CustomCombiner`, which only `TPUEmbeddingV2` takes.',
  },
  bad: program('CustomOptimizer(update)'),
  good: program('Adagrad(0.1)'),
  checkFile(file, report) {
    const found = makersOnTpu(file).flatMap((maker) =>
      heldByTables(maker)
        .filter(({ entry }) => entry.failsIn)
        .map((part): Found => ({ part, maker, failing: failingCall(part, maker, file) })),
    );
    const reported = new Set<Node>();
    for (const { part, maker, failing } of found.toSorted(certainFirst)) {
      if (reported.has(part.node)) continue;
      reported.add(part.node);
      const [user, name] = [callName(callOfEvent(maker)), callName(part)];
      report({
        ...calleeRange(part),
        severity: failing ? 'error' : 'warning',
        message: `\`${name}\` works with \`TPUEmbeddingV2\` alone, and not with a \`${user}\` on a TPU. Use \`TPUEmbeddingV2\`, or leave it out.`,
        ...(failing && {
          related: [{ ...calleeRange(failing), message: `\`${failing.entry.name}\` fails here.` }],
        }),
      });
    }
  },
};

interface Found {
  /** What a table has and cannot have. */
  readonly part: ApiCall;
  readonly maker: CallEvent;
  /** The call that certainly fails by it. */
  readonly failing: MethodCall | undefined;
}

const certainFirst = (a: Found, b: Found): number => Number(!a.failing) - Number(!b.failing);

/** The calls that make embedding objects in the scope of a TPU's strategy. */
const makersOnTpu = (file: PythonFile): CallEvent[] => {
  const events = [
    ...methodCalls(file).flatMap(({ maker }) => maker ?? []),
    ...embeddings(file).flatMap(({ event }) => event ?? []),
  ];
  return [...new Set(events)].filter(
    ({ entry, place }) =>
      entry.hardware === 'tpu-embedding' && place !== undefined && strategyAround(place.around) === 'tpu',
  );
};

const failingCall = ({ entry }: ApiCall, maker: CallEvent, file: PythonFile): MethodCall | undefined =>
  methodCalls(file).find(
    (call) =>
      call.maker === maker &&
      entry.failsIn!.includes(call.entry.id) &&
      isCertain(call, file) &&
      !isCaught(sparsecoreOnly, call, file),
  );
