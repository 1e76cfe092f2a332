import { type ApiCall, argumentOf, type PythonFile } from '../../dataflow/python-file';
import { configurationOf } from '../../dataflow/reaching-configuration';
import { bindingOf } from '../../python/names';
import { functionOf, isConditional } from '../../python/surroundings';
import type * as python from '../../python/tree';
import { excerpt } from '../../text/excerpt';
import type { CallFix, CallRule } from './call-rule';
import { calleeRange } from './support/binding';

const RECEIVE = 'RecvTPUEmbeddingActivations';
const SEND = 'SendTPUEmbeddingGradients';

export const stepOpTwice: CallRule = {
  code: 'step-op-twice',
  severity: 'warning',
  language: 'python',
  summary: 'One function or graph receives activations or sends gradients twice.',
  details:
    'A TPU computation holds at most one `RecvTPUEmbeddingActivations` and one `SendTPUEmbeddingGradients`, each with the ' +
    'tensors of all tables. Preparing the graph for the TPU fails otherwise.',
  bad: `import tensorflow as tf

def step(config):
  first = tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=1, config=config)
  second = tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=1, config=config)`,
  good: `import tensorflow as tf

def step(config):
  first, second = tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=2, config=config)`,
  checkFile(file, report) {
    for (const name of [RECEIVE, SEND]) {
      for (const [scope, calls] of byFunction(file, name)) {
        // One that is reached several times may be part of several graphs.
        const [first, ...more] = calls.filter(
          ({ node }, i) => !isConditional(node) && calls.findIndex((other) => other.node === node) === i,
        );
        for (const call of more) {
          report({
            ...calleeRange(call),
            message: `This ${scope.kind === 'block' ? 'graph' : 'function'} has two \`${name}\`, but a TPU computation takes one. Handle all tables in one.`,
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
  language: 'python',
  summary: 'Activations are received by one configuration and gradients sent by another.',
  details:
    'The two ops of a step carry the same bytes as their `config`; preparing the graph for the TPU fails ' +
    'otherwise. Serialize the configuration once, and give both ops the variable. Configurations that the file ' +
    "builds are compared by their contents, others by their variables' names.",
  bad: `import tensorflow as tf

def step(config, other, gradients):
  activations = tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=1, config=config)
  tf.raw_ops.SendTPUEmbeddingGradients(inputs=gradients, learning_rates=[], config=other)`,
  good: `import tensorflow as tf

def step(config, gradients):
  activations = tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=1, config=config)
  tf.raw_ops.SendTPUEmbeddingGradients(inputs=gradients, learning_rates=[], config=config)`,
  checkFile(file, report) {
    const receives = byFunction(file, RECEIVE);
    for (const [scope, sends] of byFunction(file, SEND)) {
      const [receive, ...more] = receives.get(scope) ?? [];
      const [send] = sends;
      if (!receive || !send || more.length > 0 || sends.length > 1) continue;
      const received = argumentOf(receive, 'config');
      const sent = argumentOf(send, 'config');
      if (!received || !sent) continue;
      const differ = areDifferentNames(file, received, sent) || areDifferentMessages(receive, send);
      if (!differ) continue;
      report({
        start: sent.start,
        end: sent.end,
        message: `This is not the configuration that activations are received by. Give both ops the same.`,
        related: [
          { start: received.start, end: received.end, message: 'The configuration of the activations.' },
        ],
        // What is serialized again may have changed since.
        fixes: () => (received.kind === 'name' ? [replacement(sent, received.name)] : []),
      });
    }
  },
};

const replacement = ({ start, end }: python.Expression, newText: string): CallFix => ({
  title: `Replace with ${excerpt(newText)}`,
  changes: [{ start, end, newText }],
});

/** The calls of an op by the function that they stand in, or by the graph where that makes several. */
function byFunction({ calls, tree }: PythonFile, name: string): Map<python.Node, ApiCall[]> {
  const result = new Map<python.Node, ApiCall[]>();
  const resets = tree.calls.filter(({ callee }) => nameOf(callee) === 'reset_default_graph');
  const several = new Set<python.Node | undefined>(resets.map(functionOf));
  for (const call of calls) {
    if (call.entry.op?.name !== name) continue;
    const scope = graphOf(call.node);
    if (!scope || several.has(scope)) continue;
    const others = result.get(scope);
    if (others) others.push(call);
    else result.set(scope, [call]);
  }
  return result;
}

/**
 * What a node is part of a graph by: the innermost `with` of a graph, or else the function around. A module may build
 * several graphs, and so may a function that starts over.
 */
function graphOf(node: python.Node): python.Node | undefined {
  const end = functionOf(node);
  for (let at = node.parent; at && at !== end; at = at.parent) {
    if (at.kind === 'block' && at.items.some(({ value }) => isGraph(value))) return at;
  }
  return end;
}

/** `tf.Graph()`, `graph.as_default()`, `ops.Graph().as_default()` */
const isGraph = (value: python.Expression) => value.kind === 'call' && GRAPHS.has(nameOf(value.callee));
const GRAPHS: ReadonlySet<string> = new Set(['Graph', 'FuncGraph', 'as_default']);
const nameOf = (callee: python.Expression) =>
  callee.kind === 'attribute' || callee.kind === 'name' ? callee.name : '';

/** Two names, neither of which is made from the other; anything else may be equal. */
function areDifferentNames({ tree }: PythonFile, a: python.Expression, b: python.Expression): boolean {
  if (a.kind !== 'name' || b.kind !== 'name' || a.name === b.name) return false;
  const [first, second] = [bindingOf(tree, a), bindingOf(tree, b)];
  if (!first || !second || first === second) return false;
  // Parameters of one function may be given the same, but then one would do.
  return first.kind === 'parameter' && second.kind === 'parameter';
}

/** Two configurations that are known, and not equal. */
function areDifferentMessages(receive: ApiCall, send: ApiCall): boolean {
  // Of branches, the source does not tell which go together.
  if (isConditional(receive.node) || isConditional(send.node)) return false;
  const received = configurationOf(receive);
  const sent = configurationOf(send);
  return received !== undefined && sent !== undefined && received.equals(sent) === false;
}
