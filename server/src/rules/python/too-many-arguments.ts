import { parameterLifetime } from '../../catalogue';
import { counted } from '../../configuration/quantities';
import type { ApiCall, PythonFile } from '../../dataflow/calls/python-file';
import { bindingRule, callName } from './support/binding';
import { removeArguments } from './support/edits';
import { arrivalOf } from './support/lifetime-words';

export const tooManyArguments = bindingRule(
  {
    code: 'too-many-arguments',
    summary: 'There are more positional arguments than parameters.',
    details: 'The call raises `TypeError`. Name the arguments to see which of them belong there.',
    messages: {
      '{call:ours}() takes {n:int} positional argument':
        'The call of `{call}` gives too many arguments without a name. Name them.',
      '{call:ours}() takes from {n:int} to {m:int} positional arguments but':
        'The call of `{call}` gives too many arguments without a name. Name them.',
      'No positional arguments allowed': 'A protobuf message is made with arguments by name only.',
    },
    bad: `import tensorflow as tf

tf.tpu.experimental.embedding.RowIdInitializer(0, 1)`,
    good: `import tensorflow as tf

tf.tpu.experimental.embedding.RowIdInitializer(0)`,
  },
  'too-many',
  (problems, call, file, report) => {
    const first = call.arguments[problems[0]!.argument.index]!;
    const last = call.arguments[problems.at(-1)!.argument.index]!;
    const { accepted } = problems[0]!;
    report({
      start: first.start,
      end: last.end,
      message: `\`${callName(call)}\` takes ${accepted === 0 ? 'no arguments' : `at most ${counted(accepted, 'argument')}`} here${laterOnes(call, file) ?? '. Remove the rest, or name what is meant.'}`,
      fixes: () => [
        { title: 'Remove the rest', changes: [removeArguments(file.text, call.node, first, last)] },
      ],
    });
  },
);

/** The reason, if a later TensorFlow takes more arguments. */
function laterOnes({ entry }: ApiCall, file: PythonFile): string | undefined {
  for (const { name } of entry.parameters) {
    const lifetime = parameterLifetime(entry, name);
    const verdict = lifetime && arrivalOf(`\`${name}\``, lifetime, file);
    if (verdict?.severity === 'error') return `: ${verdict.message}`;
  }
  return undefined;
}
