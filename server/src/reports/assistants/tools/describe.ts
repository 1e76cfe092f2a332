import { UsageError } from '../../../basics/usage-error';
import { describeConfiguration } from '../../../configuration/description';
import { CONFIGURATION } from '../../../schema/builtin';
import { descriptionText } from '../../described';
import { analysisOf, errorsIn, open, TEXT } from '../opened';
import { boolean, integer, list, object, text } from '../schema';
import type { Tool } from '../tool';

export const describe: Tool = {
  name: 'describe',
  title: 'Describe a TPU embedding configuration',
  summary: 'Shows what a configuration results in: shapes of outputs, slot variables, memory.',
  icon: 'list-tree',
  description:
    'What a tensorflow.tpu.TPUEmbeddingConfiguration in protobuf text format results in: shapes of the outputs of RecvTPUEmbeddingActivations in their order, slot variables of each optimizer, padded widths, rows per host, bytes on devices and hosts, tags of dynamic learning rates. Use it to write code against a configuration, or to compare two configurations. For Python, derive shows the configuration.',
  takes: object(TEXT),
  answers: object({
    style: {
      type: 'string',
      enum: ['table', 'feature'],
      description: 'Whether outputs are by table or by feature.',
    },
    mode: text('TRAINING, INFERENCE …; unknown where it cannot be read.'),
    cores: integer('TensorCores per replica; -1 is unknown.'),
    batchSizePerTensorCore: integer('Samples; -1 is unknown.'),
    tables: list(
      object({
        name: text(),
        vocabularySize: integer('Rows; -1 is unknown.'),
        dimension: integer('Floats of a row; -1 is unknown.'),
        numFeatures: integer('Look-ups per sample; -1 is unknown.'),
        optimizer: { anyOf: [text('Field of OptimizationParameters.'), { type: 'null' }] },
        slotVariables: list(text()),
        gradientAccumulation: boolean(),
        paddedDimension: integer(
          'Floats that a row takes on the device; fewer than 8 where rows are packed.',
        ),
        rowsPerHost: list(integer()),
        deviceBytes: integer('On the devices of all hosts, slots included.'),
        hostBytes: integer("A checkpoint's copy on all hosts."),
      }),
    ),
    outputs: list(
      object({ name: text(), shape: list(integer(), 'float32; -1 is unknown.') }),
      'In the order of the op.',
    ),
    learningRateTags: list(integer(), 'Indices of learning_rates of SendTPUEmbeddingGradients.'),
    'errors?': list(
      text(),
      'Mistakes in the configuration, because of which figures may be wrong; check gives details.',
    ),
  }),
  async run(given, host) {
    const opened = await open(given, host);
    if (opened.kind !== 'textproto')
      throw new UsageError(`${opened.name} is Python: describe takes text format. Use derive, or plan.`);
    const analysis = await analysisOf(opened);
    const { name, options, program } = opened;
    const errors = errorsIn(opened, analysis);
    const { configuration, derived, resolution } = options.analyzer.open(program.text, options);
    if (!configuration || !derived)
      throw new UsageError([`${name}: not a ${CONFIGURATION}. ${resolution.detail}`, ...errors].join('\n'));
    const description = describeConfiguration(configuration, derived);
    return {
      data: { ...description, ...(errors.length > 0 && { errors }) },
      text: [...errors, ...descriptionText(description)].join('\n'),
    };
  },
};
