import { findNodeAtLocation, getNodeValue, type ParseError, parseTree } from 'jsonc-parser';
import { jsonMistake } from '../../basics/json-mistake';
import { type Located, Unparsable } from './located';

/** Reads JSON in which comments and commas at the end are allowed. Throws an `Unparsable`. */
export function readJson(text: string): Located {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first || !root) {
    const { what, hint = '', start } = jsonMistake(text, first!);
    throw new Unparsable(`This is not JSON: ${what}. ${hint}`.trimEnd(), start);
  }
  return {
    value: getNodeValue(root),
    placeOf(path, isName) {
      const node = findNodeAtLocation(root, [...path]) ?? root;
      const { offset, length } = (isName && node.parent?.children?.[0]) || node;
      return { start: offset, end: offset + length };
    },
  };
}
