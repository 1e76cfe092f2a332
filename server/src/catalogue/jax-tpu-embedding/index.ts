import { internalEntries } from '../internals';
import type { Entry } from '../types';
import { INTERNALS } from './internals';
import { layerEntries } from './layers';
import { lookupEntries } from './lookups';
import { libraryModules } from './modules';
import { optimizerEntries } from './optimizers';
import { specEntries } from './specs';
import { stackingEntries } from './stacking';
import { toolEntries } from './tools';
import { ROOT } from './words';

/** Everything of jax-tpu-embedding that programs use. */
export const jaxTpuEmbeddingEntries = (): Entry[] => [
  ...specEntries(),
  ...optimizerEntries(),
  ...lookupEntries(),
  ...stackingEntries(),
  ...layerEntries(),
  ...toolEntries(),
  ...internalEntries(ROOT, INTERNALS),
  ...libraryModules(),
];
