import { rangeOf } from '../../basics/range';
import { orderMeant, takes } from './mismatches';
import { bindingRule, callName } from './support/binding';
import { removeArgument } from './support/edits';

export const duplicateArgument = bindingRule(
  {
    code: 'duplicate-argument',
    summary: 'One parameter is given twice.',
    details:
      'An argument that is given by position and by name raises `TypeError`; one given twice by name is a ' +
      '`SyntaxError`.',
    messages: {
      "{call:ours}() got multiple values for argument '{name}'":
        '`{name}` is given twice: by its place and by its name.',
      'keyword argument repeated: {name}': '`{name}` is given twice in one call.',
    },
    bad: `import tensorflow as tf

tf.tpu.experimental.embedding.SGD(0.1, learning_rate=0.2)`,
    good: `import tensorflow as tf

tf.tpu.experimental.embedding.SGD(learning_rate=0.2)`,
  },
  'duplicate',
  (problems, call, file, report) => {
    const { text } = file;
    if (orderMeant(call, file)) return;
    for (const {
      argument: { index },
      parameter,
      first,
    } of problems) {
      // Positional arguments of a raw op have no parameter until they are named.
      if (call.entry.keywordOnly && call.arguments[first.index]!.kind === 'positional') continue;
      const argument = call.arguments[index]!;
      const earlier = call.arguments[first.index]!;
      report({
        start: argument.start,
        end: argument.nameEnd,
        message: `\`${callName(call)}\` gets \`${parameter.name}\` twice. Remove one of the two.`,
        related: [{ ...rangeOf(earlier), message: `\`${parameter.name}\` is given here first.` }],
        fixes: () => {
          const second = { title: 'Remove the second', changes: [removeArgument(text, call.node, argument)] };
          // Removing a positional argument would shift those after it.
          const isRemovable =
            earlier.kind === 'keyword' || call.arguments[first.index + 1]?.kind !== 'positional';
          if (!isRemovable) return [second];
          const removal = { title: 'Remove the first', changes: [removeArgument(text, call.node, earlier)] };
          if (!takes(parameter, earlier.value, call, file)) return [removal];
          return earlier.kind === 'keyword' ? [second, removal] : [second];
        },
      });
    }
  },
);
