/**
 * What Python must contain to reach anything of the catalogue, whatever the aliases: a name can be renamed, but
 * the import or attribute that it comes from cannot.
 */
export const TRACES = [
  // … but not at the beginning of a string, such as the names that TensorFlow exports its ops by.
  '(?<!["\'])raw_ops',
  'tpu_embedding',
  'TPUEmbedding',
  'tpu_ops',
  'gen_xla_ops',
  'experimental\\.embedding',
  'experimental import embedding',
  'tpu import experimental',
  'optimization_parameters_pb2',
  'embedding_columns?_v2',
  'tpu(?:\\.| import )feature_column',
  '(?:initialize|shutdown)_system',
  // … `layers.` too, with nothing behind it yet or with what could become `embedding`.
  '(?:tfrs|recommenders)\\.layers\\.(?:e\\w{0,8})?(?!\\w)',
  // `tpu.` and `tpu.experimental` with nothing behind them yet, or with what could become a name of the catalogue:
  // `embedding…`, `shared_embedding_columns`, `AdagradParameters`, … but not `initialize_tpu_system`.
  '\\btpu\\.(?:(?:e\\w{0,10})?(?!\\w)|experimental(?!\\.(?:shut|[^\\WeAFSs])))',
].join('|');

/** A single expression: it reads the text once, which is several times as fast as a search for each. */
const ANY = new RegExp(TRACES);

/** Whether a Python text can use anything of the catalogue. Cheap, and wrong only in saying yes. */
export const relevant = (text: string): boolean => ANY.test(text);

/** An import that is one name away from the catalogue: completion helps with it before the text is relevant. */
const BEGINNING = /\btensorflow[\w.]*\.tpu\b/;

/** Whether a Python text, or the part that is being typed, needs the language server. */
export const needsServer = (text: string): boolean => relevant(text) || BEGINNING.test(text);
