import { rangeOf } from '../../basics/range';
import { methodCalls } from '../../dataflow/calls/methods';
import { type ApiCall, argumentOf, type PythonFile } from '../../dataflow/calls/python-file';
import type { CallReport, CallRule } from './call-rule';
import { removalOf } from './support/edits';

export const deprecatedArgument: CallRule = {
  code: 'deprecated-argument',
  severity: 'warning',
  summary: 'An argument is deprecated.',
  details:
    'TensorFlow still accepts it, but ignores it or has a replacement. The message says what to do instead.',
  messages: {
    'per_replica_batch_size argument will be deprecated':
      '`per_replica_batch_size` is deprecated: give the shape of each feature as `per_replica_input_shapes`.',
    'Passing batch size to per_replica_input_shapes argument will be deprecated':
      'A batch size is given as `per_replica_input_shapes`: give the shape of each feature.',
  },
  bad: `import tensorflow as tf

tf.tpu.experimental.embedding.FTRL(0.1, allow_zero_accumulator=True)`,
  good: `import tensorflow as tf

tf.tpu.experimental.embedding.FTRL(0.1)`,
  checkCall: check,
  checkFile(file, report) {
    for (const call of methodCalls(file)) check(call, file, report);
  },
};

function check(call: ApiCall, { text }: PythonFile, report: CallReport): void {
  for (const { name, deprecated } of call.entry.parameters) {
    const expression = deprecated === undefined ? undefined : argumentOf(call, name);
    if (!expression) continue;
    report({
      ...rangeOf(expression),
      message: `\`${name}\` is deprecated: ${deprecated}`,
      tag: 'deprecated',
      fixes: () => removalOf(text, call.node, name),
    });
  }
}
