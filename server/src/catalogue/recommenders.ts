import { describedEntry } from './described-entry';
import { moduleEntry } from './modules';
import { embeddingId } from './names';
import { BOOL, INT, NONE, type ParameterWords, part, STR, TENSOR, union } from './parameters';
import type { Entry, OptimizerTranslation, Type } from './types';

const LAYERS = 'tensorflow_recommenders.layers.embedding';
const EXPERIMENTAL = 'tensorflow_recommenders.experimental.layers.embedding';
const PAGES = 'https://www.tensorflow.org/recommenders/api_docs/python/tfrs';

const FEATURES: Type = { of: 'structure', item: part('feature') };

/** Keras turns all options off by default, except for a small number that keeps Adagrad from dividing by 0. */
const TRANSLATION: OptimizerTranslation = {
  from: 'legacy',
  classes: ['SGD', 'Adagrad', 'Adam', 'Ftrl'],
  options: [
    { names: ['clipnorm', 'clipvalue'], takes: 'false', verdict: 'refused' },
    { names: ['decay'], of: ['SGD', 'Adam'], takes: 'false', verdict: 'refused' },
    { names: ['momentum', 'nesterov'], of: ['SGD'], takes: 'false', verdict: 'refused' },
    { names: ['amsgrad'], of: ['Adam'], takes: 'false', verdict: 'refused' },
    { names: ['epsilon'], of: ['Adagrad'], takes: { min: 1e-7, max: 1e-7 }, verdict: 'refused' },
    { names: ['l2_shrinkage_regularization_strength'], of: ['Ftrl'], takes: 'false', verdict: 'refused' },
  ],
};

/** The optimizers that the layers accept as strings, with default arguments. */
const OPTIMIZER_STRINGS: Readonly<Record<string, string>> = {
  sgd: 'SGD',
  adagrad: 'Adagrad',
  adam: 'Adam',
  ftrl: 'FTRL',
};

const OPTIMIZER: ParameterWords = {
  doc: 'For tables without an optimizer of their own: an `SGD`, `Adagrad`, `Adam` or `FTRL` of \
`tf.tpu.experimental.embedding`; its name in lower case, for default arguments; or one of \
`tf.keras.optimizers.legacy`, which is translated if it keeps to what the TPU can do. Keras 3 optimizers and \
`AdagradMomentum` are refused. It may be `None` only where no TPU is used.',
  type: union(
    { of: 'instance', classes: Object.values(OPTIMIZER_STRINGS).map(embeddingId) },
    { of: 'str', accepts: Object.keys(OPTIMIZER_STRINGS) },
    { of: 'other', name: 'tf.keras.optimizers.legacy.Optimizer' },
  ),
  nullable: true,
  sets: 'optimization_parameters',
  translates: TRANSLATION,
};

const PIPELINE: ParameterWords = {
  doc: 'Whether lookups for the next step run at the same time as the computation of this one. Faster, but a step does not see \
what the step just before it has learnt. Only for the first embedding accelerator and for SparseCores.',
  type: BOOL,
  unchecked: true,
};

const CALL: Readonly<Record<string, ParameterWords>> = {
  features: {
    doc: 'Ids in the structure of `feature_config`: tensors, sparse or ragged tensors. On a TPU their batch size has \
to be known: `batch(n, drop_remainder=True)`, and shapes on every `tf.keras.Input`.',
    type: { of: 'structure', item: TENSOR },
  },
  weights: {
    doc: 'Weights of the ids in the same structure, each of the kind of its ids; `None` for 1 everywhere.',
    type: { of: 'structure', item: TENSOR },
  },
  serving_config: {
    doc: 'A part of the features, in a structure of its own, whose tables are those of the layer: then ids in that \
structure are looked up on the CPU, as a saved model does.',
    type: FEATURES,
    nullable: true,
  },
  inputs: {
    doc: 'Ids by the name of the feature. Tables smaller than `size_threshold` take dense tensors only.',
    type: { of: 'dict', key: STR, value: TENSOR },
  },
};

interface LayerWords extends Pick<Entry, 'keepsSmallTables'> {
  readonly name: string;
  readonly modules: readonly string[];
  readonly url: string;
  readonly summary: string;
  readonly doc: string;
  readonly signature: string;
  readonly parameters: Readonly<Record<string, ParameterWords>>;
  readonly call: { readonly signature: string; readonly doc: string; readonly returns: string };
}

const LAYER_WORDS: readonly LayerWords[] = [
  {
    name: 'TPUEmbedding',
    modules: [LAYERS, `${LAYERS}.tpu_embedding_layer`],
    url: `${PAGES}/layers/embedding/TPUEmbedding`,
    summary: 'A Keras layer that looks up in embedding tables on TPUs, and on CPUs for tests and serving.',
    doc: `It uses the class of \`tf.tpu.experimental.embedding\` that fits the hardware: \`TPUEmbedding\`, \
\`TPUEmbeddingV2\` for SparseCores, \`TPUEmbeddingV0\` without an accelerator, \`TPUEmbeddingForServing\` off the \
TPU. Make and call it in the same \`TPUStrategy\`, with datasets distributed with \
\`tf.distribute.InputOptions(experimental_fetch_to_device=False)\`.

Tables train as soon as gradients of the layer's variable are computed.`,
    signature:
      'feature_config, optimizer, pipeline_execution_with_tensor_core=False, batch_size=None, \
embedding_feature=None, sparse_core_embedding_config=None',
    parameters: {
      feature_config: {
        doc: 'The features in any nesting of dicts, lists and tuples; the layer is called with ids in the same \
nesting. The layer works on copies, so tables keep what they were given.',
        type: FEATURES,
        sets: 'features',
      },
      optimizer: OPTIMIZER,
      pipeline_execution_with_tensor_core: PIPELINE,
      batch_size: {
        doc: 'Deprecated: the batch size, for features of rank 1 and 2. It follows from the shapes.',
        deprecated: 'the batch size follows from the shapes. Remove it.',
        type: INT,
        unchecked: true,
      },
      embedding_feature: {
        doc: 'Which accelerator to use: `tf.tpu.experimental.HardwareFeature.EmbeddingFeature.UNSUPPORTED` uses \
none, as for small tables. `None` takes the one that the TPU has; one that it lacks is refused.',
        type: { of: 'other', name: 'EmbeddingFeature' },
      },
      sparse_core_embedding_config: {
        doc: 'How tables are stacked on SparseCores and how much room ids have. `None` takes the defaults.',
        type: { of: 'instance', classes: [embeddingId('SparseCoreEmbeddingConfig')] },
        unchecked: true,
      },
    },
    call: {
      signature: 'features, weights=None, serving_config=None',
      doc: 'Within the strategy that the layer was made in.',
      returns: 'Activations in the structure of `feature_config`.',
    },
  },
  {
    name: 'PartialTPUEmbedding',
    modules: [EXPERIMENTAL, `${EXPERIMENTAL}.partial_tpu_embedding`],
    url: `${PAGES}/experimental/layers/embedding/PartialTPUEmbedding`,
    summary: 'A Keras layer that looks up large tables by TPU embedding and small ones by Keras.',
    keepsSmallTables: 'size_threshold',
    doc: 'Small tables are cheaper on the TensorCore. They become ordinary variables, which the optimizer of the \
model trains.',
    signature:
      'feature_config, optimizer, pipeline_execution_with_tensor_core=False, batch_size=None, size_threshold=10000',
    parameters: {
      feature_config: {
        doc: 'The features, in a plain dict from name to `FeatureConfig`.',
        type: { of: 'dict', key: STR, value: part('feature') },
        sets: 'features',
      },
      optimizer: OPTIMIZER,
      pipeline_execution_with_tensor_core: PIPELINE,
      batch_size: {
        doc: 'Accepted, but not used: the batch size follows from the shapes of the inputs.',
        deprecated: 'it is not used. Remove it.',
        type: INT,
        unchecked: true,
      },
      size_threshold: {
        doc: 'Tables with more rows than this are looked up by TPU embedding: 0 means all tables, `None` \
means none of them.',
        type: union(INT, NONE),
      },
    },
    call: {
      signature: 'inputs',
      doc: 'Within the strategy that the layer was made in.',
      returns: 'Activations by the name of the feature.',
    },
  },
];

/** The layers of TensorFlow Recommenders, and the modules that they are in. */
export const recommendersEntries = (): Entry[] => [
  ...LAYER_WORDS.flatMap(layerEntries),
  moduleEntry(
    ['tensorflow_recommenders.layers'],
    'Keras layers of TensorFlow Recommenders; those for TPUs are in `embedding`.',
    `${PAGES}/layers`,
  ),
  moduleEntry(
    [LAYERS, `${LAYERS}.tpu_embedding_layer`],
    'Keras layers of TensorFlow Recommenders that look up on TPUs.',
    `${PAGES}/layers/embedding`,
  ),
  moduleEntry(
    [EXPERIMENTAL, `${EXPERIMENTAL}.partial_tpu_embedding`],
    'Experimental Keras layers of TensorFlow Recommenders that look up on TPUs.',
    `${PAGES}/experimental/layers/embedding`,
  ),
];

function layerEntries({ name, modules, call, keepsSmallTables, url, ...words }: LayerWords): Entry[] {
  const qualifiedNames = modules.map((module) => `${module}.${name}`);
  const place = { group: 'embedding', library: 'recommenders' } as const;
  const layer: Entry = {
    ...describedEntry(
      { ...place, kind: 'class', qualifiedNames },
      { ...words, returns: 'A new Keras layer.' },
    ),
    role: 'embedding',
    ...(keepsSmallTables && { keepsSmallTables }),
    url,
  };
  const calls = ['call', '__call__'].map(
    (method): Entry => ({
      ...describedEntry(
        { ...place, kind: 'method', qualifiedNames: qualifiedNames.map((owner) => `${owner}.${method}`) },
        { ...call, summary: 'Looks up ids and combines their vectors.', parameters: CALL },
      ),
      url: `${url}#call`,
    }),
  );
  return [layer, ...calls];
}
