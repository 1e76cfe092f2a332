import { parameterFor } from '../../catalogue';
import { featuresOf } from '../../dataflow/calls/tables';
import type { CallRule } from './call-rule';
import { reportNamesTwice } from './support/names-twice';

const layer = (second: string): string => `import os
os.environ['KERAS_BACKEND'] = 'jax'
import keras_rs

items = keras_rs.layers.TableConfig(name='items', vocabulary_size=1000, embedding_dim=16, placement='sparsecore')
keras_rs.layers.DistributedEmbedding({
    'clicked': keras_rs.layers.FeatureConfig('clicked', items, (64, 10), (64, 16)),
    'bought': keras_rs.layers.FeatureConfig('${second}', items, (64, 10), (64, 16)),
})`;

export const featureNameTwice: CallRule = {
  code: 'feature-name-twice',
  severity: 'error',
  summary: 'Two features that are used together have the same name.',
  details:
    'On SparseCores with JAX, the name of a feature says where its results are: `ValueError` is raised when the tables are ' +
    'made. Off SparseCores, and with TensorFlow, keras-rs does not look at it.',
  messages: {
    'Feature spec {name} is already defined': 'Two features are named {name}.',
  },
  bad: layer('clicked'),
  good: layer('bought'),
  checkFile(file, report) {
    const users = file.calls.filter(({ entry }) => parameterFor(entry, 'features'));
    reportNamesTwice(
      users,
      (user) => featuresOf(user, file),
      'feature',
      () => '',
      file,
      report,
    );
  },
};
