import { isUsageError } from '../../../../basics/usage-error';
import { checkText } from '../../../check';
import {
  explained,
  explainedJson,
  explainedText,
  type FoundProblem,
  problemsOf,
} from '../../../errors/explained';
import { open, withFilesRead } from '../../opened';
import { integer, list, object, text } from '../../schema';
import type { Host, View } from '../../tool';

export const errorLookup: View = {
  takes: object({ error: text('What a program wrote.') }),
  answers: object({
    explanations: list(
      object({
        rule: { anyOf: [text(), { type: 'null' }] },
        cause: text(),
        'at?': object({ path: text(), line: integer() }),
        'advice?': text(),
        'problem?': object({
          path: text(),
          line: integer(),
          column: integer(),
          severity: text(),
          code: text(),
          message: text(),
        }),
        'href?': text(),
      }),
    ),
  }),
  async run(given, host) {
    const all = await explained(given.get('error') as string, (path) => problemsIn(path, host));
    return {
      data: explainedJson(all),
      text: all.length > 0 ? explainedText(all).join('\n') : 'Nothing is known about this.',
    };
  },
};

async function problemsIn(path: string, host: Host): Promise<readonly FoundProblem[]> {
  if (!path.endsWith('.py')) return [];
  try {
    const opened = await open(new Map([['path', path]]), host);
    const { decoded, kind, name, options } = opened;
    const terms = { ...options, name, named: true, withFixes: false };
    return problemsOf(path, await withFilesRead(opened, () => checkText(decoded, kind, terms).result.report));
  } catch (error) {
    // The file is on another machine, or may not be read.
    if (isUsageError(error)) return [];
    throw error;
  }
}
