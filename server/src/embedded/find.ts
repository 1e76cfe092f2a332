import { classOf, TEXT_READERS } from '../calls/instances';
import { literalsOf } from '../calls/literals';
import { type ApiCall, argumentOf, type PythonFile } from '../calls/python-file';
import type { Expression } from '../python/tree';
import { evaluate, isExpectedToFail } from '../python/values';
import { LiteralText } from './literal-text';

/** A string in text format, and the message that it becomes. */
export interface Found {
  readonly literal: LiteralText;
  /** Full name of the message. */
  readonly message: string;
  /** Whether the text is all that the message gets, as far as the source tells. */
  readonly isWhole: boolean;
  /** Whether a test wants it to be wrong. */
  readonly isExpectedToFail: boolean;
}

/** The strings of a text that are read as text format, each once. */
export function findTexts(file: PythonFile): Found[] {
  const found = new Map<number, Found>();
  for (const call of file.calls) {
    if (!TEXT_READERS.has(call.entry.id)) continue;
    const text = argumentOf(call, 'text');
    const target = argumentOf(call, 'message');
    const message = target && classOf(file.tree, target)?.message;
    const literals = text && message !== undefined ? literalsOf(file.tree, text) : undefined;
    const literal = literals && LiteralText.read(file.text, literals);
    if (!literal || message === undefined || found.has(literal.start)) continue;
    found.set(literal.start, {
      literal,
      message,
      isWhole: isWhole(file, call, target!),
      isExpectedToFail: isExpectedToFail(file.tree, call.node),
    });
  }
  return [...found.values()];
}

/**
 * Whether nothing else is put into the message: a message made with arguments has other fields already, and one
 * that has a name may get more by it.
 */
function isWhole({ text, tree }: PythonFile, { node }: ApiCall, target: Expression): boolean {
  const made = evaluate(tree, target);
  if (made.kind !== 'call' || made.node.arguments.length > 0) return false;
  const statement = node.parent;
  const assigned = statement?.kind === 'assignment' ? statement.targets : [];
  return [target, ...assigned].every((expression) => {
    if (expression.kind === 'call') return true;
    return expression.kind === 'name' && !isFilled(text, expression.name);
  });
}

/** Whether a source seems to change a message by a name, or to read more text into it. */
function isFilled(text: string, name: string): boolean {
  const path = `(?<![\\w.])${name}(?:\\s*\\.\\s*\\w+|\\[[^\\]\\n]*\\])`;
  const changes = `${path}+\\s*(?:=(?!=)|[-+*/|&]=)`;
  const methods = `${path}*\\s*\\.\\s*(?:add|append|extend|insert|pop|remove|Clear\\w*|CopyFrom|Merge\\w*|Parse\\w*|Set\\w*)\\s*\\(`;
  const elements = `\\bin\\s+${path}`;
  if (new RegExp(`${changes}|${methods}|${elements}`).test(text)) return true;
  const reads = new RegExp(`\\b(?:Parse|Merge)\\s*\\([^()]*?,\\s*(?:message\\s*=\\s*)?${name}\\s*[,)]`, 'g');
  return [...text.matchAll(reads)].length > 1;
}
