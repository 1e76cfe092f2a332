import { embeddingId } from '../../names';
import { BOOL, type ParameterWords, part, STR, TENSOR, union } from '../../parameters';
import type { NestedArgument, NestedResult, Type } from '../../types';
import type { MemberName } from '../registry';
import type { ClassMember, MemberWords } from './member-words';
import { OPTIMIZERS } from './optimizers';

const FEATURES: Type = { of: 'structure', item: part('feature') };
const TENSORS: Type = { of: 'structure', item: TENSOR };
const IDS: Type = { of: 'structure', item: { of: 'tensor', unconverted: true } };
const OPTIMIZER: Type = { of: 'instance', classes: OPTIMIZERS };
const SETS_OPTIMIZER = 'optimization_parameters';
const DICT_OF_VARIABLES = 'A dict from `TableConfig` to variable';

const AS_FEATURES: NestedArgument = { like: 'feature_config', match: 'same' };

const FEATURE_CONFIG: ParameterWords = {
  doc: 'The features in any nesting of dicts, lists and tuples; ids, activations and gradients come in the same \
nesting. Tables are numbered as they first occur in it, the keys of dicts sorted.',
  type: FEATURES,
  sets: 'features',
};

const PIPELINE: ParameterWords = {
  doc: 'Whether lookups for the next step run at the same time as the computation of this one. Faster, but a step does not see \
what the step just before it has learnt.',
  type: BOOL,
  unchecked: true,
};

const LOOKUP: Readonly<Record<string, ParameterWords>> = {
  features: {
    doc: 'Ids in the structure of `feature_config`: tensors, sparse or ragged tensors. Dense ones of rank 2 or more \
have a last size of 1, ragged ones are of rank 2.',
    type: IDS,
    nested: AS_FEATURES,
    holds: 'ids',
  },
  weights: {
    doc: 'Weights of the ids in the same structure, each of the kind and shape of its ids; `None` inside of it, or in \
its place, for 1 everywhere. Dense ids take none.',
    type: TENSORS,
    nested: AS_FEATURES,
    holds: 'weights',
  },
};

/** On a CPU, features may be left out. */
const PARTIAL_LOOKUP: typeof LOOKUP = {
  features: { ...LOOKUP['features']!, nested: { like: 'feature_config', match: 'part' } },
  weights: { ...LOOKUP['weights']!, nested: { like: 'features', match: 'same' } },
};

const NO_BATCH_SIZE = new Map([['batch_size', 'the batch size comes from the data. Remove it.']]);

const DEVICE: ParameterWords = {
  doc: 'The TPU device to feed, by name, such as `/TPU:0`, outside of `strategy.run`. `None` feeds the one in whose \
replica the call is.',
  type: { of: 'str', device: 'TPU' },
};

const NODE: ParameterWords = {
  doc: 'Name of the ops, by which a lookup and its gradients find each other where there are several.',
  type: STR,
};

/** What a method returns that gives `None`. */
const NOTHING = 'Nothing.';

const method = (
  name: string,
  signature: string,
  summary: string,
  doc: string,
  returns: string,
  parameters: Readonly<Record<string, ParameterWords>> = {},
): ClassMember => ({
  ...{ kind: 'method', name, signature, summary, doc, returns, parameters },
  ...(returns === NOTHING && { result: null }),
});

/** A method that works only if its object was made in the scope of a strategy. */
const inStrategy = (
  facts: Pick<ClassMember, 'building' | 'callsRates' | 'graphOnly' | 'givesNested'>,
  ...words: Parameters<typeof method>
): ClassMember => ({ ...method(...words), ...facts, scope: 'needed' });

/** A property whose value is a dict with such keys. */
const dict = (name: string, keys: Type, summary: string, doc: string): ClassMember => ({
  kind: 'property',
  keys,
  name,
  signature: '',
  summary,
  doc,
  returns: '',
  parameters: {},
});

const lookups = (
  returns: string,
  doc: string,
  givesNested: NestedResult,
  parameters = LOOKUP,
): ClassMember[] =>
  ['embedding_lookup', '__call__'].map((name) => ({
    ...method(
      name,
      'features, weights=None',
      'Looks up ids and combines their vectors.',
      doc,
      returns,
      parameters,
    ),
    givesNested,
  }));

const build = method(
  'build',
  '',
  'Makes the tables and their slot variables.',
  'Called by the first lookup, if not before.',
  NOTHING,
);

export const CLASS_WORDS: Partial<Record<MemberName, MemberWords>> = {
  TPUEmbedding: {
    group: 'embedding',
    role: 'embedding',
    lacks: NO_BATCH_SIZE,
    hardware: 'tpu-embedding',
    summary: 'Trains embedding tables on TPUs with the first embedding accelerator, before SparseCores.',
    doc: `The steps of a training loop: \`enqueue\` ids on the host; in \`strategy.run\` \`dequeue\` activations, \
compute the loss, and \`apply_gradients\`. Make it in the scope of a \`TPUStrategy\`, one for each initialisation of \
the TPU. Outside of one it only describes tables; see \`serving_embedding_lookup\`.

It writes a configuration in feature style, mode \`TRAINING\` and sharding \`DIV_DEFAULT\`. Batch size comes from the \
data: there is no \`batch_size\`.`,
    parameters: {
      feature_config: FEATURE_CONFIG,
      optimizer: {
        doc: 'For tables without an optimizer of their own. It must be given, but may be `None` where no TPU is \
used or no table needs it.',
        type: OPTIMIZER,
        nullable: true,
        sets: 'table_descriptor.optimization_parameters',
      },
      pipeline_execution_with_tensor_core: {
        ...PIPELINE,
        sets: 'pipeline_execution_with_tensor_core',
      },
    },
    members: [
      {
        ...method(
          'build',
          'per_replica_input_shapes=None, per_replica_batch_size=None',
          'Sets up the TPU for these tables and makes their variables.',
          `The first \`enqueue\` does so by itself where it can see the shapes. It fails where the TPU has an \
embedding set up already, and where a shape is not fully known in the end.`,
          NOTHING,
          {
            per_replica_input_shapes: {
              doc: "Shapes of one replica's ids in the structure of `feature_config`; the last size is left off for \
the activations. Shapes in `FeatureConfig.output_shape` go first, and must agree.",
              type: { of: 'structure', item: { of: 'shape' } },
              nested: { like: 'feature_config', match: 'leaves' },
              onTpu: true,
              sets: 'per_replica_input_shapes',
            },
            per_replica_batch_size: {
              doc: 'Deprecated: the batch size of one replica, for features of rank 1 and 2 only. Give shapes.',
              type: union({ of: 'int', strict: 'index' }, { of: 'shape' }),
              onTpu: true,
              sets: 'per_replica_batch_size',
              deprecated: 'give `per_replica_input_shapes`, or `output_shape` of every feature.',
            },
          },
        ),
        building: 'builds',
      },
      inStrategy(
        { building: 'builds', graphOnly: true },
        'enqueue',
        'features, weights=None, training=True, name=None, device=None',
        'Feeds the ids of a step to the TPU.',
        `On the CPU, outside of control flow and of any \`tf.function\` inside \`strategy.run\`. Datasets must not \
prefetch to the device: \`tf.distribute.InputOptions(experimental_fetch_to_device=False)\`. Indices are cast to \
int32, ids to int64 and weights to float32.`,
        NOTHING,
        {
          ...LOOKUP,
          training: {
            doc: 'Whether gradients follow; if not, the step looks up only. Ignored where `name` is given: then it \
counts whether gradients of that name are applied.',
            type: { of: 'bool', decides: true },
          },
          name: NODE,
          device: DEVICE,
        },
      ),
      inStrategy(
        { building: 'needed', givesNested: { like: 'feature_config', leaves: 'activations' } },
        'dequeue',
        'name=None',
        'Receives the activations of the ids that were fed last.',
        'Within `strategy.run`, once per `enqueue`.',
        'Float tensors in the structure of `feature_config`, each of its output shape followed by `dim`.',
        { name: NODE },
      ),
      inStrategy(
        { building: 'needed', callsRates: true },
        'apply_gradients',
        'gradients, name=None',
        'Sends gradients back, by which the TPU updates the tables.',
        'Within `strategy.run`, at most once per `enqueue`.',
        NOTHING,
        {
          gradients: {
            doc: 'Gradients of the activations in the structure and shapes that `dequeue` gave. `None` sends zeros, \
with a warning: rows of optimizers with momentum move all the same.',
            type: TENSORS,
            nested: AS_FEATURES,
            holds: 'gradients',
          },
          name: NODE,
        },
      ),
      {
        ...dict(
          'embedding_tables',
          part('table'),
          `${DICT_OF_VARIABLES}, off the TPU.`,
          'On a TPU it raises `RuntimeError`: save a checkpoint, and restore it under a CPU strategy.',
        ),
        scope: 'refused',
      },
    ],
  },
  TPUEmbeddingV0: {
    group: 'embedding',
    role: 'embedding',
    lacks: NO_BATCH_SIZE,
    scope: 'needed',
    summary:
      'Looks up in tables on TPUs without an embedding accelerator (v5e): every replica holds them in full.',
    doc: 'Make it in the scope of a `TPUStrategy`; elsewhere it raises `RuntimeError`. Gradients and optimizers are \
those of ordinary variables.',
    parameters: {
      feature_config: FEATURE_CONFIG,
      optimizer: {
        doc: 'For tables without an optimizer of their own: decides which slot variables are made.',
        type: OPTIMIZER,
        nullable: true,
        sets: SETS_OPTIMIZER,
      },
    },
    members: [
      build,
      ...lookups(
        'Activations in the structure of `feature_config`.',
        'Within `strategy.run`. A mean divides by the sum of the weights; a sample without ids gives zeros.',
        { like: 'feature_config', leaves: 'vectors' },
      ),
      dict('embedding_tables', part('table'), `${DICT_OF_VARIABLES}.`, ''),
    ],
  },
  TPUEmbeddingV2: {
    group: 'embedding',
    role: 'embedding',
    lacks: NO_BATCH_SIZE,
    hardware: 'sparsecore',
    scope: 'needed',
    summary: 'Trains embedding tables on SparseCores (TPU v5p and v6e).',
    doc: `Make it in the scope of a \`TPUStrategy\`; elsewhere it raises \`RuntimeError\`. Every \
\`FeatureConfig\` needs an \`output_shape\`, every table a name and an optimizer, its own or this object's.

Of the optimizers it uses learning rate and formula: weight limits, \`clipvalue\`, gradient accumulation and \
\`lazy_adam\` have no effect, and weight decay raises \`NotImplementedError\`. It works on copies of the tables, \
whose sizes it pads.`,
    parameters: {
      feature_config: FEATURE_CONFIG,
      optimizer: {
        doc: 'For tables without an optimizer of their own: `SGD`, `Adagrad`, `AdagradMomentum`, `FTRL` or `Adam`. \
A table that gets none fails with an `AttributeError`.',
        type: OPTIMIZER,
        sets: SETS_OPTIMIZER,
      },
      pipeline_execution_with_tensor_core: PIPELINE,
      sparse_core_embedding_config: {
        doc: 'How tables are stacked and how much room ids have; `None` takes the defaults, with a warning.',
        type: { of: 'instance', classes: [embeddingId('SparseCoreEmbeddingConfig')] },
      },
    },
    members: [
      build,
      method(
        'enqueue',
        'features, weights=None, device=None',
        'Prepares the ids of a step for the SparseCores.',
        'On the CPU, outside of control flow inside `strategy.run`.',
        'What `dequeue` takes.',
        { ...LOOKUP, device: DEVICE },
      ),
      {
        ...method(
          'dequeue',
          'partitioned_tensors',
          'Looks up the ids that `enqueue` has prepared.',
          'Within `strategy.run`.',
          'The activations in the structure of `feature_config`, and the value to pass to `apply_gradients`.',
          {
            partitioned_tensors: {
              doc: 'What `enqueue` gave: a `PartitionedCsrFormatTensor` for every stack.',
              type: { of: 'other', name: 'dict[str, PartitionedCsrFormatTensor]' },
            },
          },
        ),
        givesNested: { like: 'feature_config', isFirst: true },
      },
      ...lookups(
        'The activations in the structure of `feature_config`, and the value to pass to `apply_gradients`.',
        '`enqueue` and `dequeue` in one.',
        { like: 'feature_config', isFirst: true },
      ),
      method(
        'apply_gradients',
        'gradients, preserved_outputs',
        'Updates the tables by the gradients of the activations.',
        'Within `strategy.run`, after `build`.',
        NOTHING,
        {
          gradients: {
            doc: 'Gradients of the activations in the structure of `feature_config`. `None` means zeros, with a \
warning, which moves rows of optimizers with momentum all the same.',
            type: TENSORS,
            nested: AS_FEATURES,
            holds: 'gradients',
          },
          preserved_outputs: {
            doc: 'The second value that the lookup gave, which says what ids were looked up.',
            type: { of: 'other', name: 'dict[str, PartitionedCsrFormatTensor]' },
          },
        },
      ),
      {
        ...method(
          'compute_sparse_core_stats',
          'features, feature_config, num_tpu_chips, num_sc_per_chip=4, optimizer=None, sparse_core_embedding_config=None',
          'Measures how much room the ids of a batch need, without a TPU.',
          'A class method. Over a representative set of batches it gives the values for `max_ids_per_table` and \
`max_unique_ids_per_table`.',
          'Two dicts by the names of stacks: the most ids, and the most distinct ids, of any partition.',
          {
            features: {
              doc: 'Ids of a batch in the structure of `feature_config`: tensors, sparse or ragged tensors.',
              type: TENSORS,
            },
            feature_config: {
              doc: 'The features to measure for, in any nesting of dicts, lists and tuples: those that the object will get.',
              type: FEATURES,
              sets: 'features',
            },
            num_tpu_chips: {
              doc: 'How many chips the TPU will have, over all hosts.',
              type: { of: 'int', expects: { min: 1 } },
            },
            num_sc_per_chip: {
              doc: 'How many SparseCores a chip has: 4 on v5p, 2 on v6e.',
              type: { of: 'int', expects: { min: 1 } },
            },
            optimizer: {
              doc: 'Optimizer of tables that have none of their own: tables that differ in it are not stacked.',
              type: OPTIMIZER,
              sets: SETS_OPTIMIZER,
            },
            sparse_core_embedding_config: {
              doc: 'How tables are stacked, which it may rule out, and how much room ids have. `None` takes the defaults.',
              type: { of: 'instance', classes: [embeddingId('SparseCoreEmbeddingConfig')] },
            },
          },
        ),
      },
      dict('embedding_tables', STR, 'A dict from the name of a stack to its sharded variable.', ''),
      dict(
        'embedding_table_shards',
        STR,
        'The shards of every stack, pairs of device and value, by the name of the stack.',
        '',
      ),
      dict('embedding_layouts', STR, "Where each table's rows lie, by the name of the table.", ''),
      dict('variables', STR, 'All variables by the name of the stack, slot variables included.', ''),
      {
        kind: 'constant',
        name: 'DEFAULT_MAX_IDS_PER_TABLE',
        signature: '',
        summary: 'Room for ids in a partition of a stack that `max_ids_per_table` does not list: 256.',
        doc: '',
        returns: '',
        parameters: {},
      },
      {
        kind: 'constant',
        name: 'DEFAULT_MAX_UNIQUE_IDS_PER_TABLE',
        signature: '',
        summary:
          'Room for distinct ids in a partition of a stack that `max_unique_ids_per_table` does not list: 256.',
        doc: '',
        returns: '',
        parameters: {},
      },
    ],
  },
  TPUEmbeddingForServing: {
    group: 'embedding',
    role: 'embedding',
    scope: 'refused',
    summary: 'Looks up in the same tables on a CPU, to serve or test a model that was trained on TPUs.',
    doc: 'Restores checkpoints of the training classes. Under a `TPUStrategy` it raises `RuntimeError`.',
    parameters: {
      feature_config: FEATURE_CONFIG,
      optimizer: {
        doc: 'Decides which slot variables are made. It must be given; with `None` there are none, which is enough for \
serving.',
        type: OPTIMIZER,
        nullable: true,
        sets: SETS_OPTIMIZER,
      },
      experimental_sparsecore_restore_info: {
        doc: 'How tables were stacked in a checkpoint of `TPUEmbeddingV2`, so that it can be restored. Experimental.',
        type: { of: 'dict', key: STR, value: { of: 'other', name: 'Any' } },
        unchecked: true,
      },
    },
    members: [
      build,
      ...lookups(
        'Activations in the structure of `features`.',
        'Features may be left out, but none added.',
        { like: 'features', leaves: 'looked-up' },
        PARTIAL_LOOKUP,
      ),
      dict('embedding_tables', part('table'), `${DICT_OF_VARIABLES}.`, ''),
      dict(
        'variables',
        STR,
        'All variables by the name of their table and then of the slot.',
        'The official documentation says they are kept by `TableConfig`; they are not.',
      ),
    ],
  },
  serving_embedding_lookup: {
    group: 'embedding',
    summary: 'Looks up ids on a CPU in tables given as variables, as the TPU would.',
    doc: 'For exporting a model to serve. Which weights and inputs fit together is checked per feature.',
    returns: 'Activations in the structure of `inputs`.',
    givesNested: { like: 'inputs', leaves: 'looked-up' },
    parameters: {
      inputs: {
        doc: 'Ids in the structure of `feature_config`, or a part of it: tensors, sparse or ragged tensors.',
        type: IDS,
        nested: { like: 'feature_config', match: 'part' },
        holds: 'ids',
      },
      weights: {
        doc: 'Weights of the ids in the structure of `inputs`, or `None`. Only sparse and ragged ids that are combined \
take them, each of its own kind.',
        type: TENSORS,
        nullable: true,
        nested: { like: 'inputs', match: 'same' },
        holds: 'weights',
      },
      tables: {
        doc: 'The variable of every table, by its `TableConfig`: `TPUEmbedding.embedding_tables`, for example.',
        type: {
          of: 'dict',
          key: part('table'),
          value: union(TENSOR, { of: 'other', name: 'tf.Variable' }),
          someFor: 'inputs',
        },
      },
      feature_config: FEATURE_CONFIG,
    },
  },
};
