import { parsePython } from '../../python/parser';
import { decodeString, isBytes } from '../../python/strings';
import { type StringLiteral, walk } from '../../python/tree';
import type { ReadProblem } from './form';

/** The bytes of the only bytes literal in a piece of Python, such as `b'\n\x05'`; alone, it may lack the `b`. */
export function readBytesLiteral(text: string): Uint8Array | ReadProblem {
  const source = /^\s*["']/.test(text) ? text.replace(/(?=["'])/, 'b') : text;
  const tree = parsePython(source);
  const [literal, ...others] = [...walk(tree.module)].filter(
    (node): node is StringLiteral => node.kind === 'string' && isBytes(node),
  );
  const whole = { start: 0, end: text.length };
  if (!literal) return { ...whole, message: "There is no bytes literal, such as b'\\n\\x05'." };
  const [second] = others;
  if (second)
    return {
      start: second.start,
      end: second.end,
      message: 'There is more than one bytes literal: which of them is meant?',
    };
  // If the `b` was inserted, offsets are one too large.
  const shift = source.length - text.length;
  const [start, end] = [literal.start, literal.end - shift];
  if (!literal.parts.every(({ closed }) => closed))
    return { start, end, message: 'These bytes have no quote at their end: something is missing.' };
  const value = decodeString(source, literal)?.value;
  if (value === undefined) return { start, end, message: 'Python refuses an escape in these bytes.' };
  if (/[^\0-\x7f]/.test(source.slice(literal.start, literal.end)))
    return { start, end, message: 'Bytes hold ASCII and escapes alone.' };
  return Uint8Array.from(value, (character) => character.charCodeAt(0));
}
