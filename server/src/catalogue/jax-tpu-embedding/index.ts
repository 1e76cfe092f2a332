import { moduleEntry } from '../modules';
import type { Entry } from '../types';
import { layerEntries } from './layers';
import { lookupEntries } from './lookups';
import { optimizerEntries } from './optimizers';
import { specEntries } from './specs';
import { stackingEntries } from './stacking';
import { toolEntries } from './tools';
import { inLibrary } from './words';

const MODULES: readonly (readonly [path: string, summary: string])[] = [
  ['lib.nn.embedding', 'Prepares features, preprocesses ids, looks up and updates on SparseCores.'],
  ['lib.nn.embedding_spec', 'Tables, features, quantization and optimizers.'],
  ['lib.nn.table_stacking', 'Puts tables into stacks, and takes stacks apart.'],
  ['lib.nn.embedding_pipelining_utils', 'Steps that overlap lookups with the dense part.'],
  ['lib.flax.linen.embed', 'The layer for Flax Linen.'],
  ['lib.flax.linen.embed_optimizer', 'Optimizers for models with the layer for Flax Linen.'],
  ['lib.flax.nnx.embed', 'The layer and the optimizer for Flax NNX.'],
  ['lib.flax.nnx.checkpoint_utils', 'Checkpoints of models of Flax NNX with SparseCore tables.'],
  ['lib.fdo.file_fdo_client', 'Keeps the numbers of ids that were seen, in files of NumPy.'],
  [
    'lib.fdo.csv_file_fdo_client',
    'Keeps the numbers of ids that were seen, in files of comma-separated values.',
  ],
  ['lib.auto_pipelining.auto_pipelining', 'Turns train steps into pipelines.'],
  ['utils.utils', 'SparseCores of devices, and the layout of tables.'],
];

/** Everything of JAX TPU Embedding that programs use. */
export const jaxTpuEmbeddingEntries = (): Entry[] => [
  ...specEntries(),
  ...optimizerEntries(),
  ...lookupEntries(),
  ...stackingEntries(),
  ...layerEntries(),
  ...toolEntries(),
  ...MODULES.map(([path, summary]) => moduleEntry([inLibrary(path)], summary)),
];
