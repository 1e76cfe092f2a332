import { rangeOf } from '../../basics/range';
import { argumentFor } from '../../dataflow/calls/argument-values';
import type { ApiCall, PythonFile } from '../../dataflow/calls/python-file';
import { assignsAttribute } from '../../dataflow/libraries/constructor-arguments';
import type { Node } from '../../python/tree';
import type { CallRule } from './call-rule';
import { isItself } from './mismatches/mismatch';
import { isFunctionCalled } from './support/called-functions';
import { appending } from './support/edits';
import { outcomesLater } from './support/later-uses';

/** Whether the program certainly makes the table, which gives the class a shape. */
const isBuilt = (call: ApiCall, given: Node, file: PythonFile): boolean =>
  call.entry.library === 'tensorflow' &&
  !assignsAttribute(file.tree, 'initializer') &&
  isFunctionCalled(call, given, file);

export const initializerClass: CallRule = {
  code: 'initializer-class',
  severity: 'warning',
  summary: '`initializer` is a class rather than an instance.',
  details:
    'A class can be called, so `TableConfig` takes it. Once the table is filled, the shape goes to its constructor, which ' +
    'fails with a message about unknown keywords. An error where the program certainly builds the table.',
  messages: {
    "{class:initializer}.__init__() got an unexpected keyword argument 'dtype'":
      'The initializer of a table is the class {class}, so that the shape went to its constructor. Write brackets behind it: `{class}()`.',
    "{class:initializer}.__init__() got an unexpected keyword argument 'shape'":
      'The initializer of a table is the class {class}, so that the shape went to its constructor. Write brackets behind it: `{class}()`.',
    'Function does not have **kwargs parameter, but contains an unknown partial keyword':
      'The initializer of a table is a class, so that the shape went to its constructor. Write brackets behind it: `Zeros()`.',
  },
  bad: `import tensorflow as tf

tf.tpu.experimental.embedding.TableConfig(
    vocabulary_size=1000, dim=16, initializer=tf.keras.initializers.Zeros, name='items')`,
  good: `import tensorflow as tf

tf.tpu.experimental.embedding.TableConfig(
    vocabulary_size=1000, dim=16, initializer=tf.keras.initializers.Zeros(), name='items')`,
  checkCall(call, file, report) {
    const argument = argumentFor(call, 'initializer');
    // Where the table is used in view, another rule says so.
    if (argument?.value.kind !== 'class' || outcomesLater(argument.node, file).length > 0) return;
    const { name, group } = argument.value.entry;
    if (group !== 'initializer')
      report({
        ...rangeOf(argument.node),
        message: `\`${name}\` is not an initializer. Give one, such as \`tf.keras.initializers.Zeros()\`.`,
      });
    else
      report({
        ...rangeOf(argument.node),
        message: `\`${argument.name}\` ${isItself(argument.value.entry)}`,
        severity: isBuilt(call, argument.node, file) ? 'error' : 'warning',
        fixes: () => [appending(argument.node, '()')],
      });
  },
};
