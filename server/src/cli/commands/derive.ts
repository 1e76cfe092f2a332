import { json, lines } from '../../basics/terminal';
import { UsageError } from '../../basics/usage-error';
import { derivedJson, derivedText, isKnown, nothingIn } from '../../reports/derived';
import { placesIn } from '../../reports/places';
import { type Command, choice, printError } from '../command';
import {
  analyzeProgram,
  isProgram,
  PROGRAM_OPTIONS,
  readProgram,
  sliceAround,
  strategyAround,
} from '../input/program';
import { oneInput, STDIN_FILENAME } from '../input/standard-input';

export const derive: Command = {
  usage:
    'derive [--format text|json] [--tpu NAME] [--num-hosts N] [--num-replicas N] [--per-replica-batch-size N] [--num-cores-per-replica N] FILE.py|.ipynb | --stdin-filename NAME -',
  summary: 'Show the configuration that a library builds from a program.',
  arguments: {
    'FILE.py|.ipynb': 'A program or a notebook.',
    '-': 'Standard input, with the name given by --stdin-filename.',
  },
  options: {
    format: { type: 'string', value: 'FORMAT', about: 'text, or json with the origin of each field.' },
    ...PROGRAM_OPTIONS,
    ...STDIN_FILENAME,
  },
  statuses: {
    0: 'Everything is known, or there is no such object.',
    1: 'The library would reject a configuration.',
    2: 'Wrong usage, or a named file that cannot be read.',
    3: 'A part is unknown, and is listed with the reason. What code that never runs makes counts only if nothing else is made.',
  },
  examples: [
    [
      'derive --tpu v5p-32 --per-replica-batch-size 256 model.py',
      'The configuration that TensorFlow builds from the program on such a slice.',
    ],
    ['derive --format json model.ipynb', 'Each configuration as JSON, with the origin of its fields.'],
  ],
  async run(values, paths) {
    const format = choice(values, 'format', ['text', 'json']);
    const { from, path } = oneInput(values, paths, this.usage);
    if (!isProgram(path))
      throw new UsageError(
        from === path
          ? `${path} is not a program: derive takes Python files and notebooks.`
          : 'Name the program or notebook on standard input, as in --stdin-filename model.ipynb.',
      );
    const program = await readProgram(from, path);
    const analysis = analyzeProgram(program, path);
    const { strategy, isSound } = strategyAround(path, values);
    const { slice } = sliceAround(path, values);
    const configurations = analysis.derive(strategy);
    // A wrong file in a script must not look like a program without configurations.
    if (configurations.length === 0) printError(nothingIn(path));
    const placeOf = placesIn(program);
    process.stdout.write(
      format === 'json'
        ? json({ configurations: configurations.map((each) => derivedJson(each, path, placeOf, slice)) })
        : lines(configurations.flatMap((each) => derivedText(each, path, placeOf, slice))),
    );
    if (!isSound) return 2;
    if (configurations.some(({ refused }) => refused)) return 1;
    // What no line of the program gets to is shown, but a program that is known otherwise stays known.
    const reached = configurations.filter(({ isReached }) => isReached);
    const counted = reached.length > 0 ? reached : configurations;
    return counted.every((each) => isKnown(each, slice)) ? 0 : 3;
  },
};
