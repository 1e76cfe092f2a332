import type * as python from '../../python/tree';

interface Change {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

/** Takes an argument out with the comma that goes with it. */
export function removeArgument(text: string, node: python.Call, argument: python.Argument): Change {
  const index = node.arguments.indexOf(argument);
  const next = node.arguments[index + 1];
  const previous = node.arguments[index - 1];
  if (next) return { start: argument.start, end: next.start, newText: '' };
  if (previous) return { start: previous.end, end: argument.end, newText: '' };
  const comma = /^\s*,/.exec(text.slice(argument.end, node.argumentsEnd))?.[0] ?? '';
  return { start: argument.start, end: argument.end + comma.length, newText: '' };
}

export const replaceNode = ({ start, end }: { start: number; end: number }, newText: string): Change => ({
  start,
  end,
  newText,
});
