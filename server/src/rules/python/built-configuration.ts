import { rangeOf } from '../../basics/range';
import { derive } from '../../configuration/derive';
import { configurationOf, type ReachingConfiguration } from '../../dataflow/calls/reaching-configuration';
import { isInTest } from '../../python/surroundings';
import { type Span, startOf } from '../../textproto/tree';
import type { Guard } from '../guard';
import { optimizerRules } from '../optimizer';
import type { Rule } from '../rule';
import { startOfText } from '../support/spans';
import type { CallProblem, CallRule } from './call-rule';
import { judgeConfiguration, rulesOfBuilt } from './support/judge-configuration';

/** The rules for configurations that Python builds: those that TensorFlow rejects, and optimizers that do not train well. */
const RULES: readonly Rule[] = [
  ...rulesOfBuilt,
  ...optimizerRules.filter(({ severity }) => severity === 'error' || severity === 'warning'),
];

const STEP = `import tensorflow as tf
from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb

config = pb.TPUEmbeddingConfiguration(
    mode=pb.TPUEmbeddingConfiguration.TRAINING, batch_size_per_tensor_core=8, num_hosts=1, num_tensor_cores=1)
for_items = config.table_descriptor.add(name='items', vocabulary_size=100, dimension=8, num_features=1)
for_items.optimization_parameters.adagrad.SetInParent()
for_items.optimization_parameters.learning_rate.constant = 0.1`;
const TABLE = `for_users = config.table_descriptor.add(
    name='users', vocabulary_size=100, dimension=8, num_features=1,
    optimization_parameters=for_items.optimization_parameters)`;
const CONFIGURE = 'tf.raw_ops.ConfigureTPUEmbedding(config=config.SerializeToString())';

export const builtConfiguration: CallRule = {
  code: 'built-configuration',
  severity: 'warning',
  summary: 'Python builds a configuration that TensorFlow rejects, or one that does not train well.',
  details:
    'The errors of the group "configuration", and the errors and warnings of "optimizers", are also reported for messages ' +
    'that Python builds, if the whole configuration is known and reaches an op. This is a warning, because TensorFlow checks ' +
    'the configuration later: when the TPU system is initialized or the graph is prepared. It is an error where ' +
    '`RecvTPUEmbeddingActivations` fails at once: sizes below zero raise `ValueError`, and the `table_id` of a table that ' +
    'does not exist ends the Python process.',
  bad: `${STEP}
${TABLE.replace('users', 'items').replace("'users'", "'items'")}
${CONFIGURE}`,
  good: `${STEP}
${TABLE}
${CONFIGURE}`,
  checkFile(file, report, guard) {
    const problems = new Map<string, CallProblem>();
    for (const call of file.calls) {
      const reaching = configurationOf(call);
      // A configuration in a string is checked where the string is written.
      if (!reaching?.isWhole || reaching.message.hasText) continue;
      const isReceived = call.entry.op?.name === 'RecvTPUEmbeddingActivations';
      // A test builds a graph only to inspect it. No TPU gets this graph.
      const isLookedAt = isReceived && isInTest(call.node);
      for (const problem of problemsOf(reaching, isReceived, guard)) {
        if (isLookedAt && problem.severity !== 'error') continue;
        const key = `${problem.start} ${problem.end} ${problem.message}`;
        if (problem.severity === 'error' || !problems.has(key)) problems.set(key, problem);
      }
    }
    for (const problem of problems.values()) report(problem);
  },
};

function problemsOf(reaching: ReachingConfiguration, isReceived: boolean, guard: Guard): CallProblem[] {
  const { configuration } = reaching;
  const { bound } = configuration;
  const isBelowZero = derive(configuration).outputs.some(({ shape }) => shape.some((size) => size < -1));
  const first = startOfText(configuration);
  const placeOf = ({ section, start }: Span, rule: Rule) => {
    const isOfAll = rule.ofConfiguration && section === first.section && start === first.start;
    const { message, text } = reaching;
    const node = isOfAll ? message.node : text.nodeAt(startOf(bound.tree, section) + start);
    return rangeOf(node.kind === 'call' ? node.callee : node);
  };
  const problems: CallProblem[] = [];
  judgeConfiguration(configuration, RULES, guard, (rule, { span, message, related = [] }) => {
    const isFatal =
      isReceived &&
      (rule.failsOnReceive === 'always' || (isBelowZero && rule.failsOnReceive === 'below-zero'));
    problems.push({
      ...placeOf(span, rule),
      message,
      severity: isFatal ? 'error' : 'warning',
      related: related.map((one) => ({ ...placeOf(one.span, rule), message: one.message })),
    });
  });
  return problems;
}
