import { rangeOf } from '../../basics/range';
import { methodCalls } from '../../dataflow/calls/methods';
import type { ApiCall, PythonFile } from '../../dataflow/calls/python-file';
import { TYPE_ERROR, VALUE_ERROR } from '../../python/exceptions';
import { type CallReport, type CallRule, isCaught } from './call-rule';
import { orderMeant } from './mismatches';
import { callName, quoted } from './support/binding';

export const argumentOrder: CallRule = {
  code: 'argument-order',
  severity: 'error',
  summary: 'Arguments without names are in another order than the parameters.',
  details:
    'Libraries order the same arguments differently: the name of a table comes first in keras-rs, and last in TensorFlow. ' +
    'Where all arguments have the types of other parameters, their order is the mistake: name them. An error where the call ' +
    'fails, a warning where the library does not look at the values before it uses them.',
  bad: `import keras_rs

keras_rs.layers.TableConfig(1000, 16, name='items')`,
  good: `import keras_rs

keras_rs.layers.TableConfig(vocabulary_size=1000, embedding_dim=16, name='items')`,
  raises: () => TYPE_ERROR | VALUE_ERROR,
  checkCall(call: ApiCall, file: PythonFile, report: CallReport) {
    const meant = orderMeant(call, file);
    if (!meant) return;
    const { entry, binding } = call;
    const at = meant.findIndex((parameter, i) => parameter !== binding.parameters[i]);
    const taken = binding.parameters[at]!;
    const argument = call.arguments[at]!;
    const required = entry.parameters.filter((each) => each.required).map(({ name }) => name);
    const isCertain = binding.problems.length > 0 || !taken.unchecked;
    report({
      ...rangeOf(argument),
      ...(!isCertain && { severity: 'warning' }),
      message: `This argument is taken for \`${taken.name}\`, but looks like \`${meant[at]!.name}\`. \`${callName(call)}\` begins with ${quoted(required)}: name the arguments.`,
      fixes: () => [
        {
          title: 'Name the arguments',
          changes: meant.map(({ name }, i) => ({
            start: call.arguments[i]!.start,
            end: call.arguments[i]!.start,
            newText: `${name}=`,
          })),
          preferred: true,
        },
      ],
    });
  },
  checkFile(file, report) {
    for (const call of methodCalls(file))
      if (!isCaught(argumentOrder, call, file)) argumentOrder.checkCall!(call, file, report);
  },
};
