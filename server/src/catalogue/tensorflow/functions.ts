import { CONFIGURATION } from '../../schema/builtin';
import { lastPart, officialPage } from '../names';
import {
  BOOL,
  describedParameters,
  INT,
  NONE,
  type ParameterWords,
  STR,
  signature,
  union,
} from '../parameters';
import type { Entry, Group, Type } from '../types';
import { CATEGORICAL_COLUMN, SEQUENCE_COLUMN } from '../values';

const MESSAGE: Type = { of: 'message', message: CONFIGURATION };

interface FunctionWords {
  readonly names: readonly string[];
  readonly group: Group;
  readonly summary: string;
  readonly doc: string;
  readonly returns: string;
  readonly url?: string;
  readonly signature: string;
  readonly parameters: Readonly<Record<string, ParameterWords>>;
}

const COLUMN: Readonly<Record<string, ParameterWords>> = {
  dimension: {
    doc: 'Length of an embedding vector, in floats; less than 1 is refused.',
    type: { of: 'int', accepts: { min: 1 }, scalarUnless: 'initializer' },
    sets: 'dimension',
  },
  combiner: {
    doc: "How the vectors of one sample become one: `'mean'`, `'sum'` or `'sqrtn'`. Other names pass here and fail \
later; dense lookups on the TensorCore know only mean and sum. `None` counts as mean. Sequences are not combined.",
    type: union({ of: 'str', expects: ['mean', 'sum', 'sqrtn'] }, NONE),
    unchecked: true,
    sets: 'combiner',
  },
  initializer: {
    doc: 'Fills the table: an initializer object or any function of shape and dtype. `None` takes a truncated normal \
distribution with deviation `1/√dimension`.',
    type: { of: 'callable' },
    sets: 'initializer',
  },
  learning_rate_fn: {
    doc: 'Learning rate of the table, as a function of the global step. `None` takes that of the optimizer.',
    type: { of: 'callable', arguments: ['global_step'], returns: { of: 'float', expects: { above: 0 } } },
    unchecked: true,
  },
  embedding_lookup_device: {
    doc: "Where to look up: `'tpu_embedding_core'`, `'tpu_tensor_core'` (small tables; not for sequences) or \
`'cpu'`. `None` uses the embedding accelerator, which serves no inference on TPUs, while the CPU serves no training.",
    type: { of: 'str', accepts: ['cpu', 'tpu_tensor_core', 'tpu_embedding_core'] },
  },
  tensor_core_shape: {
    doc: "Batch size and greatest number of ids in a sample; `'tpu_tensor_core'` needs them. `None` means any batch \
size.",
    type: {
      of: 'list',
      item: union(INT, { of: 'none' }),
      minLength: 2,
      maxLength: 2,
      sized: true,
      uncheckedItems: true,
    },
  },
  use_safe_embedding_lookup: {
    doc: 'Whether negative ids and samples without ids are handled, which costs a little time.',
    type: BOOL,
    unchecked: true,
  },
};

const COLUMN_OF = (which: string) =>
  `${which} made by one of the \`categorical_column_with_…\` functions, their \`sequence_…\` forms, \`crossed_column\`, \
\`bucketized_column\` or \`weighted_categorical_column\`. Other kinds are refused.`;

const COLUMN_TYPE: Type = { of: 'object', classes: [CATEGORICAL_COLUMN, SEQUENCE_COLUMN] };

const COLUMNS = 'tpu.experimental';
const INTERNAL_COLUMNS = 'tensorflow.python.tpu.feature_column_v2';

const FIRST_COLUMNS = 'tensorflow.python.tpu.feature_column';

const FUNCTIONS: readonly FunctionWords[] = [
  {
    names: ['tensorflow.compat.v1.tpu.initialize_system', 'tensorflow.python.tpu.tpu.initialize_system'],
    group: 'system',
    summary: 'Makes the op that initializes the TPU, for graphs of TensorFlow 1.',
    doc: 'With `embedding_config` it sets up embedding as well. `tf.tpu.experimental.initialize_tpu_system` is its \
successor.',
    returns: 'The serialized `TopologyProto` of the TPU, a string tensor.',
    url: officialPage('compat.v1.tpu.initialize_system'),
    signature:
      'embedding_config=None, job=None, compilation_failure_closes_chips=True, tpu_cancellation_closes_chips=None',
    parameters: {
      embedding_config: {
        doc: 'The configuration as a message object, not in binary form. Nothing else may set up embedding then.',
        type: MESSAGE,
      },
      job: { doc: 'Job that the TPU belongs to, where there are several, such as `worker`.', type: STR },
      compilation_failure_closes_chips: {
        doc: 'Whether a program that fails to compile closes the chips of the TPU.',
        type: BOOL,
      },
      tpu_cancellation_closes_chips: {
        doc: 'Whether cancelling a step closes the chips of the TPU; `None` leaves it to the runtime.',
        type: BOOL,
      },
    },
  },
  {
    names: ['tensorflow.python.tpu.tpu.initialize_system_for_tpu_embedding'],
    group: 'system',
    summary: 'Makes the op that sets up embedding on an initialised TPU.',
    doc: 'It makes a `ConfigureTPUEmbedding` on the system device of the TPU. Internal to TensorFlow.',
    returns: 'The operation.',
    signature: 'embedding_config, job=None',
    parameters: {
      embedding_config: {
        doc: 'The configuration as a message object, not in binary form.',
        type: MESSAGE,
      },
      job: { doc: 'Job that the TPU belongs to, where there are several, such as `worker`.', type: STR },
    },
  },
  {
    names: ['tensorflow.compat.v1.tpu.shutdown_system', 'tensorflow.python.tpu.tpu.shutdown_system'],
    group: 'system',
    summary: 'Makes the op that shuts the TPU down, for graphs of TensorFlow 1.',
    doc: 'What is in device memory is lost, embedding tables included.',
    returns: 'The operation.',
    url: officialPage('compat.v1.tpu.shutdown_system'),
    signature: 'job=None',
    parameters: {
      job: { doc: 'Job that the TPU belongs to, where there are several, such as `worker`.', type: STR },
    },
  },
];

const COLUMN_FUNCTIONS: readonly FunctionWords[] = [
  {
    names: [`tensorflow.compat.v1.${COLUMNS}.embedding_column`, `${INTERNAL_COLUMNS}.embedding_column_v2`],
    group: 'feature-column',
    summary: 'A feature column that looks its ids up in a TPU embedding table.',
    doc: 'For models of the Estimator kind. A table of its own for the column; `shared_embedding_columns` share one.',
    returns: 'A dense feature column.',
    url: officialPage('compat.v1.tpu.experimental.embedding_column'),
    signature:
      "categorical_column, dimension, combiner='mean', initializer=None, max_sequence_length=0, \
learning_rate_fn=None, embedding_lookup_device=None, tensor_core_shape=None, use_safe_embedding_lookup=True",
    parameters: {
      ...COLUMN,
      categorical_column: {
        doc: COLUMN_OF('The ids, a column'),
        type: COLUMN_TYPE,
      },
      max_sequence_length: {
        doc: 'Length of the sequence for a sequence column, where it must be above 0; 0 for all others. Longer \
ones are cut, shorter ones filled up with zeros.',
        type: { of: 'int', expects: { min: 0 } },
      },
    },
  },
  {
    names: [
      `tensorflow.compat.v1.${COLUMNS}.shared_embedding_columns`,
      `${INTERNAL_COLUMNS}.shared_embedding_columns_v2`,
    ],
    group: 'feature-column',
    summary: 'Feature columns that look their ids up in one TPU embedding table.',
    doc: 'For models of the Estimator kind.',
    returns: 'A list of dense feature columns.',
    url: officialPage('compat.v1.tpu.experimental.shared_embedding_columns'),
    signature:
      "categorical_columns, dimension, combiner='mean', initializer=None, shared_embedding_collection_name=None, \
max_sequence_lengths=None, learning_rate_fn=None, embedding_lookup_device=None, tensor_core_shape=None, \
use_safe_embedding_lookup=True",
    parameters: {
      ...COLUMN,
      categorical_columns: {
        doc: `${COLUMN_OF('The ids, columns')} All with the same number of buckets, which is that of the table's rows.`,
        type: { of: 'list', item: COLUMN_TYPE, minLength: 1, sized: true },
      },
      shared_embedding_collection_name: {
        doc: 'Name of the table. `None` joins the sorted names of the columns by `_` and adds `_shared_embedding`.',
        type: STR,
        unchecked: true,
      },
      max_sequence_lengths: {
        doc: 'Length of the sequence for every column, as many as there are columns: above 0 for sequence columns, \
0 for others. `None` means 0 for all.',
        type: {
          of: 'list',
          item: { of: 'int', expects: { min: 0 } },
          lengthOf: 'categorical_columns',
          sized: true,
          orEmpty: true,
        },
      },
    },
  },
];

/** The function behind the exported one, for columns that look up on the embedding accelerator. */
const firstColumns = ({ url: _, ...words }: FunctionWords): FunctionWords => ({
  ...words,
  names: [`${FIRST_COLUMNS}.${lastPart(words.names[0]!)}`],
  signature: words.signature.replace('embedding_lookup_device=None, tensor_core_shape=None, ', ''),
});

/** Functions that start a TPU from a TensorFlow 1 graph, and the feature columns. */
export function functionEntries(): Entry[] {
  return [...FUNCTIONS, ...COLUMN_FUNCTIONS, ...COLUMN_FUNCTIONS.map(firstColumns)].map(
    ({ names, signature: text, parameters, ...words }) => ({
      id: names[0]!,
      kind: 'function',
      name: names[0]!.slice(names[0]!.lastIndexOf('.') + 1),
      qualifiedNames: names,
      ...words,
      library: 'tensorflow',
      parameters: describedParameters(names[0]!, signature(text), parameters),
    }),
  );
}
