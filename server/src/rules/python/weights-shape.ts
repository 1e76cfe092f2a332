import { type MethodCall, methodCalls } from '../../dataflow/calls/methods';
import { callOfEvent, type PythonFile } from '../../dataflow/calls/python-file';
import { targetsOf } from '../../dataflow/calls/targets';
import { differ } from '../../dataflow/calls/types';
import { unlessRefused } from '../../dataflow/derivation/draft';
import { featuresOf } from '../../dataflow/derivation/features';
import { type CallRule, isCaught } from './call-rule';
import { arraysIn, differInRows, placeIn, weightsDiffer } from './support/held-arrays';

const lookup = (samples: number): string => `import numpy as np
from keras_rs.layers import DistributedEmbedding, FeatureConfig, TableConfig

items = TableConfig('items', 1000, 16)
layer = DistributedEmbedding({'item': FeatureConfig('item', items, (8, 4), (8, 16))})
layer({'item': np.zeros((8, 4), 'int32')}, {'item': np.ones((${samples}, 4), 'float32')})`;

export const weightsShape: CallRule = {
  code: 'weights-shape',
  severity: 'error',
  summary: 'Weights do not have the shape of their ids.',
  details:
    'Each id has a weight, or each sample has one. `preprocess` of keras-rs does not compare them, but the lookup raises ' +
    '`ValueError`, or ends the process on SparseCores with JAX.',
  messages: {
    'is not compatible with the shape of `inputs` after embedding':
      'The weights of a feature do not have the shape of its ids.',
  },
  bad: lookup(4),
  good: lookup(8),
  checkFile(file, report) {
    for (const call of methodCalls(file)) {
      // Where TensorFlow trains on a TPU, dense ids take no weights at all.
      if (call.entry.bundlesWeights || call.maker?.entry.hardware || isCaught(weightsShape, call, file))
        continue;
      const ids = arraysIn(call, 'ids');
      for (const [path, { value, array }] of arraysIn(call, 'weights')) {
        const wanted = ids.get(path)?.array?.shape;
        if (!array?.shape || !wanted) continue;
        const differsInRows = differInRows(array.shape, wanted);
        if (!differsInRows && (array.shape.length !== wanted.length || !differ(array.shape, wanted)))
          continue;
        report({
          ...placeIn(call, 'weights', value),
          // SparseCores with JAX look at the samples alone.
          ...(!differsInRows && mayRunOnJax(path, file, call) && { severity: 'warning' }),
          message: `${weightsDiffer(path, array.shape, wanted)}. Give both one shape.`,
        });
      }
    }
  },
};

/** Whether the table of a feature may be on SparseCores with JAX. */
function mayRunOnJax(path: string, { tree }: PythonFile, { entry, maker }: MethodCall): boolean {
  if (!targetsOf(tree, entry.library).includes('sparsecore-jax')) return false;
  const features = maker && unlessRefused(() => featuresOf(callOfEvent(maker)))?.features;
  const place = features?.find(({ leaf }) => leaf.path === path)?.table?.attribute('placement').type;
  return place?.kind !== 'str' || place.value !== 'default_device';
}
