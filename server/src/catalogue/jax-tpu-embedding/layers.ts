import { type ParameterWords, STR } from '../parameters';
import type { Entry } from '../types';
import { ARRAY, ARRAYS, COMMON, MESH, objectOf } from './common';
import { LAYERS } from './uses';
import { entriesOf, inLibrary, inLookups, type Words } from './words';

const WORDS: Readonly<Record<string, ParameterWords>> = {
  ...COMMON,
  sharding_axis: { doc: 'The axis of the mesh over which rows are spread.', type: STR },
  mesh: {
    doc: 'The mesh of all devices; `None` makes one of all that JAX has.',
    type: MESH,
  },
  table_sharding_strategy: {
    ...COMMON.sharding_strategy,
    unchecked: true,
    later: [{ by: LAYERS, takes: COMMON.sharding_strategy.type }],
  },
  embedding_lookup_inputs: {
    doc: 'Ids of a batch as preprocessing gives them, a `PreprocessedInput`.',
    type: { of: 'other', name: 'PreprocessedInput' },
  },
  features: { doc: 'The ids of this process, nested like the features.', type: ARRAYS },
  features_weights: {
    doc: 'The weights of the ids, nested alike. `None` weighs each with 1.',
    type: ARRAYS,
    nullable: true,
  },
};

const NESTED = { like: 'feature_specs', match: 'paths' } as const;

/** What a layer has beside its arguments. */
const MADE = 'data_partition embedding_table embedding_table_partition num_sc_per_device num_shards';

/** What every module of Linen has, in any release. */
const OF_LINEN =
  'apply bind clone copy get_variable has_rng has_variable init init_with_output is_initializing is_mutable_collection lazy_init \
make_rng module_paths param path perturb put_variable reset_rngs scope setup sow summary tabulate unbind variable variables';

/** What every object of NNX has, in any release. */
const OF_NNX =
  'eval init iter_children iter_modules lazy_init partial_init perturb set_attributes set_mode sow split train update_from';

const words = (...lists: readonly string[]): readonly string[] => lists.flatMap((list) => list.split(' '));

const LINEN: Readonly<Record<string, Words>> = {
  SparseCoreEmbed: {
    tellsNoStep: true,
    summary: 'A layer of Flax Linen that looks up on SparseCores.',
    doc: 'Prepare the features first. Train it with `create_optimizer_for_sc_model` and `apply_updates_for_sc_model`: its gradients are the \
new tables. It never gives the step to optimizers, so learning rates that are functions of it fail and Adam keeps its first correction; \
the layer of NNX does better. Devices without SparseCores raise `ValueError`.',
    signature:
      "feature_specs, sharding_axis='sparsecore_sharding', mesh=None, table_sharding_strategy='MOD', enable_minibatching=False, \
num_sc_per_device=-1, parent=None, name=None",
    parameters: {
      num_sc_per_device: {
        doc: 'Always overwritten with what the device has.',
        deprecated: 'it is always overwritten with what the device has. Remove it.',
        type: { of: 'int' },
        unchecked: true,
      },
      mesh: { ...WORDS['mesh']!, nullable: true, orFalse: true },
      sharding_axis: { ...WORDS['sharding_axis']!, unchecked: true },
      parent: { doc: 'The module that it belongs to; Flax sets it.', type: { of: 'other', name: 'Module' } },
      name: { doc: 'Name of the layer among the parameters of its module.', type: STR, unchecked: true },
    },
    returns: 'A new layer.',
    attributes: words(MADE, OF_LINEN),
    members: {
      preprocess_inputs: {
        stacking: 'needed',
        summary: 'Sorts the ids of a batch by SparseCore, on the host.',
        doc: 'Ids beyond the limits of a table end the process: there is no `allow_id_dropping` here.',
        signature: 'step, features, features_weights, all_reduce_interface=None',
        result: inLookups('PreprocessedInput'),
        parameters: {
          features: { ...WORDS['features']!, nested: NESTED },
          features_weights: { ...WORDS['features_weights']!, nested: NESTED },
          step: {
            doc: 'The number of the batch, for logs and for hosts to agree on.',
            type: { of: 'int' },
            unchecked: true,
          },
        },
        returns: 'A `PreprocessedInput`.',
        lacks: new Map([
          [
            'allow_id_dropping',
            'the layer has no such option. Call `embedding.preprocess_sparse_dense_matmul_input`.',
          ],
        ]),
      },
      __call__: {
        summary: 'Looks up preprocessed ids.',
        signature: 'embedding_lookup_inputs',
        returns: 'Activations, nested like the features.',
      },
      apply_gradient: {
        summary: 'Updates the tables by the gradients of activations.',
        signature: 'gradients, embedding_lookup_inputs',
        parameters: { gradients: { doc: 'The gradients, nested like the features.', type: ARRAYS } },
        returns: 'The new tables, as parameters of the layer.',
      },
    },
  },
};

const LINEN_OPTIMIZERS: Readonly<Record<string, Words>> = {
  create_optimizer_for_sc_model: {
    summary: 'An optimizer of Optax that leaves the tables of the layer alone.',
    signature: 'params, tc_optimizer',
    parameters: {
      params: {
        doc: 'Everything that the model trains, tables included.',
        type: { of: 'other', name: 'tree' },
      },
      tc_optimizer: {
        doc: 'An optimizer of Optax that trains everything but the tables.',
        type: { of: 'other', name: 'optax.GradientTransformation' },
      },
    },
    returns: 'An `optax.GradientTransformation`.',
  },
  apply_updates_for_sc_model: {
    summary:
      'Applies updates; tables are replaced. `optax.apply_updates` would add the new table to the old one.',
    signature: 'params, updates',
    parameters: {
      params: {
        doc: 'Everything that the model trains, tables included.',
        type: { of: 'other', name: 'tree' },
      },
      updates: {
        doc: 'What the optimizer gave: steps, and the new tables, nested like the parameters.',
        type: { of: 'other', name: 'tree' },
        nested: { like: 'params', match: 'paths' },
      },
    },
    returns: 'The new parameters.',
  },
};

const NNX: Readonly<Record<string, Words>> = {
  SparseCoreEmbed: {
    summary: 'A layer of Flax NNX that looks up on SparseCores.',
    doc: 'Prepare the features first, and train it with `PartitionedOptimizer`. Devices without SparseCores raise `ValueError`.',
    signature:
      "feature_specs, sharding_axis, mesh, rngs, *, enable_minibatching=False, table_sharding_strategy='MOD'",
    parameters: {
      rngs: { doc: 'Keys for the tables, `nnx.Rngs(…)`.', type: objectOf('nnx.Rngs') },
    },
    returns: 'A new layer.',
    attributes: words(MADE, OF_NNX),
    members: {
      __call__: {
        summary: 'Looks up preprocessed ids.',
        signature: 'embedding_lookup_inputs, step=None',
        parameters: {
          step: { doc: 'The number of the training step, for the optimizers of the tables.', type: ARRAY },
        },
        returns: 'Activations, nested like the features.',
        givesNested: { like: 'feature_specs', leaves: 'unknown', of: { of: 'array' } },
      },
    },
  },
  PartitionedOptimizer: {
    summary: 'An optimizer of NNX that replaces the tables of the layer and trains everything else.',
    signature: 'model, dense_optimizer',
    parameters: {
      model: {
        doc: 'A module of NNX that holds the layer somewhere.',
        type: { of: 'other', name: 'nnx.Module' },
      },
      dense_optimizer: {
        doc: 'An optimizer of Optax that trains all but the tables.',
        type: { of: 'other', name: 'optax.GradientTransformation' },
      },
    },
    attributes: words('graph opt_state step tx wrt', OF_NNX),
    members: {
      update: {
        result: null,
        // Before Flax 0.11, it takes the gradients alone.
        variesWithFlax: true,
        summary: 'Changes the model by its gradients: tables are replaced, and everything else is trained.',
        signature: 'model, grads, **kwargs',
        parameters: {
          model: {
            doc: 'The module of NNX whose variables are changed.',
            type: { of: 'other', name: 'nnx.Module' },
          },
          grads: {
            doc: 'What `nnx.grad` gave: steps for the dense part, and new tables.',
            type: { of: 'other', name: 'nnx.State' },
          },
          kwargs: { doc: 'Further arguments, which nothing looks at.', type: { of: 'other', name: 'Any' } },
        },
      },
    },
  },
};

const NNX_FUNCTIONS: Readonly<Record<string, Words>> = {
  embedding_lookup: {
    summary: 'Looks up preprocessed ids in the tables of a layer, as calling the layer does.',
    signature: 'embedding_layer, embedding_lookup_inputs, step=None',
    parameters: {
      embedding_layer: {
        doc: 'The layer that holds the tables.',
        type: { of: 'instance', classes: [inLibrary('lib.flax.nnx.embed.SparseCoreEmbed')] },
        unchecked: true,
      },
      step: { doc: 'The number of the training step, for the optimizers of the tables.', type: ARRAY },
    },
    returns: 'Activations, nested like the features.',
  },
  get_named_sharding: {
    summary: 'How the variables of a model or optimizer are spread over a mesh.',
    signature: 'node, mesh',
    parameters: {
      node: {
        doc: 'A module or an optimizer of NNX, whose variables are looked at.',
        type: { of: 'other', name: 'nnx.Module' },
      },
    },
    returns: 'A tree of shardings.',
  },
};

export const layerEntries = (): Entry[] => [
  ...entriesOf('lib.flax.linen.embed', 'embedding', 'class', LINEN, WORDS),
  ...entriesOf('lib.flax.linen.embed_optimizer', 'embedding', 'function', LINEN_OPTIMIZERS, WORDS),
  ...entriesOf('lib.flax.nnx.embed', 'embedding', 'class', NNX, WORDS),
  ...entriesOf('lib.flax.nnx.embed', 'embedding', 'function', NNX_FUNCTIONS, WORDS),
];
