import type { TextEdit } from '../../../basics/range';
import { evaluationOf } from '../../../dataflow/calls/evaluation';
import { readPython } from '../../../dataflow/calls/python-file';
import { runtimeOf } from '../../../dataflow/calls/runtime';
import type { Message } from '../../../dataflow/messages/message';
import { messageText } from '../../../dataflow/messages/message-text';
import { indentOf, type ProgramPlace } from './place';

/**
 * The message that a variable holds after a statement. To find it, some edits are made, a line that serializes the variable is
 * added, and the program is analyzed again.
 */
export function messageAfter(
  { file, partEnds }: ProgramPlace,
  name: string,
  { start, end }: { readonly start: number; readonly end: number },
  edits: readonly TextEdit[] = [],
): Message | undefined {
  const probe = `\n${indentOf(file.text, start)}${name}.SerializeToString()`;
  const all = [...edits, { start: end, end, newText: probe }].toSorted(
    (a, b) => a.end - b.end || a.start - b.start,
  );
  const text = all.reduceRight(
    (now, edit) => now.slice(0, edit.start) + edit.newText + now.slice(edit.end),
    file.text,
  );
  const moved = (at: number) =>
    all.reduce(
      (now, edit) => (edit.end <= at ? now + edit.newText.length - (edit.end - edit.start) : now),
      at,
    );
  const changed = readPython(text, { partEnds: partEnds?.map(moved), ...runtimeOf(file.tree) });
  const call = changed?.tree.calls.findLast((found) => found.end === moved(end));
  return changed && call && evaluationOf(changed.tree).serializedAt(call);
}

/** The canonical text of a message, if all of it is known. */
export const knownText = (message: Message | undefined): string | undefined =>
  message?.isWhole ? messageText(message).text : undefined;
