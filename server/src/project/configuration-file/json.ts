import {
  findNodeAtLocation,
  getNodeValue,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { type Located, Unparsable } from './located';

/** Reads JSON in which comments and commas at the end are allowed. Throws an `Unparsable`. */
export function readJson(text: string): Located {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first || !root)
    throw new Unparsable(
      `This is not JSON: ${first ? WORDS(printParseErrorCode(first.error)) : 'it is empty'}.`,
      first?.offset ?? 0,
    );
  return {
    value: getNodeValue(root),
    placeOf(path, isName) {
      const node = findNodeAtLocation(root, [...path]) ?? root;
      const { offset, length } = (isName && node.parent?.children?.[0]) || node;
      return { start: offset, end: offset + length };
    },
  };
}

/** `CommaExpected` as `comma expected`. */
const WORDS = (code: string) => code.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
