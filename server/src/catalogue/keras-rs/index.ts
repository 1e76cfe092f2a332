import { internalEntries } from '../internals';
import { moduleEntry } from '../modules';
import type { Entry } from '../types';
import { FEATURE_CONFIG, TABLE_CONFIG } from './configuration';
import { DISTRIBUTED_EMBEDDING, EMBED_REDUCE } from './embedding';
import { INTERNALS } from './internals';
import { attributesOfLayer } from './keras-arguments';
import { fromConfig, MASKED, OF_FIRST_CALL, OTHER_LAYERS } from './layers';
import { LOSSES, METRICS } from './ranking';
import { layerEntries, rankingEntries } from './words';

const CONFIGURATION = 'embedding.distributed_embedding_config';

/** Everything of keras-rs that programs use with embedding tables. */
export const kerasRsEntries = (): Entry[] => [
  ...layerEntries(
    'TableConfig',
    [CONFIGURATION],
    'embedding_layers/table_config',
    'configuration',
    TABLE_CONFIG,
  ),
  ...layerEntries(
    'FeatureConfig',
    [CONFIGURATION],
    'embedding_layers/feature_config',
    'configuration',
    FEATURE_CONFIG,
  ),
  ...layerEntries(
    'DistributedEmbedding',
    ['', 'base_', 'jax.', 'tensorflow.'].map((module) => `embedding.${module}distributed_embedding`),
    'embedding_layers/distributed_embedding',
    'embedding',
    DISTRIBUTED_EMBEDDING,
  ),
  ...layerEntries(
    'EmbedReduce',
    ['embedding.embed_reduce'],
    'embedding_layers/embed_reduce',
    'embedding',
    EMBED_REDUCE,
  ),
  ...Object.entries(OTHER_LAYERS).flatMap(([name, { module, page, ...words }]) =>
    layerEntries(name, [module], page, 'embedding', {
      otherAttributes: attributesOfLayer(words.parameters ?? {}),
      attributesAfterCall: OF_FIRST_CALL,
      ...words,
      members: { ...MASKED, from_config: fromConfig(), ...words.members },
    }),
  ),
  ...internalEntries('keras_rs.src.layers.embedding', INTERNALS),
  ...rankingEntries('losses', LOSSES),
  ...rankingEntries('metrics', METRICS),
  moduleEntry(
    ['keras_rs'],
    'Layers, losses and metrics for recommenders with Keras.',
    'https://keras.io/keras_rs',
    ['api', 'src', 'version'],
  ),
  moduleEntry(['keras_rs.losses'], 'Losses for ranked lists.', 'https://keras.io/keras_rs/api/losses', []),
  moduleEntry(['keras_rs.metrics'], 'Metrics of ranked lists.', 'https://keras.io/keras_rs/api/metrics', []),
  moduleEntry(
    ['keras_rs.layers'],
    'Layers for recommenders, those for TPUs among them.',
    'https://keras.io/keras_rs/api',
    [],
  ),
];
