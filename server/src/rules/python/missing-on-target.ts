import { methodCalls } from '../../dataflow/calls/methods';
import { targetsOf } from '../../dataflow/calls/targets';
import { type CallRule, isCaught } from './call-rule';
import { unbuilt } from './layer-not-built';
import { calleeRange } from './support/binding';
import { isGuarded } from './support/guarded';
import { verdictOn } from './support/targets';

export const missingOnTarget: CallRule = {
  code: 'missing-on-target',
  severity: 'warning',
  summary: 'A method is called that the object lacks with some backends of Keras, or on some hardware.',
  details:
    'The layers of keras-rs are other classes with JAX and with TensorFlow: `set_embedding_tables` and `sparsecore_build` exist ' +
    'with JAX only, and calling them with TensorFlow raises `AttributeError`. An error if the program is known to run where the ' +
    'method is missing: by `KERAS_BACKEND` in the program, or by the setting `tpuEmbedding.kerasBackend`.',
  messages: {
    "object has no attribute 'set_embedding_tables'":
      '`set_embedding_tables` of keras-rs exists with JAX only.',
    "object has no attribute 'sparsecore_build'": '`sparsecore_build` of keras-rs exists with JAX only.',
  },
  bad: `import os

os.environ['KERAS_BACKEND'] = 'tensorflow'
import keras_rs

layer = keras_rs.layers.DistributedEmbedding(features)
layer.set_embedding_tables(tables)`,
  good: `import os

os.environ['KERAS_BACKEND'] = 'jax'
import keras_rs

layer = keras_rs.layers.DistributedEmbedding(features)
layer.set_embedding_tables(tables)`,
  checkFile(file, report) {
    for (const call of methodCalls(file)) {
      const { on, name, library } = call.entry;
      if (!on) continue;
      const possible = targetsOf(file.tree, library);
      const lacking = possible.filter((target) => !on.includes(target));
      if (lacking.length === 0 || isCaught(missingOnTarget, call, file)) continue;
      if (isGuarded(file, call.node, name, ['target'])) continue;
      const { severity, where } = verdictOn(lacking, possible);
      // Where it is there, it fails as well.
      if (severity === 'warning' && unbuilt(call, file)?.severity === 'error') continue;
      report({
        ...calleeRange(call),
        severity: call.isDeclared ? 'warning' : severity,
        message: `The object has no \`${name}\`${where || ' where this program runs'}.`,
      });
    }
  },
};
