import { BOOL, FLOAT, INT, NONE, type ParameterWords, TENSOR, union } from '../parameters';
import type { Type } from '../types';
import { ANYTHING, EVERYWHERE, saved } from './configuration';
import {
  ACTIVATION,
  attributesOfLayer,
  INITIALIZER,
  LAYER_ARGUMENTS,
  LAYER_SIGNATURE,
  REGULARIZER,
} from './keras-arguments';
import type { Words } from './words';

/** Before the layer is built, it has no variables to set. */
export const setWeights: Words = {
  signature: 'weights',
  summary: 'Sets the variables of the layer.',
  result: null,
  afterBuild: EVERYWHERE,
  doc: 'Only when the layer is built, and with as many arrays as `get_weights` gives, in the same order.',
  parameters: {
    weights: {
      doc: 'An array for each variable, in the shape of that.',
      type: { of: 'list', item: { of: 'other', name: 'array' }, sized: true },
    },
  },
};

/** Methods that fail until the layer is built, for layers that are not built by their constructor. */
export const COUNTED: Readonly<Record<string, Words>> = {
  count_params: {
    signature: '',
    summary: 'Counts the numbers in the variables of the layer.',
    afterBuild: EVERYWHERE,
    doc: 'Only when the layer is built.',
    returns: 'An int.',
    result: { of: 'int' },
  },
  quantize: {
    signature: 'mode=None, type_check=True, config=None',
    summary: 'Keeps the variables of the layer in fewer bits, where the layer can do that.',
    afterBuild: EVERYWHERE,
    doc: 'Only when the layer is built.',
    parameters: {
      mode: { doc: "How many bits are kept, such as `'int8'`.", type: ANYTHING },
      type_check: { doc: 'Whether layers of other classes are refused.', type: BOOL },
      config: { doc: 'A quantization config of Keras in place of the mode.', type: ANYTHING },
    },
  },
};

/** What every layer of Keras has for masks, unless its class has another. */
export const MASKED: Readonly<Record<string, Words>> = {
  compute_mask: {
    signature: 'inputs, previous_mask',
    summary: 'Gives the mask of the results, which is that of the inputs.',
    parameters: {
      inputs: { doc: 'What the layer gets, which changes nothing.', type: ANYTHING },
      previous_mask: { doc: 'The mask of the inputs, or `None`.', type: ANYTHING },
    },
    returns: 'The mask of the inputs.',
  },
};

/** What a layer keeps of its first call with symbolic tensors. */
export const OF_FIRST_CALL: readonly string[] = ['input', 'output'];

/** Makes a layer again, of a dict with these keys and any others. */
export const fromConfig = (...needed: readonly string[]): Words => ({
  isClassMethod: true,
  signature: 'config',
  summary: 'Makes a layer of the dict that `get_config` gives.',
  doc: 'A class method.',
  parameters: { config: saved({ needed }) },
  returns: 'A new layer.',
});

const K: ParameterWords = {
  doc: 'How many candidates are returned for each query.',
  type: { of: 'int', expects: { min: 1 } },
  unchecked: true,
};
const SCORES: ParameterWords = {
  doc: 'Whether scores are returned as well, in front of the ids.',
  type: BOOL,
  unchecked: true,
};
const LOGITS: ParameterWords = {
  doc: 'The logits of the candidates, `[batch, candidates]` for example.',
  type: TENSOR,
};
const LABELS: ParameterWords = { doc: 'The labels, in the shape of the logits.', type: TENSOR };
const QUERY: ParameterWords = { doc: 'The vectors to find candidates for, `[batch, width]`.', type: TENSOR };
const TENSORS: Type = { of: 'list', item: TENSOR };

/** The shape of a tensor of any backend. */
export const SHAPE_OF_ANY: Type = union(
  { of: 'list', item: ANYTHING },
  { of: 'object', classes: ['TensorShape'] },
);

/** Calling a layer takes `training` as well, and leaves it out where `call` does not have it. */
export const called = (words: Words): Words => ({
  ...words,
  signature: `${words.signature}, *, training=None`,
  parameters: {
    ...words.parameters,
    training: { doc: 'Whether this is a step of training, which makes no difference here.', type: BOOL },
  },
});

const inBoth = (words: Words): Readonly<Record<string, Words>> => ({ call: words, __call__: called(words) });

const CANDIDATES: Readonly<Record<string, ParameterWords>> = {
  candidate_embeddings: {
    doc: 'The vectors of the candidates, `[candidates, width]`. `None` if `update_candidates` gives them later.',
    type: { of: 'tensor', unconverted: true, rank: 2 },
  },
  candidate_ids: {
    doc: 'The ids of the candidates, `[candidates]`. `None` counts them from 0.',
    type: { of: 'tensor', unconverted: true },
    requires: 'candidate_embeddings',
  },
};

const update: Words = {
  signature: 'candidate_embeddings, candidate_ids=None',
  summary: 'Replaces the candidates.',
  result: null,
  parameters: CANDIDATES,
};

const found: Words = {
  signature: 'inputs',
  summary: 'Finds the best candidates for each query.',
  parameters: { inputs: QUERY },
  returns: 'Scores and ids, best first; only the ids with `return_scores=False`.',
};

const CROSSING: Readonly<Record<string, ParameterWords>> = {
  ...LAYER_ARGUMENTS,
  projection_dim: {
    doc: 'Width of the two narrow matrices that stand for `W`: useful below half the width of the input. `None` takes one \
full matrix.',
    type: union(INT, NONE),
    unchecked: true,
  },
  diag_scale: {
    doc: 'What is added to the diagonal of `W`, 0 or more: keeps training stable.',
    type: union({ of: 'float', accepts: { min: 0 } }, NONE),
  },
  use_bias: { doc: 'Whether the bias `b` is added to the product.', type: BOOL },
  pre_activation: {
    doc: 'Applied before the multiplication by `x0`: an activation of Keras or its name.',
    type: ACTIVATION,
  },
  kernel_initializer: {
    doc: 'Fills the matrix `W`: a Keras initializer or its name.',
    type: INITIALIZER,
  },
  bias_initializer: { doc: 'Fills the bias `b`: a Keras initializer or its name.', type: INITIALIZER },
  kernel_regularizer: {
    doc: 'A penalty on the matrix `W`: a Keras regularizer or its name.',
    type: REGULARIZER,
  },
  bias_regularizer: {
    doc: 'A penalty on the bias `b`: a Keras regularizer or its name.',
    type: REGULARIZER,
  },
};

const crossed: Words = {
  signature: 'x0, x=None',
  summary: 'Crosses features with those of the first layer.',
  parameters: {
    x0: { doc: 'What the first cross layer got, `[batch, width]`.', type: TENSOR },
    x: { doc: 'What the layer before gave; `None` for the first one.', type: TENSOR },
  },
  returns: 'A tensor in the shape of `x0`.',
};

/** The layers that have no table, by name. */
export const OTHER_LAYERS: Readonly<
  Record<string, Words & { readonly module: string; readonly page: string }>
> = {
  DotInteraction: {
    module: 'feature_interaction.dot_interaction',
    page: 'feature_interaction_layers/dot_interaction',
    summary: 'Multiplies each pair of feature vectors, as in DLRM.',
    signature: `self_interaction=False, skip_gather=False, *, ${LAYER_SIGNATURE}`,
    parameters: {
      ...LAYER_ARGUMENTS,
      self_interaction: { doc: 'Whether a vector is also multiplied by itself.', type: BOOL },
      skip_gather: {
        doc: 'Whether both halves of the matrix are returned, one of them 0: faster, but twice as wide.',
        type: BOOL,
      },
    },
    members: {
      compute_output_shape: {
        signature: 'input_shape',
        summary: 'Gives the shape of the result.',
        parameters: {
          input_shape: {
            doc: 'A list with the shape of each feature.',
            type: { of: 'list', item: SHAPE_OF_ANY, minLength: 1, indexed: true },
          },
        },
        returns: 'The shape of the result.',
      },
      ...inBoth({
        signature: 'inputs',
        summary: 'Multiplies each pair of vectors.',
        parameters: {
          inputs: {
            doc: 'A list with a tensor `[batch, width]` for each feature, all of one shape.',
            type: TENSORS,
          },
        },
        returns: 'A tensor `[batch, pairs]`.',
      }),
    },
  },
  FeatureCross: {
    module: 'feature_interaction.feature_cross',
    page: 'feature_interaction_layers/feature_cross',
    summary: 'A cross layer, as in DCN: `x0 * (W·x + b) + x`.',
    signature: `projection_dim=None, diag_scale=0.0, use_bias=True, pre_activation=None, kernel_initializer='glorot_uniform', \
bias_initializer='zeros', kernel_regularizer=None, bias_regularizer=None, *, ${LAYER_SIGNATURE}`,
    otherAttributes: attributesOfLayer(CROSSING, 'dense', 'down_proj_dense'),
    attributesAfterBuild: ['dense', 'down_proj_dense'],
    parameters: CROSSING,
    members: {
      ...COUNTED,
      call: { ...crossed, afterBuild: EVERYWHERE },
      __call__: called(crossed),
      set_weights: setWeights,
      build: {
        signature: 'input_shape',
        summary: 'Makes the variables. The first call does it, if nobody has.',
        result: null,
        parameters: {
          input_shape: {
            doc: 'The shape of what comes in: a number for each axis, the width last.',
            type: union(
              {
                of: 'list',
                item: { of: 'int', strict: true, accepts: { min: 1 } },
                leading: ANYTHING,
                minLength: 1,
              },
              { of: 'object', classes: ['TensorShape'] },
            ),
          },
        },
      },
    },
  },
  Retrieval: {
    module: 'retrieval.retrieval',
    page: 'retrieval_layers/retrieval',
    summary: 'The base class of layers that find the best candidates for a query.',
    isAbstract: true,
    abstractMembers: ['update_candidates', 'call'],
    otherAttributes: attributesOfLayer({ ...CANDIDATES, k: K, return_scores: SCORES }, 'compute_score'),
    signature: `k=10, return_scores=True, *, ${LAYER_SIGNATURE}`,
    parameters: { ...LAYER_ARGUMENTS, k: K, return_scores: SCORES },
    members: { ...inBoth(found), update_candidates: update },
  },
  BruteForceRetrieval: {
    module: 'retrieval.brute_force_retrieval',
    page: 'retrieval_layers/brute_force_retrieval',
    summary: 'Finds the best candidates by comparing a query with all of them.',
    otherAttributes: attributesOfLayer({ ...CANDIDATES, k: K, return_scores: SCORES }, 'compute_score'),
    signature: `candidate_embeddings=None, candidate_ids=None, k=10, return_scores=True, *, ${LAYER_SIGNATURE}`,
    parameters: { ...LAYER_ARGUMENTS, ...CANDIDATES, k: K, return_scores: SCORES },
    members: {
      ...inBoth({ ...found, afterGiven: { argument: 'candidate_embeddings', method: 'update_candidates' } }),
      update_candidates: update,
    },
  },
  HardNegativeMining: {
    module: 'retrieval.hard_negative_mining',
    page: 'retrieval_layers/hard_negative_mining',
    summary: 'Keeps the positive candidate and the negatives that look most like positives.',
    signature: `num_hard_negatives, *, ${LAYER_SIGNATURE}`,
    parameters: {
      ...LAYER_ARGUMENTS,
      num_hard_negatives: {
        doc: 'How many negatives each sample keeps.',
        type: { of: 'int', expects: { min: 1 } },
        unchecked: true,
      },
    },
    // It keeps its number to itself.
    otherAttributes: attributesOfLayer(LAYER_ARGUMENTS),
    members: {
      ...inBoth({
        signature: 'logits, labels',
        summary: 'Picks the candidates.',
        parameters: { logits: LOGITS, labels: LABELS },
        returns: 'Logits and labels of those that are kept.',
      }),
      from_config: fromConfig('num_hard_negatives'),
    },
  },
  RemoveAccidentalHits: {
    module: 'retrieval.remove_accidental_hits',
    page: 'retrieval_layers/remove_accidental_hits',
    summary: 'Lowers the logits of negatives that have the id of the positive candidate.',
    signature: `*, ${LAYER_SIGNATURE}`,
    parameters: LAYER_ARGUMENTS,
    members: inBoth({
      signature: 'logits, labels, candidate_ids',
      summary: 'Lowers the logits of accidental hits.',
      parameters: {
        logits: LOGITS,
        labels: LABELS,
        candidate_ids: { doc: 'The ids of the candidates, `[candidates]`.', type: TENSOR },
      },
      returns: 'The logits.',
    }),
  },
  SamplingProbabilityCorrection: {
    module: 'retrieval.sampling_probability_correction',
    page: 'retrieval_layers/sampling_probability_correction',
    summary: 'Corrects logits by how often each negative is drawn.',
    signature: `epsilon=1e-06, *, ${LAYER_SIGNATURE}`,
    parameters: {
      ...LAYER_ARGUMENTS,
      epsilon: {
        doc: 'The least probability, so that its logarithm is finite.',
        type: FLOAT,
        unchecked: true,
      },
    },
    members: inBoth({
      signature: 'logits, candidate_sampling_probability',
      summary: 'Subtracts the logarithm of the probability.',
      parameters: {
        logits: LOGITS,
        candidate_sampling_probability: {
          doc: 'How likely each candidate is to be drawn, in the shape of the logits.',
          type: TENSOR,
        },
      },
      returns: 'The logits.',
    }),
  },
};
