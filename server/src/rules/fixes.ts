import { type FieldNode, type Section, sectionOf, startOf, type Tree } from '../textproto/tree';
import type { Fix, Source } from './rule';

export type Trust = Pick<Fix, 'preferred' | 'safe'>;

/** Most likely what was meant. */
export const LIKELY: Trust = { preferred: true };
/** The only thing that can have been meant. */
export const SAFE: Trust = { preferred: true, safe: true };

export function insertion(source: Source, offset: number, text: string, trust: Trust = {}): Fix {
  return {
    title: `Insert "${text.trim()}"`,
    edits: [{ span: source.span(offset, offset), newText: text }],
    ...trust,
  };
}

export function replacement(
  source: Source,
  start: number,
  end: number,
  text: string,
  trust: Trust = {},
): Fix {
  return {
    title: `Replace with "${text}"`,
    edits: [{ span: source.span(start, end), newText: text }],
    ...trust,
  };
}

/** Removes a range, with its line if nothing else stands there. */
export function removal(source: Source, start: number, end: number, trust: Trust = {}): Fix {
  const { section, tree } = source;
  return {
    title: `Remove "${source.text(start, end)}"`,
    edits: [{ span: withLine(tree, section, start, end), newText: '' }],
    ...trust,
  };
}

/** Removes a field with its separator, and with its lines if nothing else stands there. */
export function fieldRemoval(tree: Tree, field: FieldNode, trust: Trust = {}): Fix {
  const end = field.separator < 0 ? field.end : field.separator + 1;
  return {
    title: `Remove "${field.name}"`,
    edits: [{ span: withLine(tree, sectionOf(field), field.start, end), newText: '' }],
    ...trust,
  };
}

const skip = (text: string, offset: number, step: 1 | -1) => {
  let at = offset;
  while (at >= 0 && (text[at] === ' ' || text[at] === '\t')) at += step;
  return at;
};

/** The range with the blanks around it that nobody would miss; its own line goes with it. */
function withLine(tree: Tree, section: Section, start: number, end: number) {
  const { text } = tree;
  const base = startOf(tree, section);
  const lineStart = skip(text, base + start - 1, -1) + 1;
  const after = skip(text, base + end, 1);
  const first = lineStart === 0 || text[lineStart - 1] === '\n';
  const lineBreak = /^\r?\n|^$/.exec(text.slice(after, after + 2));
  const span = (from: number, to: number) => ({ section, start: from - base, end: to - base });
  if (first && lineBreak) {
    if (lineStart === 0) return span(0, after + lineBreak[0].length);
    return span(lineStart - (text[lineStart - 2] === '\r' ? 2 : 1), after);
  }
  if (first) return span(base + start, after);
  // The blanks before may be all that separates two words.
  const separated = base + end === text.length || /[\s\]}>,;]/.test(text[base + end]!);
  return span(separated ? lineStart : base + start, base + end);
}
