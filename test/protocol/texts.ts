import type { Position, Range } from 'vscode-languageserver-protocol';
import { TextDocument, type TextEdit } from 'vscode-languageserver-textdocument';
import { table } from '../support/configurations';

/** A configuration without mistakes. */
export const VALID = `# proto-message: tensorflow.tpu.TPUEmbeddingConfiguration
${table('movie', 1000, 16, 2)}\
mode: TRAINING
batch_size_per_tensor_core: 8
num_hosts: 1
num_tensor_cores: 8
`;

/** The configuration with one mistake that has one fix: `mode TRAINING`. */
export const NO_COLON = VALID.replace('mode:', 'mode');

/** The place of a word's first letter. */
export function positionOf(text: string, word: string): Position {
  const offset = text.indexOf(word);
  if (offset < 0) throw new Error(`The text has no "${word}".`);
  return TextDocument.create('', '', 0, text).positionAt(offset);
}

export function rangeOf(text: string, word: string): Range {
  const document = TextDocument.create('', '', 0, text);
  const offset = text.indexOf(word);
  if (offset < 0) throw new Error(`The text has no "${word}".`);
  return { start: document.positionAt(offset), end: document.positionAt(offset + word.length) };
}

export function textIn(text: string, range: Range): string {
  return TextDocument.create('', '', 0, text).getText(range);
}

export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return TextDocument.applyEdits(TextDocument.create('', '', 0, text), [...edits]);
}
