/**
 * What Python has to contain to reach anything of the catalogue, whatever the aliases: a name can be renamed, but
 * the import or attribute that it comes from cannot.
 */
const TRACES = [
  'raw_ops',
  'tpu_embedding',
  'TPUEmbedding',
  'tpu_ops',
  'gen_xla_ops',
  'experimental.embedding',
  'experimental import embedding',
  'tpu import experimental',
  'optimization_parameters_pb2',
  'embedding_column_v2',
  'embedding_columns_v2',
  'initialize_system',
  'shutdown_system',
  'tfrs.layers.embedding',
  'recommenders.layers.embedding',
];

/**
 * `tpu.` and `tpu.experimental` with nothing behind them yet, or with what could become a name of the catalogue:
 * `embedding…`, `shared_embedding_columns`, `AdagradParameters`, … but not `initialize_tpu_system`.
 */
const BEGUN = /\btpu\.(?:(?:e\w{0,10})?(?!\w)|experimental(?!\.(?:shut|[^\WeAFSs])))/;

/** Whether a Python text can use anything of the catalogue. Cheap, and wrong only in saying yes. */
export function relevant(text: string): boolean {
  return TRACES.some((trace) => text.includes(trace)) || (text.includes('tpu.') && BEGUN.test(text));
}
