import { isUsageError } from '../../../basics/usage-error';
import { checkText } from '../../check';
import {
  explained,
  explainedJson,
  explainedText,
  type FoundProblem,
  problemsOf,
} from '../../errors/explained';
import { open, withFilesRead } from '../opened';
import { integer, list, object, text } from '../schema';
import type { Host, Tool } from '../tool';

export const diagnose: Tool = {
  name: 'diagnose',
  title: 'Explain a failure of TPU embedding',
  summary: 'Explains a stack trace, a log or a message of a program that failed.',
  icon: 'debug-alt',
  description:
    "What made a program with TPU embedding fail, by what it wrote: a stack trace, a log, one error message or the JSON of a notebook with its output. Knows the messages of TensorFlow's TPU embedding, keras-rs, jax-tpu-embedding, protobuf and TPUs. Answers with causes in plain words, the most likely first, the place in the person's own program, the rule that check reports the mistake by (explain describes it) and the mistake itself where the file can be read. No explanations: nothing is known about it.",
  takes: object({ text: text('What the program wrote, as it is.') }),
  answers: object({
    explanations: list(
      object({
        rule: { anyOf: [text('The code of the rule.'), { type: 'null' }] },
        cause: text('In plain words.'),
        'at?': object({ path: text(), line: integer('Counted from 1.') }, "In the person's own program."),
        'advice?': text('What to do, where no rule explains it.'),
        'problem?': object({
          path: text(),
          line: integer('Counted from 1.'),
          column: integer('Counted from 1.'),
          severity: text(),
          code: text(),
          message: text(),
        }),
        'href?': text("The rule's page."),
      }),
    ),
  }),
  async run(given, host) {
    const all = await explained(given.get('text') as string, (path) => problemsIn(path, host));
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
