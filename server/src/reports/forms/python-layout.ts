// Python in the layout of `ruff format`: on one line if it fits, otherwise one line for each part, with a comma after it.

import { quotedBytes, quotedText } from './shared-escapes';

/** An expression: text, or brackets with parts. */
export type Code = string | Brackets;

export interface Brackets {
  /** The text up to the opening bracket, such as `TableConfig(` or `[`. */
  readonly open: string;
  readonly parts: readonly CodePart[];
  readonly close: string;
}

export interface CodePart {
  /** The text before the code, such as `name=`. */
  readonly prefix?: string;
  /** Undefined if there are only comments. */
  readonly code: Code | undefined;
  /** Comments on lines of their own. */
  readonly before?: readonly string[];
  /** A comment at the end of its line. */
  readonly behind?: string | undefined;
}

/** The maximum length of a line. */
export const WIDTH = 88;
const INDENT = '    ';

export const call = (callee: string, parts: readonly CodePart[]): Brackets => ({
  open: `${callee}(`,
  parts,
  close: ')',
});
export const list = (parts: readonly CodePart[]): Brackets => ({ open: '[', parts, close: ']' });

/** A statement, in lines. */
export const statement = (prefix: string, code: Code): string[] => layout({ prefix, code }, '', '');

function layout({ prefix = '', code, before = [], behind }: CodePart, indent: string, end: string): string[] {
  const comments = before.map((comment) => indent + comment);
  if (code === undefined) return comments;
  const remark = behind === undefined ? '' : `  ${behind}`;
  const line = flat(code);
  const short = line === undefined ? undefined : `${indent}${prefix}${line}${end}`;
  if (typeof code === 'string' || (short !== undefined && short.length <= WIDTH))
    return [...comments, short! + remark];
  const parts = code.parts.flatMap((part) => layout(part, indent + INDENT, ','));
  return [...comments, `${indent}${prefix}${code.open}${remark}`, ...parts, `${indent}${code.close}${end}`];
}

/** The code on one line; undefined if it has comments, which would hide the rest of the line. */
export function flat(code: Code): string | undefined {
  if (typeof code === 'string') return code;
  const parts: string[] = [];
  for (const { prefix = '', code: inner, before = [], behind } of code.parts) {
    const text = inner === undefined ? undefined : flat(inner);
    if (text === undefined || before.length > 0 || behind !== undefined) return undefined;
    parts.push(prefix + text);
  }
  return `${code.open}${parts.join(', ')}${code.close}`;
}

/** A string as Python reads it. */
export const pythonString = (text: string): string =>
  quotedText(text, (character) => {
    const code = character.codePointAt(0)!;
    return code < 0x100 ? inHex(code) : `\\u${code.toString(16).padStart(4, '0')}`;
  });

/** Bytes as Python reads them. */
export const pythonBytes = (bytes: Uint8Array): string => `b${quotedBytes(bytes, inHex)}`;

const inHex = (code: number) => `\\x${code.toString(16).padStart(2, '0')}`;

/** A float in Python: `1.0` rather than the integer `1`; `digits` writes finite numbers. */
export function pythonFloat(value: number, digits: (finite: number) => string): string {
  if (!Number.isFinite(value)) return `float("${Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf'}")`;
  const text = digits(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}
