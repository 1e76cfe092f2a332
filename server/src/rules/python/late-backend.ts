import { settingsOf } from '../../dataflow/calls/targets';
import type { CallRule } from './call-rule';

export const lateBackend: CallRule = {
  code: 'late-backend',
  severity: 'warning',
  summary: 'The backend of Keras is set after Keras has been imported.',
  details:
    'Keras reads `KERAS_BACKEND` when it is imported, and so does keras-rs, whose layers are other classes on each backend. ' +
    'A later value has no effect in this process. Set the variable above the first import of either.',
  bad: `import os
import keras_rs

os.environ['KERAS_BACKEND'] = 'jax'`,
  good: `import os

os.environ['KERAS_BACKEND'] = 'jax'
import keras_rs`,
  checkFile({ tree }, report) {
    const { early, late, reader } = settingsOf(tree);
    if (reader?.parent?.kind !== 'module') return;
    for (const { start, end, backend } of late)
      if (backend === undefined || backend !== early?.backend)
        report({
          start,
          end,
          message:
            'Keras has read `KERAS_BACKEND` by now, so this has no effect. Set it above the first import of Keras.',
          related: [{ start: reader.start, end: reader.end, message: 'Keras is imported here.' }],
        });
  },
};
