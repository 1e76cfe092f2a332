import { errorMessage } from '../../../../basics/error-message';
import { printable } from '../../../../basics/terminal';
import { UsageError } from '../../../../basics/usage-error';
import { extracted, headed, nothingFound, nothingFoundIn } from '../../../extraction/report';
import { type SearchedFile, searchPath } from '../../../extraction/search';
import { integer, list, object, text } from '../../schema';
import type { View } from '../../tool';

export const extraction: View = {
  takes: object({
    path: text('A file or a folder.'),
  }),
  answers: object({
    configurations: list(
      object({
        text: text(),
        holders: list(object({ path: text(), nodes: list(text()) })),
      }),
    ),
    files: integer(),
    'problems?': list(text()),
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
