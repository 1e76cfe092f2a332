import { UsageError } from '../../../../basics/usage-error';
import { describeConfiguration } from '../../../../configuration/description';
import { CONFIGURATION } from '../../../../schema/builtin';
import { descriptionText } from '../../../described';
import { analysisOf, errorsIn, open, TEXT } from '../../opened';
import { boolean, integer, list, object, text } from '../../schema';
import type { View } from '../../tool';

export const description: View = {
  takes: object(TEXT),
  answers: object({
    style: { type: 'string', enum: ['table', 'feature'] },
    mode: text(),
    cores: integer('-1 is unknown.'),
    batchSizePerTensorCore: integer(),
    tables: list(
      object({
        name: text(),
        vocabularySize: integer(),
        dimension: integer(),
        numFeatures: integer(),
        optimizer: { anyOf: [text(), { type: 'null' }] },
        slotVariables: list(text()),
        gradientAccumulation: boolean(),
        paddedDimension: integer(),
        rowsPerHost: list(integer()),
        deviceBytes: integer(),
        hostBytes: integer(),
      }),
    ),
    outputs: list(object({ name: text(), shape: list(integer()) }), 'In the order of the op.'),
    learningRateTags: list(integer()),
    'errors?': list(text()),
  }),
  async run(given, host) {
    const opened = await open(given, host);
    if (opened.kind !== 'textproto')
      throw new UsageError(
        `${opened.name} is Python: a description is of text format. Ask for derived, or memory.`,
      );
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
