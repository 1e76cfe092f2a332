// The classes of Flax, Keras and keras-rs that classes of the catalogue are derived from.
import { inLibrary } from './jax-tpu-embedding/words';

const LAYER = ['keras.layers.Layer', 'keras.Layer', 'keras.Operation'];
const NNX = ['flax.nnx.Object', 'flax.nnx.Pytree'];

/** By the ids of classes of which all such bases are known. */
const BASES: Readonly<Record<string, readonly string[]>> = {
  [inLibrary('lib.flax.linen.embed.SparseCoreEmbed')]: ['flax.linen.Module'],
  [inLibrary('lib.flax.nnx.embed.SparseCoreEmbed')]: ['flax.nnx.Module', ...NNX],
  [inLibrary('lib.flax.nnx.embed.PartitionedOptimizer')]: ['flax.nnx.Optimizer', ...NNX],
  'keras_rs.layers.DistributedEmbedding': LAYER,
  'keras_rs.layers.EmbedReduce': ['keras.layers.Embedding', ...LAYER],
  'keras_rs.layers.FeatureCross': LAYER,
  'keras_rs.layers.DotInteraction': LAYER,
  'keras_rs.layers.BruteForceRetrieval': ['keras_rs.layers.Retrieval', ...LAYER],
  'keras_rs.layers.HardNegativeMining': LAYER,
  'keras_rs.layers.RemoveAccidentalHits': LAYER,
  'keras_rs.layers.SamplingProbabilityCorrection': LAYER,
};

/** The names of the classes that such a list would hold. */
const LISTED =
  /^(?:flax\.(?:linen|nnx)|keras\.layers|keras_rs\.layers)\.[A-Z]\w*$|^keras\.(?:Model|Sequential)$/;

/** Whether a class is another one or derived from it, both by their ids; undefined if that is not known. */
export function isDerivedFrom(id: string, cls: string): boolean | undefined {
  const bases = BASES[id];
  if (id === cls || bases?.includes(cls)) return true;
  return bases && (LISTED.test(cls) || Object.hasOwn(BASES, cls)) ? false : undefined;
}
