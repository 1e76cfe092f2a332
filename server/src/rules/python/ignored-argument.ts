import { rangeOf } from '../../basics/range';
import { type ApiCall, argumentOf } from '../../dataflow/calls/python-file';
import type { CallRule } from './call-rule';
import { removalOf } from './support/edits';
import { targetsFor } from './support/targets';

const table = (arguments_: string): string => `import keras_rs

keras_rs.layers.TableConfig('items', 1000, 16, ${arguments_}placement='default_device')`;

export const ignoredArgument: CallRule = {
  code: 'ignored-argument',
  severity: 'hint',
  summary: 'An argument has no effect where the program places the object.',
  details:
    "A table of keras-rs with `placement='default_device'` is an ordinary variable of Keras: the optimizer of the model " +
    'trains it, and it has no limits for ids. Its own `optimizer` and limits are not looked at.',
  bad: table("optimizer='adagrad', "),
  good: table(''),
  checkFile(file, report) {
    for (const call of file.calls) {
      const placing = placementOf(call);
      if (placing === undefined) continue;
      const possible = targetsFor(call, file);
      for (const { name, later = [] } of call.entry.parameters) {
        const expression = argumentOf(call, name);
        const isIgnored = possible.every((target) =>
          later.some(({ on, takes }) => takes === 'ignored' && (on?.includes(target) ?? true)),
        );
        if (expression && isIgnored && possible.length > 0)
          report({
            ...rangeOf(expression),
            message: `\`${name}\` has no effect here: nothing looks at it with \`${placing}\`.`,
            tag: 'unnecessary',
            fixes: () => removalOf(file.text, call.node, name).map((fix) => ({ ...fix, preferred: false })),
          });
      }
    }
  },
};

/** What moves an object to other targets than those of the program, if the call says so plainly. */
function placementOf(call: ApiCall): string | undefined {
  const placing = call.entry.parameters.find(({ moves }) => moves);
  const expression = placing && argumentOf(call, placing.name);
  // One of several values may place only some of the objects so.
  const value = expression?.kind === 'string' ? call.typeOf(expression) : undefined;
  return value?.kind === 'str' && placing?.moves?.[value.value ?? '']
    ? `${placing.name}='${value.value}'`
    : undefined;
}
