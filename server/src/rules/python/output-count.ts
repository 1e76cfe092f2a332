import { counted } from '../../config/quantities';
import { type ApiCall, argumentOf } from '../../dataflow/python-file';
import { configurationOf, type ReachingConfiguration } from '../../dataflow/reaching-configuration';
import type { CallRule } from './call-rule';

const RECEIVE = 'RecvTPUEmbeddingActivations';
const SEND = 'SendTPUEmbeddingGradients';

const CONFIGURATION = `from google.protobuf import text_format
import tensorflow as tf
from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb

config = text_format.Parse('''
  table_descriptor { name: "items" vocabulary_size: 100 dimension: 8 num_features: 1 }
  table_descriptor { name: "users" vocabulary_size: 100 dimension: 8 num_features: 1 }
  mode: TRAINING
  batch_size_per_tensor_core: 8
  num_hosts: 1
  num_tensor_cores: 8
''', pb.TPUEmbeddingConfiguration()).SerializeToString()`;

export const outputCount: CallRule = {
  code: 'output-count',
  severity: 'error',
  language: 'python',
  summary: 'A step does not have one tensor for each output of its configuration.',
  details:
    'A configuration gives one output for each `feature_descriptor` or, without features, one for each table. ' +
    '`RecvTPUEmbeddingActivations` takes their number as `num_outputs` and raises `ValueError` if it is another. ' +
    '`SendTPUEmbeddingGradients` takes a gradient for each in `inputs`; a wrong number comes up when the graph is prepared ' +
    'for the TPU, so there it is a warning. The several outputs of other ops are unpacked into as many names.',
  bad: `${CONFIGURATION}
tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=1, config=config)`,
  good: `${CONFIGURATION}
tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=2, config=config)`,
  checkCall(call, _file, report) {
    const name = call.entry.op?.name;
    const wrong = unpackedOtherwise(call);
    if (wrong)
      report({
        start: wrong.start,
        end: wrong.end,
        message: `\`${call.entry.name}\` gives ${counted(wrong.outputs.length, 'output')}: ${wrong.outputs.map((output) => `\`${output}\``).join(', ')}.`,
      });
    if (name !== RECEIVE && name !== SEND) return;
    const given = tensorsOf(call);
    const reaching = given && configurationOf(call);
    const outputs = reaching?.outputs;
    if (!given || !outputs || outputs.count === given.count) return;
    const { start, end } = given.node;
    const related = [{ ...placeOf(reaching), message: 'The configuration.' }];
    if (outputs.count === 0) {
      const message = 'This configuration has no tables. Give that of the model.';
      report({
        start: reaching.argument.start,
        end: reaching.argument.end,
        severity: name === RECEIVE ? 'error' : 'warning',
        message,
        related,
      });
      return;
    }
    const has = `The configuration has ${counted(outputs.count, outputs.of)}`;
    if (name === SEND) {
      report({
        start,
        end,
        severity: 'warning',
        message: `${has}, but here ${given.count === 1 ? 'is' : 'are'} ${counted(given.count, 'gradient')}. Give one for each ${outputs.of}.`,
        related,
      });
    } else {
      report({
        start,
        end,
        message: `${has}, so \`num_outputs\` must be ${outputs.count}.`,
        related,
        fixes: () =>
          given.node.kind === 'number'
            ? [
                {
                  title: `Replace with ${outputs.count}`,
                  changes: [{ start, end, newText: String(outputs.count) }],
                },
              ]
            : [],
      });
    }
  },
};

/** Where the outputs of an op are given to more or fewer names than there are. */
function unpackedOtherwise({ node, entry }: ApiCall) {
  const outputs = entry.op?.outputs.map(({ name }) => name) ?? [];
  const { parent } = node;
  const [target] = parent?.kind === 'assignment' && parent.value === node ? parent.targets : [];
  if (outputs.length < 2 || (target?.kind !== 'tuple' && target?.kind !== 'list')) return undefined;
  const { elements, start, end } = target;
  const isFlat = elements.every(({ kind }) => kind !== 'starred' && kind !== 'missing');
  return isFlat && elements.length !== outputs.length ? { start, end, outputs } : undefined;
}

/** How many tensors a call receives or sends. */
function tensorsOf(call: ApiCall) {
  const isReceive = call.entry.op?.name === RECEIVE;
  const node = argumentOf(call, isReceive ? 'num_outputs' : 'inputs');
  const value = node && call.typeOf(node);
  if ((value?.kind === 'int' || value?.kind === 'float') && isReceive) {
    // TensorFlow cuts fractions off. What is below 1 is wrong whatever the configuration.
    const count = Math.trunc(Number(value.value));
    return count > 0 ? { node: node!, count } : undefined;
  }
  if ((value?.kind !== 'list' && value?.kind !== 'tuple') || isReceive) return undefined;
  return value.length ? { node: node!, count: value.length } : undefined;
}

/** Where the message is made that reaches an op. */
export const placeOf = ({ message: { node } }: ReachingConfiguration) =>
  node.kind === 'call'
    ? { start: node.callee.start, end: node.callee.end }
    : { start: node.start, end: node.end };
