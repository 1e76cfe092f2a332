import { json, lines } from '../../basics/terminal';
import { UsageError } from '../../basics/usage-error';
import { describeConfiguration } from '../../configuration/description';
import { descriptionText } from '../../reports/described';
import { CONFIGURATION } from '../../schema/builtin';
import { type Command, choice } from '../command';
import { openConfiguration } from '../input/configuration';
import { isProgram } from '../input/program';

export const describe: Command = {
  usage: 'describe [--format text|json] FILE',
  summary: 'Show what follows from a configuration: output shapes, slot variables, memory.',
  arguments: { FILE: 'A configuration in text format, or - for standard input.' },
  options: { format: { type: 'string', value: 'FORMAT', about: 'text or json.' } },
  statuses: {
    0: 'The configuration is described.',
    1: 'The configuration has errors, which are listed on standard error, or the file holds another message.',
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
    process.stdout.write(format === 'json' ? json(description) : lines(descriptionText(description)));
    return isValid ? 0 : 1;
  },
};
