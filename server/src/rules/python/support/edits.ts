import { excerpt } from '../../../basics/excerpt';
import { unmistakable } from '../../../basics/nearest';
import { insertion, type Range, rangeOf, type TextEdit } from '../../../basics/range';
import type * as python from '../../../python/tree';
import type { TextFix } from '../call-rule';

/** Removes an argument and its comma. */
export const removeArgument = (text: string, node: python.Call, argument: python.Argument): TextEdit =>
  removeArguments(text, node, argument, argument);

/** Removes the arguments from `first` to `last` and their comma. */
export function removeArguments(
  text: string,
  node: python.Call,
  first: python.Argument,
  last: python.Argument,
): TextEdit {
  const next = node.arguments[node.arguments.indexOf(last) + 1];
  const previous = node.arguments[node.arguments.indexOf(first) - 1];
  if (next) return { start: first.start, end: next.start, newText: '' };
  if (previous) return { start: previous.end, end: last.end, newText: '' };
  const comma = /^\s*,/.exec(text.slice(last.end, node.argumentsEnd))?.[0] ?? '';
  return { start: first.start, end: last.end + comma.length, newText: '' };
}

/** The fix that removes a keyword argument; none if it is positional. */
export const removalOf = (text: string, node: python.Call, name: string): TextFix[] =>
  node.arguments
    .filter((argument) => argument.name === name)
    .map((argument) => ({
      title: `Remove ${name}`,
      changes: [removeArgument(text, node, argument)],
      preferred: true,
    }));

export const replacing = (place: Range, newText: string, isLikely = false): TextFix => ({
  title: `Replace with ${excerpt(newText)}`,
  changes: [replaceNode(place, newText)],
  ...(isLikely && { preferred: true }),
});

/** The fix that replaces an unknown name. It may be applied without asking if there is no other candidate. */
export const respelling = (
  place: Range,
  name: string,
  meant: string,
  names: Iterable<string>,
  newText = meant,
): TextFix => ({
  ...replacing(place, newText, true),
  ...(unmistakable(name, names) === meant && { safe: true }),
});

export const replaceNode = (node: Range, newText: string): TextEdit => ({ ...rangeOf(node), newText });

/** The fix that adds what is missing after an expression, such as `()` after a class. */
export const appending = ({ end }: Range, missing: string): TextFix => ({
  title: `Add ${missing}`,
  changes: [insertion(end, missing)],
  preferred: true,
});

/** Adds arguments such as `name=1` after the last one of a call, on its line. */
export function appendArguments(node: python.Call, added: readonly string[]): TextEdit[] {
  const last = node.arguments.at(-1);
  return last
    ? [insertion(last.end, added.map((argument) => `, ${argument}`).join(''))]
    : [insertion(node.open + 1, added.join(', '))];
}

/** Adds arguments such as `name=1` after the last one of a complete call, in the call's layout. */
export function addArguments(text: string, node: python.Call, added: readonly string[]): TextEdit[] {
  const last = node.arguments.at(-1);
  if (!last) return appendArguments(node, added);
  const lineStart = text.lastIndexOf('\n', last.start - 1) + 1;
  const indent = text.slice(lineStart, last.start);
  if (lineStart <= node.open || indent.trim() !== '') return appendArguments(node, added);
  const newline = text.slice(node.open, node.close).includes('\r\n') ? '\r\n' : '\n';
  const lines = added.map((argument) => newline + indent + argument).join(',');
  const comma = node.separators.find((separator) => separator >= last.end);
  const end = comma === undefined ? last.end : comma + 1;
  // The rest of the line may be a comment about the last argument.
  const comment = /^[ \t]*#[^\r\n]*/.exec(text.slice(end, node.close))?.[0] ?? '';
  if (comma !== undefined) return [insertion(end + comment.length, `${lines},`)];
  return comment === ''
    ? [insertion(end, `,${lines}`)]
    : [insertion(end, ','), insertion(end + comment.length, lines)];
}
