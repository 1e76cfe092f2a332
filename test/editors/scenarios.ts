// User actions in every editor, and their expected results.

export interface Scenario {
  readonly title: string;
  readonly file: string;
  /** The cursor is `|`, if there is one. */
  readonly text: string;
  readonly act: 'configure' | 'diagnose' | 'hover' | 'complete' | 'fix' | 'format' | 'rename' | 'show';
  /** The accepted suggestion, the new name, an editor command, or a rule that is switched on. */
  readonly input?: string;
  /**
   * The expected text; for `hover` and `show` the content of the window, for `diagnose` the marked text and the
   * message, for `configure` the messages.
   */
  readonly expected: string;
}

const HEADER = '# proto-message: tensorflow.tpu.TPUEmbeddingConfiguration\n';
/** A table in one line. The character in its name is one code point, two UTF-16 units or four bytes. */
const table = (fields: string) => `${HEADER}mode: TRAINING
num_hosts: 1
num_tensor_cores: 8
batch_size_per_tensor_core: 128
table_descriptor { name: "🙂 ${fields} }
`;
const OPTIMIZER = 'num_features: 1 optimization_parameters { learning_rate { constant: 0.1 } adagrad {} }';

const IMPORT = 'import tensorflow as tf\n\nembedding = tf.tpu.experimental.embedding\n';

/** Texts with an optimizer after such a name. */
export const BEHIND_EMOJI = {
  configuration: (name: string, optimizer: string) =>
    table(
      `${name}" vocabulary_size: 1000 dimension: 8 num_features: 1 optimization_parameters { learning_rate { constant: 0.1 } ${optimizer} }`,
    ),
  program: (optimizer: string) =>
    `${IMPORT}table = embedding.TableConfig(1000, 8, name="🙂", ${optimizer})
embedding.TPUEmbedding(embedding.FeatureConfig(table), embedding.SGD(0.1))
`,
};

export const SCENARIOS: readonly Scenario[] = [
  {
    title: 'a misspelled field is marked behind an emoji',
    file: 'marked.textproto',
    text: table(`marked" vocabulary_siz: 1000 dimension: 8 ${OPTIMIZER}`),
    act: 'diagnose',
    expected: 'vocabulary_siz: TableDescriptor has no field "vocabulary_siz"',
  },
  {
    title: 'an unknown argument is marked behind an emoji',
    file: 'marked.py',
    text: `${IMPORT}embedding.TableConfig(1000, 8, name="🙂 marked_python", optimzer=None)\n`,
    act: 'diagnose',
    expected: 'optimzer: `TableConfig` takes no `optimzer`',
  },
  {
    title: 'a rule that is switched on reports its problems in an open file',
    file: 'configured.textproto',
    text: table(`configured" vocabulary_size: 1000000 dimension: 20 numfeatures: 1 ${OPTIMIZER}`),
    act: 'configure',
    // Off by the settings of the page.
    input: 'dimension-padding',
    expected: 'padded from 20 to 24',
  },
  {
    title: 'a field says what it means behind an emoji',
    file: 'hovered.pbtxt',
    text: table(`hovered" vocabulary_size: 1000 dim|ension: 8 ${OPTIMIZER}`),
    act: 'hover',
    expected: 'Rows are padded to a multiple of 8 floats in device memory',
  },
  {
    title: 'an argument says what it means behind an emoji',
    file: 'hovered.py',
    text: `${IMPORT}embedding.TableConfig(1000, 8, name="🙂 hovered_python", optimi|zer=None)\n`,
    act: 'hover',
    expected: 'Trains this table.',
  },
  {
    title: 'a value is completed behind an emoji',
    file: 'completed.txtpb',
    text: table(
      `completed" vocabulary_size: 1000 dimension: 8 num_features: 1 optimization_parameters { gradient_accumulation_status: DIS| learning_rate { constant: 0.1 } adagrad {} }`,
    ),
    act: 'complete',
    input: 'DISABLED',
    expected: table(
      `completed" vocabulary_size: 1000 dimension: 8 num_features: 1 optimization_parameters { gradient_accumulation_status: DISABLED learning_rate { constant: 0.1 } adagrad {} }`,
    ),
  },
  {
    title: 'a class is completed behind an emoji',
    file: 'completed.py',
    text: `${IMPORT}embedding.TableConfig(1000, 8, name="🙂 completed_python", optimizer=embedding.AdagradM|)\n`,
    act: 'complete',
    input: 'AdagradMomentum',
    expected: `${IMPORT}embedding.TableConfig(1000, 8, name="🙂 completed_python", optimizer=embedding.AdagradMomentum)\n`,
  },
  {
    title: 'a quick fix writes the right field behind an emoji',
    file: 'fixed.textpb',
    text: table(`fixed" vocabulary_|siz: 1000 dimension: 8 ${OPTIMIZER}`),
    act: 'fix',
    expected: table(`fixed" vocabulary_size: 1000 dimension: 8 ${OPTIMIZER}`),
  },
  {
    title: 'a quick fix writes the right argument behind an emoji',
    file: 'fixed.py',
    text: `${IMPORT}embedding.TableConfig(1000, 8, name="🙂 fixed_python", optim|zer=None)\n`,
    act: 'fix',
    expected: `${IMPORT}embedding.TableConfig(1000, 8, name="🙂 fixed_python", optimizer=None)\n`,
  },
  {
    title: 'text format is laid out',
    file: 'formatted.textproto',
    text: `${HEADER}table_descriptor { name: "🙂 formatted"   vocabulary_size:1000\ndimension: 8 }\n`,
    act: 'format',
    expected: `${HEADER}table_descriptor {\n  name: "🙂 formatted"\n  vocabulary_size: 1000\n  dimension: 8\n}\n`,
  },
  {
    title: 'a table gets another name behind an emoji',
    file: 'renamed.textproto',
    text: table(`re|named" vocabulary_size: 1000 dimension: 8 ${OPTIMIZER}`),
    act: 'rename',
    input: '🙂 🙂 other',
    expected: table(`🙂 other" vocabulary_size: 1000 dimension: 8 ${OPTIMIZER}`),
  },
  {
    title: 'a table of a program gets another name behind an emoji',
    file: 'renamed.py',
    text: `${IMPORT}embedding.TableConfig(1000, 8, name="🙂 rena|med_python")\n`,
    act: 'rename',
    input: '🙂🙂 other',
    expected: `${IMPORT}embedding.TableConfig(1000, 8, name="🙂🙂 other")\n`,
  },
];
