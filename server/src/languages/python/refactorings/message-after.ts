import { evaluationOf } from '../../../dataflow/evaluation';
import type { Message } from '../../../dataflow/message';
import { messageText } from '../../../dataflow/message-text';
import { readPython } from '../../../dataflow/python-file';
import type { TextEdit } from '../../../text/range';
import { indentOf, type Place } from './place';

/**
 * The message that a variable holds behind a statement: the program is read with a line there that serializes it, after
 * some edits before.
 */
export function messageAfter(
  { file, partEnds }: Place,
  name: string,
  { start, end }: { readonly start: number; readonly end: number },
  edits: readonly TextEdit[] = [],
): Message | undefined {
  const probe = `\n${indentOf(file.text, start)}${name}.SerializeToString()`;
  let shift = 0;
  let text = file.text;
  const all = [...edits, { start: end, end, newText: probe }].sort(
    (a, b) => b.end - a.end || b.start - a.start,
  );
  for (const edit of all) text = text.slice(0, edit.start) + edit.newText + text.slice(edit.end);
  for (const edit of edits) shift += edit.newText.length - (edit.end - edit.start);
  const moved = partEnds?.map((at) => (at < end ? at : at + shift + probe.length));
  const changed = readPython(text, moved, file.tensorflow);
  const last = end + shift + probe.length;
  const call = changed?.tree.calls.findLast((found) => found.end === last);
  return changed && call && evaluationOf(changed.tree).serializedAt(call);
}

/** One form for all messages that are equal; undefined where something is not known. */
export const knownText = (message: Message | undefined): string | undefined =>
  message?.isWhole ? messageText(message).text : undefined;
