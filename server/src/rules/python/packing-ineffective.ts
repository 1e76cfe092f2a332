import { addTo } from '../../basics/groups';
import { rangeOf } from '../../basics/range';
import { argumentFor, numberFor, settingOf } from '../../dataflow/calls/argument-values';
import { truth } from '../../dataflow/calls/known-values';
import type { ApiCall } from '../../dataflow/calls/python-file';
import { instanceOf } from '../../dataflow/calls/tables';
import { optimizers } from '../../optimizers';
import { packingProblem } from '../support/packing';
import type { CallRule } from './call-rule';
import { callName } from './support/binding';
import { removalOf } from './support/edits';

export const packingIneffective: CallRule = {
  code: 'packing-ineffective',
  severity: 'warning',
  summary: 'Low-dimensional packing is requested, but has no effect.',
  details:
    'Narrow rows are padded to 8 floats; packing lets several share them. It works for tables of a `dim` of 1, 2 ' +
    'or 4, and for optimizers that leave a row alone when its gradient is 0: `SGD`, `Adagrad` and `FTRL`, ' +
    'without weight decay. Elsewhere TensorFlow turns it off silently.',
  bad: `import tensorflow as tf

tf.tpu.experimental.embedding.Adam(0.1, low_dimensional_packing_status=True)`,
  good: `import tensorflow as tf

tf.tpu.experimental.embedding.Adagrad(0.1, low_dimensional_packing_status=True)`,
  checkFile(file, report) {
    const { calls, text } = file;
    const tables = new Map<ApiCall, ApiCall[]>();
    for (const call of calls) {
      const { role, removed } = call.entry;
      const optimizer =
        role === 'table' && !removed ? instanceOf(call, 'optimization_parameters', file) : undefined;
      if (!optimizer) continue;
      addTo(tables, optimizer, call);
    }
    for (const call of calls) {
      const { optimizer: facts } = call.entry;
      const packing = argumentFor(call, 'low_dimensional_packing_status');
      if (!facts || !packing || truth(packing.value) !== true) continue;
      const [table, ...more] = tables.get(call) ?? [];
      const message = packingProblem(
        {
          optimizer: optimizers.get(facts.algorithm),
          // Of several tables, another may be narrow enough.
          width: table && more.length === 0 ? numberFor(table, 'dimension') : undefined,
          decays: truth(settingOf(call, 'weight_decay_factor')) === true,
        },
        `\`${callName(call)}\``,
      );
      if (message === undefined) continue;
      const fixes = () => removalOf(text, call.node, packing.name);
      report({ ...rangeOf(packing.node), message, tag: 'unnecessary', fixes });
    }
  },
};
