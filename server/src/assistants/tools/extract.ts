import { extracted, headed, nothingFound, nothingFoundIn } from '../../extraction/report';
import { type SearchedFile, searchPath } from '../../extraction/search';
import { errorMessage } from '../../text/error-message';
import { printable } from '../../text/terminal';
import { UsageError } from '../../text/usage-error';
import { integer, list, object, text } from '../schema';
import type { Tool } from '../tool';

export const extract: Tool = {
  name: 'extract',
  title: 'Extract TPU embedding configurations',
  summary: 'Finds the configurations in graphs, saved models, checkpoints and logs.',
  icon: 'file-zip',
  description:
    'Finds every TPUEmbeddingConfiguration in what TensorFlow wrote: GraphDefs, MetaGraphs and SavedModels (binary and text), checkpoints, TensorBoard event files and logs of a program. Answers with each one that differs from the others, in text format, and with the nodes or lines that hold it. Takes a file, or a folder that is searched. Use it to see what a model was really trained or exported with.',
  takes: object({
    path: text(
      'A file or a folder on this machine; a checkpoint also by the name that its files begin with.',
    ),
  }),
  answers: object({
    configurations: list(
      object({
        text: text('In text format.'),
        holders: list(object({ path: text(), nodes: list(text('Name of a node, or line of a log.')) })),
      }),
      'Each that differs from the others.',
    ),
    files: integer('How many files were searched.'),
    'problems?': list(text(), 'What is wrong with files, or could not be read.'),
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
    const said = problems.map(printable);
    if (configurations.length === 0) {
      const [only, ...others] = searched;
      const why = only && others.length === 0 ? nothingFound(only) : nothingFoundIn(path, searched.length);
      throw new UsageError([...said, why].join('\n'));
    }
    return {
      data: { configurations, files: searched.length, ...(said.length > 0 && { problems: said }) },
      text: [...said, ...configurations.map(headed)].join('\n'),
    };
  },
};
