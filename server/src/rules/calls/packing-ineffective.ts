import { given, numberOf, truth } from '../../calls/given';
import { type ApiCall, argumentOf } from '../../calls/python-file';
import { instanceOf } from '../../calls/tables';
import { callName } from './binding';
import type { CallReport, CallRule } from './call-rule';
import { removalOf } from './edits';

const NAME = 'low_dimensional_packing_status';

/** Optimizers that change a row even where its gradient is 0. */
const MOVES_ON_ZERO = /^(?:Adam|AdagradMomentum)$/;
const PACKED = [1, 2, 4];

export const packingIneffective: CallRule = {
  code: 'packing-ineffective',
  group: 'calls',
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
    const packs = (call: ApiCall) => truth(given(tree, call, NAME)) === true;
    for (const call of calls) {
      if (call.entry.removed) continue;
      if (call.entry.group === 'optimizer' && MOVES_ON_ZERO.test(call.entry.name) && packs(call))
        tell(call, `\`${callName(call)}\` changes rows even when their gradient is 0`, text, report);
      if (call.entry.name !== 'TableConfig') continue;
      const optimizer = instanceOf(call, 'optimizer', file);
      const dim = numberOf(given(tree, call, 'dim'));
      if (!optimizer || dim === undefined || PACKED.includes(dim) || !packs(optimizer)) continue;
      if (MOVES_ON_ZERO.test(optimizer.entry.name) || isShared(optimizer, file.calls.filter(isTable), file))
        continue;
      tell(optimizer, `only rows of 1, 2 or 4 floats can be packed, and this table has ${dim}`, text, report);
    }
  },
};

const isTable = ({ entry }: ApiCall) => entry.name === 'TableConfig';

/** Whether another table, which it may serve, has the same optimizer. */
const isShared = (
  optimizer: ApiCall,
  tables: readonly ApiCall[],
  file: Parameters<typeof instanceOf>[2],
): boolean => tables.filter((table) => instanceOf(table, 'optimizer', file) === optimizer).length > 1;

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
