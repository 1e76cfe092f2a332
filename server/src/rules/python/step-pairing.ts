import { addTo } from '../../basics/groups';
import { rangeOf } from '../../basics/range';
import { graphAround } from '../../dataflow/calls/graphs';
import { type ApiCall, argumentOf, type PythonFile } from '../../dataflow/calls/python-file';
import { configurationOf } from '../../dataflow/calls/reaching-configuration';
import { bindingOf } from '../../python/names';
import { isConditional } from '../../python/surroundings';
import type * as python from '../../python/tree';
import type { CallRule } from './call-rule';
import { calleeRange } from './support/binding';
import { replacing } from './support/edits';

const RECEIVE = 'RecvTPUEmbeddingActivations';
const SEND = 'SendTPUEmbeddingGradients';

/** What is said to hold the ops of a graph. */
const PLACES: { readonly [kind in python.Node['kind']]?: string } = { block: 'graph', module: 'program' };

export const stepOpTwice: CallRule = {
  code: 'step-op-twice',
  severity: 'warning',
  summary: 'One function or graph receives activations or sends gradients twice.',
  details:
    'A TPU computation holds at most one `RecvTPUEmbeddingActivations` and one `SendTPUEmbeddingGradients`, each with the ' +
    'tensors of all tables. Preparing the graph for the TPU fails otherwise.',
  messages: {
    'Found duplicate RecvTPUEmbeddingActivations': 'One step receives activations twice; it may do so once.',
    'Found duplicate SendTPUEmbeddingGradients': 'One step sends gradients twice; it may do so once.',
    'found duplicate TPU embedding ops potentially from multiple TPUEmbedding layers':
      'One function has two ops of the same kind for TPU embedding, perhaps from two embedding objects. Make only one.',
  },
  bad: `import tensorflow as tf

def step(config):
  first = tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=1, config=config)
  second = tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=1, config=config)`,
  good: `import tensorflow as tf

def step(config):
  first, second = tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=2, config=config)`,
  checkFile(file, report) {
    for (const name of [RECEIVE, SEND]) {
      for (const [scope, calls] of byGraph(file, name)) {
        // A call that is reached several times may be part of several graphs.
        const [first, ...more] = calls.filter(
          ({ node }, i) => !isConditional(node) && calls.findIndex((other) => other.node === node) === i,
        );
        for (const call of more) {
          report({
            ...calleeRange(call),
            message: `This ${PLACES[scope.kind] ?? 'function'} has two \`${name}\`, but a TPU computation takes one. Handle all tables in one.`,
            related: [{ ...calleeRange(first!), message: 'The first.' }],
          });
        }
      }
    }
  },
};

export const stepConfigsDiffer: CallRule = {
  code: 'step-configs-differ',
  severity: 'warning',
  summary: 'Activations are received with one configuration and gradients are sent with another.',
  details:
    'The two ops of a step must have the same bytes as their `config`. Otherwise preparing the graph for the TPU ' +
    'fails. Serialize the configuration once, and give both ops the variable. Configurations that the file ' +
    "builds are compared by their contents, others by their variables' names.",
  messages: {
    'test_tpu_embedding_config_str == *tpu_embedding_config_str':
      'Ops of one graph hold different configurations. Give all of them the same bytes.',
    'TPU embedding config attributes of RecvTPUEmbeddingActivations and SendTPUEmbeddingGradients':
      'The step receives activations with one configuration and sends gradients with another. Give both ops the same bytes.',
  },
  bad: `import tensorflow as tf

def step(config, other, gradients):
  activations = tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=1, config=config)
  tf.raw_ops.SendTPUEmbeddingGradients(inputs=gradients, learning_rates=[], config=other)`,
  good: `import tensorflow as tf

def step(config, gradients):
  activations = tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=1, config=config)
  tf.raw_ops.SendTPUEmbeddingGradients(inputs=gradients, learning_rates=[], config=config)`,
  checkFile(file, report) {
    const receives = byGraph(file, RECEIVE);
    for (const [scope, sends] of byGraph(file, SEND)) {
      const [receive, ...more] = receives.get(scope) ?? [];
      const [send] = sends;
      if (!receive || !send || more.length > 0 || sends.length > 1) continue;
      const received = argumentOf(receive, 'config');
      const sent = argumentOf(send, 'config');
      if (!received || !sent) continue;
      const differ = areDifferentNames(file, received, sent) || areDifferentMessages(receive, send);
      if (!differ) continue;
      report({
        ...rangeOf(sent),
        message: `This is not the configuration that activations are received with. Give both ops the same one.`,
        related: [{ ...rangeOf(received), message: 'The configuration of the activations.' }],
        // The message may have changed between two serializations.
        fixes: () => (received.kind === 'name' ? [replacing(sent, received.name)] : []),
      });
    }
  },
};

/** The calls of an op by the graph that they are in. */
function byGraph({ calls, tree }: PythonFile, name: string): Map<python.Node, ApiCall[]> {
  const result = new Map<python.Node, ApiCall[]>();
  for (const call of calls) {
    const graph = call.entry.op?.name === name ? graphAround(tree, call.node) : undefined;
    if (graph) addTo(result, graph, call);
  }
  return result;
}

/** Whether two expressions are names and neither is made from the other. Anything else may be equal. */
function areDifferentNames({ tree }: PythonFile, a: python.Expression, b: python.Expression): boolean {
  if (a.kind !== 'name' || b.kind !== 'name' || a.name === b.name) return false;
  const [first, second] = [bindingOf(tree, a), bindingOf(tree, b)];
  if (!first || !second || first === second) return false;
  // Two parameters of one function may get the same value, but then one parameter would be enough.
  return first.kind === 'parameter' && second.kind === 'parameter';
}

/** Whether two configurations are known and differ. */
function areDifferentMessages(receive: ApiCall, send: ApiCall): boolean {
  // With several branches, the source does not tell which values occur together.
  if (isConditional(receive.node) || isConditional(send.node)) return false;
  const received = configurationOf(receive);
  const sent = configurationOf(send);
  return received !== undefined && sent !== undefined && received.equals(sent) === false;
}
