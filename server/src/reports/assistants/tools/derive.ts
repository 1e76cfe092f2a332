import { printable } from '../../../basics/terminal';
import { UsageError } from '../../../basics/usage-error';
import { derivedJson, derivedText, nothingIn } from '../../derived';
import { analysisOf, open, TEXT } from '../opened';
import { list, object, text } from '../schema';
import type { Tool } from '../tool';
import { PLACE, PLACE_IN_FILE } from './places';
import { givenStrategy, STRATEGY, strategyFor } from './strategy';

const FIELD = text(
  'The field as ProtoJSON names it, such as tableDescriptor[0].dimension; in made, such as tables[0].embeddingDim.',
);

export const derive: Tool = {
  name: 'derive',
  title: 'Derive the TPU embedding configuration of a program',
  summary: 'Shows the configuration that TensorFlow or another library builds from a program.',
  icon: 'symbol-structure',
  description:
    'The tensorflow.tpu.TPUEmbeddingConfiguration that TensorFlow builds from each TPUEmbedding (tf.tpu.experimental.embedding or tfrs.layers.embedding) in a Python program or notebook, or that the program builds itself; also the tables and features of each DistributedEmbedding of keras_rs, and those that a program gives to jax_tpu_embedding. Field by field, with the place in the program that sets it. The program is read, never run; unknown values are listed with the reason. Use it to see what a program really configures. Programs often do not contain the numbers of hosts and replicas: give them as arguments.',
  takes: object({
    ...TEXT,
    ...STRATEGY,
  }),
  answers: object({
    configurations: list(
      object({
        at: PLACE_IN_FILE,
        'library?': text('The library, such as keras-rs, if it has no message for configurations.'),
        'message?': { type: 'object', description: 'The known part, as ProtoJSON.' },
        'made?': { type: 'object', description: 'The known tables and features of such a library.' },
        text: text(
          'The same in text format, or made as YAML, with comments for unknown values; empty if it is refused.',
        ),
        unknown: list(
          object({ path: FIELD, reason: text(), 'range?': PLACE.range, 'cell?': PLACE['cell?'] }),
          'Unknown values, and the place in the program that makes each unknown.',
        ),
        origins: list(object({ path: FIELD, ...PLACE }), 'Where the program sets each field.'),
        'refused?': object({ reason: text('Why the library refuses to build it.'), ...PLACE }),
      }),
      'One for each embedding object and each message.',
    ),
  }),
  async run(given, host) {
    const opened = await open(given, host);
    const { name, kind, placeOf } = opened;
    if (kind === 'textproto')
      throw new UsageError(
        `${name} is read as text format: derive takes Python and notebooks. Give path with its file ending, or use describe.`,
      );
    const analysis = await analysisOf(opened);
    const found = analysis.derive(strategyFor(opened, givenStrategy(given)));
    if (found.length === 0) throw new UsageError(nothingIn(name));
    const configurations = found.map((each) => ({
      ...derivedJson(each, name, placeOf),
      text: each.lines.map((line) => `${printable(line.text)}\n`).join(''),
    }));
    return {
      data: { configurations },
      text: found.flatMap((each) => derivedText(each, name, placeOf).map(printable)).join('\n'),
    };
  },
};
