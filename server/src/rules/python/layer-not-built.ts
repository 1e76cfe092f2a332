import { rangeOf } from '../../basics/range';
import { type MethodCall, methodCalls } from '../../dataflow/calls/methods';
import type { PythonFile } from '../../dataflow/calls/python-file';
import { targetsOf } from '../../dataflow/calls/targets';
import { functionOf } from '../../python/surroundings';
import { allOfKind } from '../../python/tree';
import { type CallRule, isCaught } from './call-rule';
import { calleeRange } from './support/binding';
import { verdictOn } from './support/targets';

const program = (before: string): string => `import os
os.environ['KERAS_BACKEND'] = 'torch'
from keras_rs.layers import DistributedEmbedding, FeatureConfig, TableConfig

items = TableConfig('items', 1000, 16)
layer = DistributedEmbedding([FeatureConfig('item', items, (64,), (64, 16))])
${before}tables = layer.get_embedding_tables()`;

export const layerNotBuilt: CallRule = {
  code: 'layer-not-built',
  severity: 'error',
  summary: 'The tables of a layer are read or set before the layer is built.',
  details:
    'A Keras layer makes its variables at its first call, or when `build` is called. Before, `get_embedding_tables` and ' +
    '`set_embedding_tables` of keras-rs raise `AttributeError` or `ValueError` off SparseCores. Reported where nothing else ' +
    'could have built the layer: it is only just made.',
  messages: {
    'Layer must first be built before setting tables':
      "Tables are set before the layer's first call, or `build`, has made them.",
    "object has no attribute 'embeddings_table'":
      'The tables of a layer are read before its first call, or `build`, has made them.',
    'You must build the layer before accessing `embeddings`':
      'The tables of a layer are read before its first call, or `build`, has made them.',
  },
  bad: program(''),
  good: program('layer.build([(64,)])\n'),
  checkFile(file, report) {
    for (const call of methodCalls(file)) {
      const { afterBuild, name, library } = call.entry;
      const possible = targetsOf(file.tree, library);
      const failing = possible.filter((target) => afterBuild?.includes(target));
      if (failing.length === 0 || !isJustMade(call, file) || isCaught(layerNotBuilt, call, file)) continue;
      const { severity, where } = verdictOn(failing, possible);
      report({
        ...calleeRange(call),
        severity,
        message: `Nothing has built this layer yet, so \`${name}\` fails${where}. Call the layer or its \`build\` first.`,
        related: [{ ...rangeOf(call.owner!.callee), message: 'The layer is made here.' }],
      });
    }
  },
};

/** Whether the object is in a variable that this call is the first to use. */
function isJustMade({ node, owner }: MethodCall, { tree }: PythonFile): boolean {
  const { callee } = node;
  const object = callee.kind === 'attribute' ? callee.object : undefined;
  const made = owner?.parent;
  if (object?.kind !== 'name' || made?.kind !== 'assignment' || functionOf(made) !== functionOf(node))
    return false;
  const earlier = allOfKind(tree, 'name').filter(
    ({ name, start }) => name === object.name && start < object.start,
  );
  return earlier.length === 1 && made.targets.length === 1 && made.targets[0] === earlier[0];
}
