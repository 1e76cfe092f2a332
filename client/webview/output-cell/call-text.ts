// What "Apply" copies where nothing can be written: the call with the new values. The server has said beforehand how it
// would write each of them.
import type { ValueChange } from '../../../server/src/configuration/value-change';
import type { Position, Range } from '../../../server/src/languages/protocol';

/** How the server writes `value` at a path. A number stands for all numbers. */
export interface Template {
  readonly path: string;
  readonly value: ValueChange['value'];
  readonly edits: readonly { readonly range: Range; readonly newText: string }[];
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** An argument that is added, as in `, beta_1=0.9`. */
const ADDED = /\w+=[^,\s]+/;

/**
 * The call in `text` with other values, in whole lines where one of them stands outside of the call. Undefined if there is
 * no template for a change.
 */
export function callText(
  text: string,
  call: Range,
  templates: readonly Template[],
  changes: readonly ValueChange[],
): string | undefined {
  const offsetOf = offsets(text);
  const replaced: Edit[] = [];
  const added: Edit[][] = [];
  for (const { path, value } of changes) {
    const template = templates.find((each) => each.path === path && standsFor(each.value, value));
    if (!template) return undefined;
    const edits = template.edits.map(({ range: { start, end }, newText }) => ({
      start: offsetOf(start),
      end: offsetOf(end),
      text: typeof value === 'number' ? newText.replace(String(template.value), String(value)) : newText,
    }));
    if (edits.some((edit) => ADDED.test(edit.text))) added.push(edits);
    else replaced.push(...edits);
  }
  // The server says how to add one argument: further ones follow it.
  const names = added.flatMap((edits) => edits.flatMap((edit) => ADDED.exec(edit.text)?.[0] ?? []));
  const first = (added[0] ?? []).map((edit) => ({
    ...edit,
    text: edit.text.replace(ADDED, names.join(', ')),
  }));
  return part(text, { start: offsetOf(call.start), end: offsetOf(call.end) }, [...replaced, ...first]);
}

const standsFor = (template: ValueChange['value'], value: ValueChange['value']) =>
  typeof template === 'number' ? typeof value === 'number' : template === value;

function offsets(text: string): (position: Position) => number {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return ({ line, character }) => starts[line]! + character;
}

/** The call with the edits made, and with the lines that have some of them. */
function part(text: string, call: { start: number; end: number }, edits: readonly Edit[]): string {
  let { start, end } = call;
  if (edits.some((edit) => edit.start < start || edit.end > end)) {
    start = text.lastIndexOf('\n', Math.min(start, ...edits.map((edit) => edit.start)) - 1) + 1;
    const last = text.indexOf('\n', Math.max(end, ...edits.map((edit) => edit.end)));
    end = last < 0 ? text.length : last;
  }
  let result = '';
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(start, edit.start) + edit.text;
    start = edit.end;
  }
  return result + text.slice(start, end);
}
