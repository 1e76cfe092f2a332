import { argumentOf, type PythonFile } from '../../../dataflow/calls/python-file';
import type { Inferred } from '../../../dataflow/calls/types';
import { TEXT_READERS } from '../../../dataflow/libraries/message-library';
import type { CallReport } from '../call-rule';

/** The mistake of passing a message's class to `text_format.Parse` or `Merge`, which read into an object. */
export function checkReaders({ calls }: PythonFile, report: CallReport): void {
  for (const call of calls) {
    const message = TEXT_READERS.has(call.entry.id) ? argumentOf(call, 'message') : undefined;
    const value = message && call.typeOf(message);
    if (value?.kind !== 'class' || value.entry.message === undefined) continue;
    const text = argumentOf(call, 'text');
    const { start, end } = message!;
    report({
      start,
      end,
      message: `\`message\` must be an object to read into, not the class \`${value.entry.name}\`.`,
      severity: isCertain(call.entry.name, text && call.typeOf(text)) ? 'error' : 'warning',
      fixes: () => [{ title: 'Add ()', changes: [{ start: end, end, newText: '()' }], preferred: true }],
    });
  }
}

/** Whether a class certainly fails here. Empty text does not fail, and `Merge` sets numbers as attributes of the class. */
const isCertain = (name: string, text: Inferred | undefined) =>
  name === 'Parse' && text?.kind === 'str' && /^\s*[a-z]/i.test(text.value ?? '');
