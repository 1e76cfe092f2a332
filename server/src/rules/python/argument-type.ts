import { rangeOf } from '../../basics/range';
import { argumentOf, type PythonFile } from '../../dataflow/calls/python-file';
import type { Inferred } from '../../dataflow/calls/types';
import { TEXT_READERS } from '../../dataflow/libraries/message-library';
import type { CallReport, CallRule } from './call-rule';
import { appending } from './support/edits';
import { mismatchRule } from './support/mismatch-rule';

const ofArguments = mismatchRule('type', {
  code: 'argument-type',
  summary: 'An argument has a type that the call does not accept.',
  details:
    'An error where TensorFlow raises `TypeError` or `ValueError` at the call; a warning where it accepts the value and ' +
    'fails later or changes it: attributes of ops cut fractions (`table_id=1.5` is table 1), `True` counts as 1, and any ' +
    "text but the empty one switches a flag on, `'no'` included. " +
    'The ops want lists where the documentation says so, even for a single tensor, and a configuration in ' +
    'binary form: `config.SerializeToString()`. `TableConfig` takes no integers of NumPy: convert them with `int(n)`.',
  messages: [
    'is an unsupported optimizer class. Please pass an instance',
    'must be an int and must be >= 1. Received:',
    'must be a boolean. Received:',
    "Expected list for '…' argument to '…' Op",
  ],
  bad: `import tensorflow as tf

tf.raw_ops.SendTPUEmbeddingGradients(inputs=tf.zeros([8, 4]), learning_rates=[], config=b'')`,
  good: `import tensorflow as tf

tf.raw_ops.SendTPUEmbeddingGradients(inputs=[tf.zeros([8, 4])], learning_rates=[], config=b'')`,
});

export const argumentType: CallRule = {
  ...ofArguments,
  checkFile(file, report) {
    ofArguments.checkFile(file, report);
    checkReaders(file, report);
  },
};

/** The mistake of passing a message's class to `text_format.Parse` or `Merge`, which read into an object. */
function checkReaders({ calls }: PythonFile, report: CallReport): void {
  for (const call of calls) {
    const message = TEXT_READERS.has(call.entry.id) ? argumentOf(call, 'message') : undefined;
    const value = message && call.typeOf(message);
    if (value?.kind !== 'class' || value.entry.message === undefined) continue;
    const text = argumentOf(call, 'text');
    report({
      ...rangeOf(message!),
      message: `\`message\` must be an object to read into, not the class \`${value.entry.name}\`.`,
      severity: isCertain(call.entry.name, text && call.typeOf(text)) ? 'error' : 'warning',
      fixes: () => [appending(message!, '()')],
    });
  }
}

/** Whether a class certainly fails here. Empty text does not fail, and `Merge` sets numbers as attributes of the class. */
const isCertain = (name: string, text: Inferred | undefined) =>
  name === 'Parse' && text?.kind === 'str' && /^\s*[a-z]/i.test(text.value ?? '');
