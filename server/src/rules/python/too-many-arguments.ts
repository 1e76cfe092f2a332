import { counted } from '../../config/quantities';
import { bindingRule, callName } from './support/binding';
import { removeArguments } from './support/edits';

export const tooManyArguments = bindingRule(
  {
    code: 'too-many-arguments',
    summary: 'There are more positional arguments than parameters.',
    details: 'The call raises `TypeError`. Name the arguments to see which of them belong there.',
    bad: `import tensorflow as tf

tf.tpu.experimental.embedding.RowIdInitializer(0, 1)`,
    good: `import tensorflow as tf

tf.tpu.experimental.embedding.RowIdInitializer(0)`,
  },
  'too-many',
  (problems, call, { text }, report) => {
    const first = call.arguments[problems[0]!.argument.index]!;
    const last = call.arguments[problems.at(-1)!.argument.index]!;
    const { accepted } = problems[0]!;
    report({
      start: first.start,
      end: last.end,
      message: `\`${callName(call)}\` takes ${accepted === 0 ? 'no arguments' : `at most ${counted(accepted, 'argument')}`} here. Remove the rest, or name what is meant.`,
      fixes: () => [{ title: 'Remove the rest', changes: [removeArguments(text, call.node, first, last)] }],
    });
  },
);
