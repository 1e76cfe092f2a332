import { rangeOf } from '../../basics/range';
import { counted } from '../../configuration/quantities';
import { evaluationOf } from '../../dataflow/calls/evaluation';
import type { Miss } from '../../dataflow/calls/observations';
import { type ApiCall, argumentOf } from '../../dataflow/calls/python-file';
import { configurationOf, type ReachingConfiguration } from '../../dataflow/calls/reaching-configuration';
import { caughtAround, isExpectedToFail } from '../../python/surroundings';
import type { CallProblem, CallRule } from './call-rule';
import { replacing } from './support/edits';
import { programWith, tableOf } from './support/examples';

const RECEIVE = 'RecvTPUEmbeddingActivations';
const SEND = 'SendTPUEmbeddingGradients';

const CONFIGURATION = programWith([tableOf('items', 8), tableOf('users', 8)].join('\n'));

export const outputCount: CallRule = {
  code: 'output-count',
  severity: 'error',
  summary: 'A step does not have one tensor for each output of its configuration.',
  details:
    'A configuration gives one output for each `feature_descriptor` or, without features, one for each table. ' +
    '`RecvTPUEmbeddingActivations` takes their number as `num_outputs` and raises `ValueError` for any other number. ' +
    '`SendTPUEmbeddingGradients` takes a gradient for each in `inputs`. It fails on a wrong number only when the graph is ' +
    'prepared for the TPU, so there it is a warning. Unpacking more or fewer outputs than an op has, or reading an element ' +
    'that a message does not have, raises `ValueError` or `IndexError` in Python itself.',
  messages: {
    'num outputs != size of output shapes':
      '`num_outputs` is not the number of outputs of the configuration: one for each feature or, where it has no features, for each table.',
    'does not match the num_outputs attribute':
      '`num_outputs` is not the number of outputs of the configuration: one for each feature or, where it has no features, for each table.',
    'does not match the num_inputs attribute':
      'Gradients are sent for another number of outputs than the configuration has: one for each feature or, where it has no features, for each table.',
    'Number of tables in the TPU embedding config: {n} does not match':
      'The step has not one tensor for each of the {n} tables of the configuration.',
    'Feature descriptor is set in tpu embedding config. But number of features in the TPU embedding config: {n} does not match':
      'The step has not one tensor for each of the {n} features of the configuration.',
    'does not match the number of tables or features in the TPU embedding config':
      'The step has another number of outputs than the configuration has tables or features.',
    'Mismatch in the number of inputs for SendTPUEmbeddingGradients node':
      '`SendTPUEmbeddingGradients` has another number of tensors than the configuration has outputs and learning rates.',
  },
  bad: `${CONFIGURATION}
tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=1, config=config)`,
  good: `${CONFIGURATION}
tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=2, config=config)`,
  checkFile({ tree }, report) {
    const misses = new Map(evaluationOf(tree).observations.flatMap((each) => [...each.findings.misses]));
    for (const [node, miss] of misses) {
      if (isExpectedToFail(tree, node) || caughtAround(tree, node) !== 0) continue;
      report({ ...rangeOf(node), message: there(miss) });
    }
  },
  checkCall(call, _file, report) {
    const name = call.entry.op?.name;
    if (name !== RECEIVE && name !== SEND) return;
    const given = tensorsOf(call);
    const reaching = given && configurationOf(call);
    const outputs = reaching?.outputs;
    if (!given || !outputs || outputs.count === given.count) return;
    const related = relatedTo(reaching);
    if (outputs.count === 0) {
      report({
        ...rangeOf(reaching.argument),
        severity: name === RECEIVE ? 'error' : 'warning',
        message: 'This configuration has no tables. Give the configuration of the model.',
        related,
      });
      return;
    }
    const has = `The configuration has ${counted(outputs.count, outputs.of)}`;
    if (name === SEND) {
      report({
        ...rangeOf(given.node),
        severity: 'warning',
        message: `${has}, but here ${given.count === 1 ? 'is' : 'are'} ${counted(given.count, 'gradient')}. Give one for each ${outputs.of}.`,
        related,
      });
    } else {
      report({
        ...rangeOf(given.node),
        message: `${has}, so \`num_outputs\` must be ${outputs.count}.`,
        related,
        fixes: () => (given.node.kind === 'number' ? [replacing(given.node, String(outputs.count))] : []),
      });
    }
  },
};

/** The number of elements or outputs that exist, for a message about a wrong one. */
function there({ of, count }: Miss): string {
  if ('givesNested' in of)
    return `${of.name.startsWith('__') ? 'The call' : `\`${of.name}\``} gives ${counted(count, 'element')} here.`;
  if (!('op' in of))
    return count === 0
      ? `\`${of.name}\` is empty here.`
      : `\`${of.name}\` has ${counted(count, 'element')} here: the last is \`[${count - 1}]\`.`;
  const outputs = of.op!.outputs.map(({ name }) => `\`${name}\``);
  const names = outputs.length > 1 ? `: ${outputs.join(', ')}` : '';
  return `\`${of.name}\` gives ${counted(count, 'output')}${names}.`;
}

/** The number of tensors that a call receives or sends, and the argument that states it. */
function tensorsOf(call: ApiCall) {
  const isReceive = call.entry.op?.name === RECEIVE;
  const node = argumentOf(call, isReceive ? 'num_outputs' : 'inputs');
  const value = node && call.typeOf(node);
  if ((value?.kind === 'int' || value?.kind === 'float') && isReceive) {
    // TensorFlow truncates fractions. A number below 1 is wrong for every configuration, and another rule reports it.
    const count = Math.trunc(Number(value.value));
    return count > 0 ? { node: node!, count } : undefined;
  }
  if ((value?.kind !== 'list' && value?.kind !== 'tuple') || isReceive) return undefined;
  return value.length ? { node: node!, count: value.length } : undefined;
}

/** The place that makes the message which reaches an op, and the file that holds its text. */
export function relatedTo(reaching: ReachingConfiguration): NonNullable<CallProblem['related']> {
  const { file, node } = reaching.message;
  return [
    { ...rangeOf(node.kind === 'call' ? node.callee : node), message: 'The configuration.' },
    ...(file ? [{ start: 0, end: 0, file: file.file, message: 'The file that it is read from.' }] : []),
  ];
}
