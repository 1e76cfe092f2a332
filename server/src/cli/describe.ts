import { type Description, describeConfiguration, type TableDescription } from '../config/description';
import { bytes, counted, grouped, shards } from '../config/quantities';
import { CONFIGURATION } from '../schema/builtin';
import { json, lines } from '../text/terminal';
import { type Command, choice, UsageError } from './command';
import { openConfiguration } from './configuration';
import { isProgram } from './program';

export const describe: Command = {
  usage: 'describe [--format text|json] FILE',
  summary: 'Show what follows from a configuration: output shapes, slot variables, memory.',
  arguments: { FILE: 'A configuration in text format, or - for standard input.' },
  options: { format: { type: 'string', value: 'FORMAT', about: 'text or json.' } },
  statuses: {
    0: 'The configuration is described.',
    1: 'It has errors, which are said on standard error, or the file holds another message.',
    2: 'Wrong usage, or a named file that cannot be read.',
  },
  examples: [
    ['describe tpu_embedding.textproto', 'Shapes of outputs, slot variables and memory, for people.'],
    ['describe --format json - < tpu_embedding.textproto', 'The same from standard input, for programs.'],
  ],
  async run(values, [path, ...more]) {
    const format = choice(values, 'format', ['text', 'json']);
    if (path === undefined || more.length > 0) throw new UsageError('Name one file.', this.usage);
    if (isProgram(path))
      throw new UsageError(
        `${path} is Python: describe takes text format. Move the configuration to a file.`,
      );
    const { snapshot, isValid } = await openConfiguration(path);
    const { configuration, derived } = snapshot;
    if (!configuration || !derived) {
      process.stderr.write(lines([`${path}: not a ${CONFIGURATION}. ${snapshot.resolution.detail}`]));
      return 1;
    }
    const description = describeConfiguration(configuration, derived);
    process.stdout.write(format === 'json' ? json(description) : lines(asText(description)));
    return isValid ? 0 : 1;
  },
};

function asText({
  style,
  mode,
  cores,
  batchSizePerTensorCore,
  tables,
  outputs,
  learningRateTags,
}: Description): string[] {
  const head = [
    `${style} style, ${mode}, ${amount(batchSizePerTensorCore, 'sample')} per TensorCore, ${amount(cores, 'core')} per replica`,
    '',
    'Outputs of RecvTPUEmbeddingActivations, in order:',
    ...outputs.map(
      ({ name, shape }, i) =>
        `  ${i}: ${name || '(unnamed)'}  [${shape.map((size) => (size === -1 ? '?' : size)).join(', ')}]`,
    ),
    '',
    learningRateTags.length > 0
      ? `Dynamic inputs: ${learningRateTags.length === 1 ? 'tag' : 'tags'} ${learningRateTags.join(', ')}`
      : 'Dynamic inputs: none',
    '',
    'Tables:',
  ];
  const body = tables.flatMap((t) => [
    `  ${t.name || '(unnamed)'}: ${sizeText(t)}, ${amount(t.numFeatures, 'lookup')} per sample`,
    `    ${t.optimizer ?? 'no optimizer'}; slots: ${t.slotVariables.join(', ') || 'none'}; gradient accumulation ${t.gradientAccumulation ? 'on' : 'off'}`,
    isSized(t)
      ? `    ${bytes(t.deviceBytes)} on the devices, ${bytes(t.hostBytes)} on the hosts; rows per host: ${shards(t.rowsPerHost)}`
      : '    memory and rows per host: unknown',
  ]);
  const total = (key: 'deviceBytes' | 'hostBytes') =>
    bytes(tables.reduce((sum, table) => sum + table[key], 0));
  const sum = `${total('deviceBytes')} on the devices, ${total('hostBytes')} on the hosts`;
  return [...head, ...body, '', `Total: ${tables.every(isSized) ? sum : 'unknown'}`];
}

/** Bytes of a table of unknown size are counted as 0. */
const isSized = ({ vocabularySize, dimension }: TableDescription) => vocabularySize >= 0 && dimension >= 0;

function sizeText({ vocabularySize, dimension, paddedDimension }: TableDescription): string {
  const padding = paddedDimension > dimension ? ` (padded to ${paddedDimension})` : '';
  return `${known(vocabularySize)} × ${known(dimension)}${dimension < 0 ? '' : padding}`;
}

function amount(count: number, noun: string): string {
  return count < 0 ? `unknown ${noun}s` : counted(count, noun);
}

function known(size: number): string {
  return size === -1 ? '?' : grouped(size);
}
