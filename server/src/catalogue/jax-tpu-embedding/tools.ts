import { NAMED_SHARDING, PARTITION_SPEC } from '../jax';
import { BOOL, type ParameterWords, STR, union } from '../parameters';
import type { Entry, Type } from '../types';
import { ANY_CORES, COMMON, EXACT_MOD, MESH, objectOf, TABLE_ARRAY, WHOLE_CORES } from './common';
import { entriesOf, inLibrary, inLookups, type Words } from './words';

const other = (doc: string, name: string): ParameterWords => ({ doc, type: { of: 'other', name } });
const COUNT: Type = { of: 'int' };
const PATH: Type = union(STR, objectOf('os.PathLike'));
/** Several arrays of one shape are as good as one with an axis more. */
const TABLE: Type = union(TABLE_ARRAY, { of: 'list', item: TABLE_ARRAY, minLength: 1 });

const UTILS: Readonly<Record<string, Words>> = {
  num_sparsecores_per_device: {
    summary: 'How many SparseCores a device has: 4 on TPU v5p, 2 on v6e and TPU7x.',
    doc: 'Other devices, a CPU among them, raise `ValueError`.',
    signature: 'device=None',
    parameters: {
      device: {
        doc: 'The device, such as `jax.devices()[0]`, which `None` stands for.',
        type: {
          of: 'attribute',
          name: 'jax.Device',
          attribute: 'device_kind',
          accepts: ['TPU v5', 'TPU v5p', 'TPU v6e', 'TPU v6 lite', 'TPU7x'],
        },
      },
    },
    returns: '2 or 4.',
    result: { of: 'int' },
  },
  embedding_table_format: {
    summary: 'How a table lies in the memory of the devices.',
    signature: 'mesh, partition_spec',
    parameters: {
      mesh: { doc: 'The mesh of the devices that hold the table.', type: MESH },
      partition_spec: {
        doc: 'Over which axes of the mesh the table is spread.',
        type: { of: 'instance', classes: [PARTITION_SPEC] },
      },
    },
    returns: 'A format for `out_shardings`.',
  },
  embedding_table_format_with_sharding: {
    summary: 'How a table lies in the memory of the devices.',
    signature: 'sharding',
    parameters: {
      sharding: {
        doc: 'Over which devices of which mesh the table is spread.',
        type: { of: 'instance', classes: [NAMED_SHARDING] },
      },
    },
    returns: 'A format for `out_shardings`.',
  },
  shard_emb_table: {
    summary: 'Orders the rows of a table by the SparseCore that holds them.',
    signature: "table, *, num_devices, num_sc_per_device, sharding_strategy='MOD'",
    parameters: {
      table: { doc: 'An array with a row for each id, `[rows, width]`.', type: TABLE },
      num_devices: {
        doc: 'How many chips hold the table, all together.',
        type: { of: 'int', accepts: { nonZero: true } },
      },
      num_sc_per_device: ANY_CORES,
      sharding_strategy: EXACT_MOD,
    },
    returns: 'An array `[chips, rows of a chip, width]`.',
    result: { of: 'array' },
  },
  unshard_emb_table: {
    summary: 'Orders the rows of a table as the program counts them.',
    signature: "sharded_table, num_sc_per_device, sharding_strategy='MOD'",
    parameters: {
      sharded_table: {
        doc: 'The table, `[chips, rows of a chip, width]`.',
        type: TABLE,
        mistaken: {
          axes: 2,
          effect:
            'Its rows are taken for chips, so all numbers come out in one long row. Give `[chips, rows of a chip, width]`.',
        },
      },
      num_sc_per_device: WHOLE_CORES,
      sharding_strategy: EXACT_MOD,
    },
    returns: 'An array `[rows, width]`.',
    result: { of: 'array' },
  },
};

const client = (what: string, made: Pick<Words, 'signature' | 'parameters'>): Words => ({
  summary: `Keeps the numbers of ids that preprocessing saw, in ${what}.`,
  doc: '`record` and `publish` what a run has seen; `load` it in the next, and give it to `update_preprocessing_parameters`.',
  attributes: [],
  lacksItems: true,
  ...made,
  members: {
    record: {
      result: null,
      summary: 'Takes the largest of what it has and what a batch needed.',
      signature: 'data',
      parameters: {
        data: {
          doc: 'What preprocessing saw in a batch: its second result.',
          type: { of: 'instance', classes: [inLookups('SparseDenseMatmulInputStats')], orOthers: true },
        },
      },
    },
    publish: { summary: 'Writes what was recorded.', signature: '', result: null },
    load: {
      summary:
        'Reads what was published by all processes. Raises `FileNotFoundError` where there is nothing.',
      signature: '',
      returns: 'A `SparseDenseMatmulInputStats`.',
      result: inLookups('SparseDenseMatmulInputStats'),
    },
  },
});

const FOLDER = {
  base_dir: { doc: 'The folder that its files are written to and read from.', type: PATH },
};

const NPZ = { NPZFileFDOClient: client('files of NumPy', { signature: 'base_dir', parameters: FOLDER }) };
const CSV = {
  CSVFileFDOClient: client('files of comma-separated values', {
    signature: 'base_dir, retain_history=True',
    parameters: {
      ...FOLDER,
      retain_history: {
        doc: 'Whether what was written earlier is kept beside the new.',
        type: BOOL,
        unchecked: true,
      },
    },
  }),
};

/** The class of what is on its way between the stages of a pipeline. */
const STATE = inLibrary('lib.nn.embedding_pipelining_utils.PipelineState');

const STAGE = other('', 'function');
const STAGES: Readonly<Record<string, ParameterWords>> = {
  ...COMMON,
  pipeline_input: other('Ids and dense inputs of the step, a `CurrentStepInput`.', 'CurrentStepInput'),
  tc_train_state: other('The state of the dense part.', 'tree'),
  pipeline_state: other('What is on its way between stages.', 'PipelineState'),
  sc_fwd_function: { ...STAGE, doc: 'The stage of the pipeline that looks up ids.' },
  tc_function: { ...STAGE, doc: 'The stage of the pipeline that trains the dense part.' },
  sc_bwd_function: { ...STAGE, doc: 'The stage of the pipeline that updates tables.' },
  dense_input_sharding: other(
    'Over which devices the inputs of the dense part are spread.',
    'jax.sharding.Sharding',
  ),
  sparse_input_sharding: other(
    'Over which devices the preprocessed ids are spread.',
    'jax.sharding.Sharding',
  ),
  num_steps: { doc: 'How many batches go through the pipeline in total.', type: COUNT },
  feature_specs: { ...COMMON.feature_specs, unchecked: true },
  embedding_variables: other('The tables and slots that the stages look up and update.', 'tree'),
  global_mesh: { doc: 'The mesh of all devices, which must have one axis.', type: MESH },
};

const PIPELINING: Readonly<Record<string, Words>> = {
  step: {
    summary:
      'A step of a pipeline: looks up one batch, trains on the one before, and updates by the one before that.',
    signature:
      'pipeline_input, tc_train_state, embedding_variables, pipeline_state, sc_fwd_function, tc_function, sc_bwd_function, *, fake_tc_step',
    parameters: {
      fake_tc_step: {
        doc: 'Whether the dense part is left out, as in the first step and the last. A static argument of `jax.jit`.',
        type: BOOL,
        unchecked: true,
      },
    },
    returns: 'Output, further results of the update, train state, variables and pipeline state.',
    result: ['', '', '', '', STATE],
  },
  get_initial_state: {
    summary: 'An empty pipeline.',
    signature:
      'pipeline_input, tc_train_state, embedding_variables, sc_fwd_function, tc_function, dense_input_sharding=None, \
sparse_input_sharding=None',
    returns: 'A `PipelineState`.',
    result: STATE,
  },
  get_pipeline_state_sharding: {
    summary: 'How the state of a pipeline is spread.',
    signature:
      'pipeline_state_cls, dense_input_sharding, sparse_input_sharding, pipeline_output_sharding, tc_aux_sharding',
    parameters: {
      pipeline_state_cls: {
        doc: 'The class of the pipeline state, which makes the result.',
        type: { of: 'callable' },
      },
      pipeline_output_sharding: other(
        'Over which devices the output of each step is spread.',
        'jax.sharding.Sharding',
      ),
      tc_aux_sharding: other(
        'Over which devices further results of the dense part are spread.',
        'jax.sharding.Sharding',
      ),
    },
    returns: 'A `PipelineState` of shardings.',
  },
  get_default_sc_fwd_function: {
    summary: 'A stage of lookups.',
    signature: 'feature_specs, global_mesh',
    returns: 'A function.',
  },
  get_default_sc_bwd_function: {
    summary: 'A stage of updates.',
    signature: 'feature_specs, global_mesh',
    returns: 'A function.',
  },
  is_output_valid: {
    summary: 'Whether the output of a step belongs to a batch, as in all steps but the first and the last.',
    signature: 'pipeline_step, num_steps',
    parameters: { pipeline_step: { doc: 'The number of the step, from 0 on.', type: COUNT } },
    returns: 'A bool.',
    result: { of: 'bool' },
  },
  get_pipeline_train_steps: {
    summary: 'How many steps the pipeline takes: two more than there are batches.',
    signature: 'num_steps',
    returns: 'A number.',
    result: { of: 'int' },
  },
};

/** A node of a tree of Flax: it is frozen, and `replace` gives a changed copy. */
const NODE = { isFrozen: true, lacksItems: true, attributes: ['replace'] } as const;

const PIPELINE_STATES: Readonly<Record<string, Words>> = {
  CurrentStepInput: {
    ...NODE,
    summary: 'What goes into a step of a pipeline.',
    signature: 'sparse_inputs, dense_inputs',
    parameters: {
      sparse_inputs: other('Ids of the batch as preprocessing gives them.', 'PreprocessedInput'),
      dense_inputs: other('What the dense part takes beside the activations.', 'tree'),
    },
  },
  PipelineState: {
    ...NODE,
    summary: 'What is on its way between the stages of a pipeline.',
    signature:
      'pipeline_step, last_step_inputs, step_before_last_step_inputs, placeholder_output, placeholder_tc_aux',
    parameters: {
      pipeline_step: other('The number of the step, from 0 on.', 'jax.Array'),
      last_step_inputs: other('What the dense part takes in the next step.', 'tree'),
      step_before_last_step_inputs: other('What the update of the tables takes in the next turn.', 'tree'),
      placeholder_output: other('The output of steps without one.', 'tree'),
      placeholder_tc_aux: other('Further results of steps without any.', 'tree'),
    },
  },
};

const AUTO_PIPELINING: Readonly<Record<string, Words>> = {
  auto_pipelining: {
    summary: 'Turns a train step into a pipeline of its lookups, dense part and updates.',
    doc: 'Lookups and updates must stand directly in `jax.shard_map`, with the table as the last argument.',
    signature: 'fn, out_shardings, static_argnums=()',
    parameters: {
      fn: {
        doc: 'The train step: a function that looks up, trains and updates.',
        type: { of: 'callable' },
        unchecked: true,
      },
      out_shardings: other('Over which devices each result of the function is spread.', 'tuple'),
      static_argnums: other('The places of its static arguments.', 'tuple'),
    },
    returns: 'A function.',
  },
};

const CHECKPOINT_WORDS: Readonly<Record<string, ParameterWords>> = {
  ...COMMON,
  cp_path: { doc: 'The folder in which the checkpoints are kept, local or in a bucket.', type: PATH },
  cp_options: {
    doc: 'How many checkpoints are kept, and how often they are written.',
    type: objectOf('orbax.checkpoint.CheckpointManagerOptions'),
    nullable: true,
  },
  cp_manager: other(
    'The manager of checkpoints, as `create_checkpoint_manager` gives it.',
    'orbax.checkpoint.CheckpointManager',
  ),
  model: other('The module of NNX that is written or read.', 'nnx.Module'),
  optimizer: other('The optimizer of NNX that is written or read with its module.', 'nnx.Optimizer'),
  step: { doc: 'The number of the training step that a checkpoint is found by.', type: COUNT },
  num_global_devices: { doc: 'How many chips the job has.', type: { of: 'int', expects: { min: 1 } } },
  num_sc_per_device: ANY_CORES,
  model_key: { doc: 'Name of the model in the checkpoint.', type: STR },
  optimizer_key: { doc: 'Name of the optimizer in the checkpoint.', type: STR },
  embedding_spec_key: { doc: 'Name of the description of tables and stacks in the checkpoint.', type: STR },
  input_checkpoint_path: other('The folder of the checkpoint that is read.', 'str | os.PathLike'),
  output_checkpoint_path: other('The folder to which the new checkpoint is written.', 'str | os.PathLike'),
  cross_topology_checkpoint_restore_path: other(
    'The folder of the checkpoint that is read.',
    'str | os.PathLike',
  ),
  target_feature_specs: {
    ...COMMON.feature_specs,
    doc: 'The features as the new job prepares them, in any nesting.',
  },
  target_topology: other('The chips that it is made for, a `TargetTopology`.', 'TargetTopology'),
  target_batch_size: {
    doc: 'How many samples a step of the new job has, on all chips together.',
    type: COUNT,
  },
  embedding_layer_name: {
    doc: 'The attribute of the model that holds the layer. `None` looks for it.',
    type: STR,
  },
  restore_step: { doc: 'The step to read; `None` for the last.', type: COUNT },
  save_step: { doc: 'The step to write; `None` for that which was read.', type: COUNT },
};

const KEYS = "model_key='model', optimizer_key='optimizer', embedding_spec_key='embedding_spec'";

const CHECKPOINTS: Readonly<Record<string, Words>> = {
  create_checkpoint_manager: {
    summary: 'A checkpoint manager of Orbax for a model of NNX with SparseCore tables.',
    signature: `*, cp_path, cp_options, ${KEYS}`,
    returns: 'An `orbax.checkpoint.CheckpointManager`.',
  },
  save_checkpoint: {
    result: null,
    summary: 'Writes a model with the description of its tables and stacks.',
    signature: `*, cp_manager, step, model, optimizer, feature_specs, num_global_devices, num_sc_per_device, ${KEYS}`,
  },
  restore_checkpoint: {
    result: null,
    summary: 'Reads a checkpoint into a model, for as many chips as it was written on.',
    signature: `*, cp_manager=None, input_checkpoint_path=None, step=None, model, optimizer, ${KEYS}`,
  },
  restore_cross_topology_checkpoint: {
    result: null,
    summary: 'Reads a checkpoint into a model, for another number of chips.',
    signature: `*, cross_topology_checkpoint_restore_path, model, optimizer, target_feature_specs, num_global_devices, \
num_sc_per_device, ${KEYS}, embedding_layer_name=None, restore_step=None`,
  },
  convert_cross_topology_checkpoint: {
    result: null,
    summary: 'Writes a checkpoint anew for another number of chips.',
    signature: `*, input_checkpoint_path, output_checkpoint_path, target_topology=None, target_batch_size=None, ${KEYS}, \
restore_step=None, save_step=None, target_feature_specs=None`,
  },
  decompress_checkpoint: {
    summary: 'Unpacks a compressed checkpoint, for tests.',
    signature: 'checkpoint_path',
    parameters: { checkpoint_path: { doc: 'The compressed file that was written by a test.', type: STR } },
    returns: 'Its folder.',
  },
};

const TOPOLOGY: Readonly<Record<string, Words>> = {
  TargetTopology: {
    isFrozen: true,
    isNamedTuple: true,
    attributes: ['count', 'index'],
    summary: 'The chips that a checkpoint is made for, a named tuple.',
    signature: 'num_global_devices, num_sc_per_device, device_kind=None',
    parameters: {
      num_global_devices: { ...CHECKPOINT_WORDS['num_global_devices']!, unchecked: true },
      num_sc_per_device: { ...ANY_CORES, unchecked: true },
      device_kind: { doc: 'The kind of the devices, for people.', type: STR, unchecked: true },
    },
  },
};

const since = (words: Readonly<Record<string, Words>>) =>
  Object.fromEntries(
    Object.entries(words).map(([name, each]) => [name, { doc: 'Newer than 0.1.', ...each }]),
  );

export const toolEntries = (): Entry[] => [
  ...entriesOf('utils.utils', 'system', 'function', UTILS, COMMON),
  ...entriesOf('lib.fdo.file_fdo_client', 'sparsecore-input', 'class', NPZ),
  ...entriesOf('lib.fdo.csv_file_fdo_client', 'sparsecore-input', 'class', CSV),
  ...entriesOf('lib.nn.embedding_pipelining_utils', 'step', 'function', PIPELINING, STAGES),
  ...entriesOf('lib.nn.embedding_pipelining_utils', 'step', 'class', PIPELINE_STATES, STAGES),
  ...entriesOf('lib.auto_pipelining.auto_pipelining', 'step', 'function', AUTO_PIPELINING),
  ...entriesOf('lib.flax.nnx.checkpoint_utils', 'load', 'function', since(CHECKPOINTS), CHECKPOINT_WORDS),
  ...entriesOf('lib.flax.nnx.checkpoint_utils', 'load', 'class', since(TOPOLOGY), CHECKPOINT_WORDS),
];
