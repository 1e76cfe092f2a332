import { argumentValue, numberOf, truth } from '../../dataflow/argument-values';
import { type ApiCall, argumentOf } from '../../dataflow/python-file';
import { instanceOf } from '../../dataflow/tables';
import { optimizers } from '../../optimizers';
import type { CallReport, CallRule } from './call-rule';
import { callName } from './support/binding';
import { removalOf } from './support/edits';

const NAME = 'low_dimensional_packing_status';

const PACKED = [1, 2, 4];

export const packingIneffective: CallRule = {
  code: 'packing-ineffective',
  severity: 'warning',
  language: 'python',
  summary: 'Low-dimensional packing is asked for, but has no effect.',
  details:
    'Narrow rows are padded to 8 floats; packing lets several share them. It works for tables of a `dim` of 1, 2 or 4, and ' +
    'for optimizers that leave a row alone when its gradient is 0: `SGD`, `Adagrad` and `FTRL`. Elsewhere TensorFlow turns it ' +
    'off without a word.',
  bad: `import tensorflow as tf

tf.tpu.experimental.embedding.Adam(0.1, low_dimensional_packing_status=True)`,
  good: `import tensorflow as tf

tf.tpu.experimental.embedding.Adagrad(0.1, low_dimensional_packing_status=True)`,
  checkFile(file, report) {
    const { calls, tree, text } = file;
    const packs = (call: ApiCall) => truth(argumentValue(tree, call, NAME)) === true;
    /** The tables that each optimizer is given to. */
    const served = new Map<ApiCall, ApiCall[]>();
    for (const call of calls) {
      const { role, removed } = call.entry;
      if (removed) continue;
      if (movesOnZero(call) && packs(call))
        tell(call, `\`${callName(call)}\` changes rows even when their gradient is 0`, text, report);
      const optimizer = role === 'table' ? instanceOf(call, 'optimizer', file) : undefined;
      if (!optimizer || movesOnZero(optimizer)) continue;
      const tables = served.get(optimizer);
      if (tables) tables.push(call);
      else served.set(optimizer, [call]);
    }
    for (const [optimizer, [table, ...more]] of served) {
      const dim = numberOf(argumentValue(tree, table!, 'dim'));
      // Another table may be one that it serves.
      if (more.length > 0 || dim === undefined || PACKED.includes(dim) || !packs(optimizer)) continue;
      tell(optimizer, `only rows of 1, 2 or 4 floats can be packed, and this table has ${dim}`, text, report);
    }
  },
};

/** Whether an optimizer changes a row even where its gradient is 0. */
const movesOnZero = ({ entry }: ApiCall) =>
  entry.optimizer !== undefined && optimizers.get(entry.optimizer.algorithm)?.zeroGradientIsNoOp === false;

function tell(optimizer: ApiCall, reason: string, text: string, report: CallReport): void {
  const { start, end } = argumentOf(optimizer, NAME)!;
  report({
    start,
    end,
    message: `Packing has no effect here: ${reason}. Remove it.`,
    tag: 'unnecessary',
    fixes: () => removalOf(text, optimizer.node, NAME),
  });
}
