import { type MethodCall, methodCalls } from '../../dataflow/calls/methods';
import type { PythonFile } from '../../dataflow/calls/python-file';
import { differ, type Shape } from '../../dataflow/calls/types';
import type { Value } from '../../evaluator';
import { kinds } from '../../evaluator/value';
import { type CallProblem, type CallRule, isCaught } from './call-rule';
import { article } from './mismatches/mismatch';
import { arraysIn, differInRows, nameOf, placeIn, weightsDiffer } from './support/held-arrays';
import { mayRunOnJax, tableOf } from './support/table-of-feature';

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
    'Each id has a weight, or each sample has one, in an array. `preprocess` of keras-rs does not compare them, but the lookup raises ' +
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
      if (call.maker?.entry.hardware || isCaught(weightsShape, call, file)) continue;
      const ids = arraysIn(call, 'ids');
      for (const [path, { value, array }] of arraysIn(call, 'weights')) {
        const lacking = ids.has(path) ? lackingAxes(value, path, file, call) : undefined;
        if (lacking) report({ ...placeIn(call, 'weights', value), ...lacking });
        const wanted = ids.get(path)?.array?.shape;
        if (!array?.shape || !wanted) continue;
        const severity = severityOf(array.shape, wanted, path, file, call);
        if (severity)
          report({
            ...placeIn(call, 'weights', value),
            severity,
            message: `${weightsDiffer(path, array.shape, wanted)}. Give both one shape.`,
          });
      }
    }
  },
};

/** What to say of weights that are no array; `preprocess` only bundles them, and `None` fails on SparseCores with JAX alone. */
function lackingAxes(
  { kind }: Value,
  path: string,
  file: PythonFile,
  call: MethodCall,
): Pick<CallProblem, 'severity' | 'message'> | undefined {
  const isNone = kind === 'none';
  if (call.entry.library !== 'keras-rs' || !(isNone ? mayRunOnJax(path, file, call) : NUMBERS.has(kind)))
    return undefined;
  const isWrong = isNone
    ? '`None`, which SparseCores with JAX refuse: give an array of ones, or leave all weights out.'
    : `${article(kind)}, but must be an array: give each id a weight, or each sample.`;
  return {
    severity: isNone || call.entry.bundlesWeights ? 'warning' : 'error',
    message: `The weights${nameOf(path)} are ${isWrong}`,
  };
}

const NUMBERS = kinds('bool', 'int', 'float', 'str');

/** How certain it is that the weights of a feature are refused, on what its table may be. */
function severityOf(
  weights: Shape,
  ids: Shape,
  path: string,
  file: PythonFile,
  call: MethodCall,
): 'error' | 'warning' | undefined {
  const mayBeOnJax = mayRunOnJax(path, file, call);
  const onJax = mayBeOnJax && differInRowsOrAxes(weights, ids);
  // Elsewhere, `preprocess` only bundles both.
  const elsewhere = !call.entry.bundlesWeights && !areFor(weights, ids, widthOf(path, file, call));
  if (onJax && elsewhere) return 'error';
  if (elsewhere) return mayBeOnJax ? 'warning' : 'error';
  return onJax ? 'warning' : undefined;
}

/** SparseCores with JAX look at the samples and the number of axes alone, and make a matrix of a vector. */
const differInRowsOrAxes = (weights: Shape, ids: Shape): boolean =>
  differInRows(weights, ids) || Math.max(2, weights.length) !== Math.max(2, ids.length);

/** Elsewhere, weights are compared with the first axes of the vectors, of which each id has one. */
const areFor = (weights: Shape, ids: Shape, width: number | undefined): boolean =>
  weights.length <= ids.length + 1 && !differ(weights, [...ids, width].slice(0, weights.length));

function widthOf(path: string, file: PythonFile, call: MethodCall): number | undefined {
  const width = tableOf(path, file, call)?.attribute('dimension').type;
  return width?.kind === 'int' && width.value !== undefined ? Number(width.value) : undefined;
}
