import type { OpFacts } from '../../types';
import {
  NO_OUTPUT,
  type NotesByName,
  type OpFamily,
  type ParameterNotes,
  SERIALIZED_CONFIGURATION,
} from './op-family';

/** The contents of slot variables, by name, or by `algorithm.name` where algorithms differ. */
const SLOTS: Readonly<Record<string, string>> = {
  accumulators:
    'Sum of the squared gradients so far; the step is divided by its root. Above 0 from the start: \
`tf.tpu.experimental.embedding.Adagrad` begins with 0.1.',
  'adagrad_momentum.accumulators':
    'Sum of the squared gradients so far or, where `beta2` is not 1, their moving average. \
`tf.tpu.experimental.embedding.AdagradMomentum` begins with 0.',
  'ftrl.accumulators':
    'Sum of the squared gradients so far. FTRL derives the weights from it and `linears`, so load all three \
together. `tf.tpu.experimental.embedding.FTRL` begins with 0.1.',
  'mdl_adagrad_light.accumulators': 'Sum of the squared gradients so far.',
  'adadelta.accumulators':
    'Moving average of the squared gradients, by `rho`, over which the updates are scaled. Begins with 0.',
  linears:
    'The linear term of FTRL: gradients summed, less the share that the moving step size takes back. Begins with 0.',
  'adam.momenta': 'Moving average of the gradients, by `beta1`: the first moment. Begins with 0.',
  'momentum.momenta': 'Gradients summed, the older the less by `momentum`. Begins with 0.',
  'adagrad_momentum.momenta': 'Scaled gradients summed, the older the less by `momentum`. Begins with 0.',
  velocities: 'Moving average of the squared gradients, by `beta2`: the second moment. Begins with 0.',
  updates: 'Moving average of the squared updates, by `rho`. Begins with 0.',
  ms: 'Moving average of the squared gradients, by `rho`: the mean square. Begins with 0.',
  mom: 'Updates summed, the older the less by `momentum`. Begins with 0.',
  mg: 'Moving average of the gradients themselves, by `rho`, which centres the mean square. Begins with 0.',
  weights: 'The second slot of MDL Adagrad Light. What it holds is not published: load what was retrieved.',
  benefits: 'The third slot of MDL Adagrad Light. What it holds is not published: load what was retrieved.',
  v: "Yogi's estimate of the squared gradients, which moves by at most one squared gradient a step. Begins with a \
small number such as 1e-6.",
  m: "Moving average of the gradients, Yogi's first moment, by `beta1`. Begins with 0.",
  last_hit_step: 'The step in which each row was last looked up. Begins with 0.',
};

const ARGUMENTS: NotesByName = {
  parameters: {
    doc: 'The embedding vectors of the shard, float32 `[rows of the shard, dimension]`. A table of *n* rows gives every \
shard `n // num_shards` of them, and one more to each of the first `n % num_shards`.',
    value: { rank: 2 },
  },
  num_shards: {
    doc: "Into how many shards the table is cut: the number of hosts, `num_hosts` of the configuration. 0 and less \
pass here and fail once the shard's ops are merged.",
    value: { bits: 32, expects: { min: 1 } },
  },
  shard_id: {
    doc: 'Which shard it is, from 0 to `num_shards - 1`. Not checked before the ops of the shard are merged.',
    value: { bits: 32, expects: { min: 0 } },
  },
  table_id: {
    doc: "The table's position in `table_descriptor`, from 0. A negative value counts as not given, and \
then `table_name` must be given: exactly one of the two chooses the table.",
    value: { bits: 32 },
  },
  table_name: {
    doc: "The table's `name` in `table_descriptor`. Empty counts as not given, and then `table_id` must be given. A \
name that no table has fails once the ops of the shard are merged.",
  },
  config: {
    doc: 'The `TPUEmbeddingConfiguration` in binary form, `config.SerializeToString()`: the one that the TPU was set up \
with. One op of the graph must carry it; where others do too, they carry the same bytes. Empty leaves it to them.',
    type: SERIALIZED_CONFIGURATION,
  },
};

const slots = (op: OpFacts) => (isLoad(op) ? op.inputs : op.outputs).map(({ name }) => name).slice(1);

const isLoad = ({ name }: OpFacts) => name.startsWith('Load');

const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

const MERGED = `TensorFlow merges the ops of a shard into one. So a graph has either none of them or, for every \
shard, exactly one for each table.`;

function summary(op: OpFacts): string {
  const state = slots(op).length > 0 ? ' with its slot variables' : '';
  return isLoad(op)
    ? `Loads a shard of an embedding table${state} into device memory, for tables that learn by ${op.algorithm}.`
    : `Retrieves a shard of an embedding table${state} from device memory, for tables that learn by ${op.algorithm}.`;
}

function doc(op: OpFacts): string {
  const fits = `It fits tables whose \`optimization_parameters\` choose \`${op.algorithm}\`, and no other.`;
  const use = isLoad(op)
    ? 'Run it after `ConfigureTPUEmbedding` and before the first step, as to restore a checkpoint.'
    : 'Run it between steps, as to write a checkpoint; the table stays where it is.';
  const shapes = isLoad(op)
    ? 'All tensors are float32 of the shape `[rows of the shard, dimension]`.'
    : 'Shapes are unknown until the graph is prepared for the TPU; then they are `[rows of the shard, dimension]`.';
  return [`${fits} ${use}`, shapes, MERGED].join('\n\n');
}

function returns(op: OpFacts): string {
  if (isLoad(op)) return NO_OUTPUT;
  return slots(op).length === 0
    ? 'The rows of the shard, a float32 tensor.'
    : `A named tuple of float32 tensors: ${list(op.outputs.map(({ name }) => name))}.`;
}

function slot(name: string, op: OpFacts): ParameterNotes | undefined {
  const words = SLOTS[`${op.algorithm}.${name}`] ?? SLOTS[name];
  return words === undefined
    ? undefined
    : { doc: `${words} float32, of the shape of \`parameters\`.`, value: { rank: 2, shapeOf: 'parameters' } };
}

/** Ops that move tables and their slot variables into and out of device memory. */
export const TABLES: OpFamily = {
  describe: (op) =>
    op.algorithm === undefined
      ? undefined
      : { group: isLoad(op) ? 'load' : 'retrieve', summary: summary(op), doc: doc(op), returns: returns(op) },
  parameter: (name, op) => ARGUMENTS[name] ?? slot(name, op),
};
