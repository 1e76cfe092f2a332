import {
  NO_OUTPUT,
  type NotesByName,
  notesFor,
  type OpDescription,
  type OpFamily,
  SERIALIZED_CONFIGURATION,
} from './op-family';

const OPS: Readonly<Record<string, Omit<OpDescription, 'group'>>> = {
  ConfigureDistributedTPU: {
    summary: 'Initialises the TPU system and gives its topology.',
    doc: `Place it on a \`TPU_SYSTEM\` device and run it first; \`tf.tpu.experimental.initialize_tpu_system\` does \
so for you. A rewrite of the graph replaces it by ops for every host. It does not set up embedding tables: \
\`ConfigureTPUEmbedding\` does.`,
    returns: 'A string scalar, the serialized `TopologyProto` of the TPU.',
  },
  ConfigureTPUEmbedding: {
    summary: 'Sets up the embedding engine of an initialised TPU: lays out the tables in device memory.',
    doc: `Place it on the \`TPU_SYSTEM\` device and run it once, after \`ConfigureDistributedTPU\` and before any \
load, enqueue or receive op. A rewrite of the graph replaces it; that is when the configuration is validated, and \
when a TPU job without a CPU device is refused.`,
    returns: NO_OUTPUT,
  },
  IsTPUEmbeddingInitialized: {
    summary: 'Says whether the embedding engine of the TPU is set up.',
    doc: 'The kernel is part of the TPU runtime alone; elsewhere, running it raises `NotFoundError`.',
    returns: 'A bool scalar.',
  },
  ShutdownDistributedTPU: {
    summary: 'Shuts the TPU system down.',
    doc: 'Whatever device memory held is lost, embedding tables included: retrieve them first.',
    returns: NO_OUTPUT,
  },
};

const NOTES: NotesByName = {
  embedding_config: {
    doc: 'Reserved: leave it empty, or initialising the TPU fails. Tables go to `ConfigureTPUEmbedding`.',
  },
  tpu_embedding_config: {
    doc: 'Meant for a serialized `TPUEmbeddingConfiguration`, but not used: a configuration given here \
is silently ignored. Give it to `ConfigureTPUEmbedding`.',
    type: SERIALIZED_CONFIGURATION,
  },
  is_global_init: { doc: 'Reserved for later use in TensorFlow: leave it `False`.' },
  enable_whole_mesh_compilations: {
    doc: 'Whether all workers may compile TPU programs; otherwise only the master does.',
  },
  compilation_failure_closes_chips: {
    doc: 'Whether a program that fails to compile closes the chips, so that the TPU must be initialised again.',
  },
  tpu_cancellation_closes_chips: {
    doc: 'Whether cancelling a step closes the chips: 0 leaves it open, 1 does, 2 does not. Only the TFRT runtime \
reads it.',
    value: { expects: { min: 0, max: 2 } },
  },
  'ConfigureTPUEmbedding.config': {
    doc: 'The configuration in binary form, `config.SerializeToString()`. Any string passes while the op is built. \
At initialisation an empty one is refused, while one that cannot be parsed counts as an empty message and is \
usually blamed for its batch size.',
    type: SERIALIZED_CONFIGURATION,
  },
  'IsTPUEmbeddingInitialized.config': {
    doc: 'A `TPUEmbeddingConfiguration` in binary form: the op asks whether the TPU is set up with this one in particular. \
Empty asks whether it is set up with any.',
    type: SERIALIZED_CONFIGURATION,
  },
};

/** Ops that start and stop the TPU. */
export const SYSTEM: OpFamily = {
  describe: ({ name }) => OPS[name] && { group: 'system', ...OPS[name] },
  parameter: notesFor(NOTES),
};
