import { errorMessage } from '../../../basics/error-message';
import { printable } from '../../../basics/terminal';
import { UsageError } from '../../../basics/usage-error';
import { extracted, headed, nothingFound, nothingFoundIn } from '../../extraction/report';
import { type SearchedFile, searchPath } from '../../extraction/search';
import { integer, list, object, text } from '../schema';
import type { Tool } from '../tool';

export const extract: Tool = {
  name: 'extract',
  title: 'Extract TPU embedding configurations',
  summary: 'Finds the configurations in graphs, saved models, checkpoints and logs.',
  icon: 'file-zip',
  description:
    'Finds every TPUEmbeddingConfiguration in what TensorFlow wrote: GraphDefs, MetaGraphs and SavedModels (binary and text), checkpoints, TensorBoard event files and logs of a program. Answers with each distinct one, in text format, and with the nodes or lines that hold it. Takes a file, or a folder that is searched. Use it to see which configuration a model was really trained or exported with.',
  takes: object({
    path: text('A file or a folder on this machine. A checkpoint can be named by the prefix of its files.'),
  }),
  answers: object({
    configurations: list(
      object({
        text: text('In text format.'),
        holders: list(object({ path: text(), nodes: list(text('Name of a node, or line of a log.')) })),
      }),
      'Each distinct configuration.',
    ),
    files: integer('How many files were searched.'),
    'problems?': list(text(), 'Problems of files, and files that could not be read.'),
  }),
  async run(given, host) {
    const path = given.get('path') as string;
    const { at, files, nameOf } = await host.search(path);
    const searched: SearchedFile[] = [];
    const problems: string[] = [];
    const refuse = (error: unknown) => problems.push(errorMessage(error));
    for await (const file of searchPath(at, files, refuse)) {
      const named = { ...file, path: nameOf(file.path) };
      problems.push(...file.problems.map((problem) => `${named.path}: ${problem}`));
      searched.push(named);
      await host.turn(searched.length);
    }
    const configurations = extracted(searched);
    const problemLines = problems.map(printable);
    if (configurations.length === 0) {
      const [only, ...others] = searched;
      const why = only && others.length === 0 ? nothingFound(only) : nothingFoundIn(path, searched.length);
      throw new UsageError([...problemLines, why].join('\n'));
    }
    return {
      data: {
        configurations,
        files: searched.length,
        ...(problemLines.length > 0 && { problems: problemLines }),
      },
      text: [...problemLines, ...configurations.map(headed)].join('\n'),
    };
  },
};
