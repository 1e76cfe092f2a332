import { excerpt } from '../../basics/excerpt';
import { unmistakable } from '../../basics/nearest';
import { type FieldNode, startOf, type Tree, textOf } from '../../textproto/tree';
import type { Fix, Source } from '../rule';
import { removeField, removeText } from './edits';

export type Trust = Pick<Fix, 'preferred' | 'safe'>;

/** Most likely what was meant. */
export const LIKELY: Trust = { preferred: true };
/** The only possible meaning, and no value is lost. */
export const SAFE: Trust = { preferred: true, safe: true };

/** How certain it is that one name was meant as another. */
export const trustIn = (meant: string, name: string, names: Iterable<string>): Trust =>
  unmistakable(name, names) === meant ? SAFE : LIKELY;

export function insertion(source: Source, offset: number, text: string, trust: Trust = {}): Fix {
  return {
    title: `Insert "${excerpt(text.trim())}"`,
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
    title: `Replace with "${excerpt(text)}"`,
    edits: [{ span: source.span(start, end), newText: text }],
    ...trust,
  };
}

/** Removes a range, with its line if nothing else stands there. */
export function removal(source: Source, start: number, end: number, trust: Trust = {}): Fix {
  const { section, tree } = source;
  const base = startOf(tree, section);
  return {
    title: `Remove "${excerpt(source.text(start, end))}"`,
    edits: [removeText(tree, base + start, base + end)],
    ...trust,
  };
}

export function fieldRemoval(tree: Tree, field: FieldNode, trust: Trust = {}): Fix {
  return { title: `Remove "${excerpt(field.name)}"`, edits: [removeField(tree, field)], ...trust };
}

/** Whether two fields have the same plain value, character by character. */
export function sameValue(tree: Tree, a: FieldNode, b: FieldNode): boolean {
  return (
    a.value?.kind === 'scalar' &&
    b.value?.kind === 'scalar' &&
    textOf(tree, a.value) === textOf(tree, b.value)
  );
}
