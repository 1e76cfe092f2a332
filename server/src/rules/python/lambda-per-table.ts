import { rangeOf } from '../../basics/range';
import { type ApiCall, argumentThatSets, type PythonFile } from '../../dataflow/calls/python-file';
import { embeddings, partsOf } from '../../dataflow/calls/tables';
import { bindingsOf } from '../../python/names';
import { functionOf } from '../../python/surroundings';
import * as python from '../../python/tree';
import type { CallRule } from './call-rule';

export const lambdaPerTable: CallRule = {
  code: 'lambda-per-table',
  severity: 'warning',
  summary: 'Optimizers use different functions for the same learning rate.',
  details:
    'Every distinct function gets its own tag in the configuration, and its own scalar in each step. Use one function for ' +
    'tables with equal rates, so that they share a tag.',
  bad: `import tensorflow as tf

embedding = tf.tpu.experimental.embedding
users = embedding.Adagrad(learning_rate=lambda: schedule(step))
items = embedding.Adagrad(learning_rate=lambda: schedule(step))`,
  good: `import tensorflow as tf

embedding = tf.tpu.experimental.embedding
rate = lambda: schedule(step)
users = embedding.Adagrad(learning_rate=rate)
items = embedding.Adagrad(learning_rate=rate)`,
  checkFile(file, report) {
    const rates = new Map(file.calls.flatMap((call) => rateOf(call) ?? []).map((each) => [each.call, each]));
    if (rates.size < 2) return;
    for (const together of optimizersTogether([...rates.keys()], file)) {
      const first = new Map<string, LambdaRate>();
      for (const rate of [...rates.values()].filter(({ call }) => together.has(call))) {
        const text = file.text.slice(rate.node.start, rate.node.end);
        const earlier = first.get(text);
        if (!earlier) first.set(text, rate);
        else if (computeSame(earlier, rate, file))
          report({
            ...rangeOf(rate.node),
            message:
              'Another optimizer computes the same learning rate in another function. Use one function for both, so that they share a tag.',
            related: [{ ...rangeOf(earlier.node), message: 'The same function.' }],
          });
      }
    }
  },
};

/** An optimizer, and the lambda that gives its learning rate. */
interface LambdaRate {
  readonly call: ApiCall;
  readonly node: python.Lambda;
}

function rateOf(call: ApiCall): LambdaRate | undefined {
  if (call.entry.group !== 'optimizer') return undefined;
  const node = argumentThatSets(call, 'learning_rate');
  // Uses of the same name share one function, and what a default is worth may differ.
  return node?.kind === 'lambda' && node.parameters.length === 0 && call.typeOf(node).kind === 'function'
    ? { call, node }
    : undefined;
}

/** Whether two lambdas of one text compute the same: their names mean the same, whichever run of a function makes them. */
function computeSame({ node: one }: LambdaRate, { node: other }: LambdaRate, { tree }: PythonFile): boolean {
  const scope = functionOf(one);
  if (scope !== functionOf(other)) return false;
  return one !== other || !scope || !usesLocals(one, scope, tree);
}

const usesLocals = (lambda: python.Lambda, scope: python.Node, tree: python.Tree): boolean =>
  [...python.walk(lambda)].some(
    (name) =>
      name.kind === 'name' &&
      bindingsOf(tree, name)?.some(({ node }) => scope.start <= node.start && node.end <= scope.end),
  );

/** The optimizers that get into one configuration, as far as the text says; those that it makes for nothing are in none. */
function optimizersTogether(
  optimizers: readonly ApiCall[],
  file: PythonFile,
): readonly ReadonlySet<ApiCall>[] {
  const partsOfAll = (calls: readonly ApiCall[]) =>
    new Set(calls.flatMap((call) => partsOf(call, file).map((part) => part.call)));
  const users = embeddings(file);
  const tables = file.calls.filter(({ entry }) => entry.role === 'table');
  if (users.length === 0 && tables.length === 0) return [new Set(optimizers)];
  const used = users.map((user) => partsOfAll([user]));
  // What other code makes of a table is not known.
  const others = tables.filter((table) => !used.some((parts) => parts.has(table)));
  return [...used, partsOfAll(others)];
}
