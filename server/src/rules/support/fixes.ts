import { excerpt } from '../../basics/excerpt';
import { unmistakable } from '../../basics/nearest';
import type { BoundMessage, BoundTree } from '../../configuration/bind';
import { type FieldNode, nodeText, startOf, type Tree } from '../../textproto/tree';
import type { Edit, FindingSource, Fix } from '../rule';
import { removeField, removeText, setField } from './edits';

export type Trust = Pick<Fix, 'preferred' | 'safe'>;

/** Most likely what was meant. */
export const LIKELY: Trust = { preferred: true };
/** The only possible meaning, and no value is lost. */
export const SAFE: Trust = { preferred: true, safe: true };

/** How certain it is that one name was meant as another. */
export const trustIn = (meant: string, name: string, names: Iterable<string>): Trust =>
  unmistakable(name, names) === meant ? SAFE : LIKELY;

export const fix = (title: string, edits: Edit | readonly Edit[], trust: Trust = {}): Fix => ({
  title,
  edits: [edits].flat(),
  ...trust,
});

/** Sets a field of a message. */
export const setting = (
  bound: BoundTree,
  message: BoundMessage,
  name: string,
  value: string,
  trust?: Trust,
): Fix => fix(`Set ${name}: ${value}`, setField(bound, message, name, value), trust);

export function insertion(source: FindingSource, offset: number, text: string, trust: Trust = {}): Fix {
  return fix(`Insert "${excerpt(text.trim())}"`, { span: source.span(offset, offset), newText: text }, trust);
}

export function replacement(
  source: FindingSource,
  start: number,
  end: number,
  text: string,
  trust: Trust = {},
): Fix {
  return fix(`Replace with "${excerpt(text)}"`, { span: source.span(start, end), newText: text }, trust);
}

/** Removes a range, with its line if nothing else stands there. */
export function removal(source: FindingSource, start: number, end: number, trust: Trust = {}): Fix {
  const { section, tree } = source;
  const base = startOf(tree, section);
  return fix(
    `Remove "${excerpt(source.text(start, end))}"`,
    removeText(tree, base + start, base + end),
    trust,
  );
}

export const fieldRemoval = (tree: Tree, field: FieldNode, trust?: Trust): Fix =>
  fix(`Remove "${excerpt(field.name)}"`, removeField(tree, field), trust);

/** Removes a field that has no effect, or that must stay unset. */
export const unsetting = (tree: Tree, field: FieldNode, trust = LIKELY): Fix =>
  fix(`Remove ${field.name}`, removeField(tree, field), trust);

/** Whether two fields have the same plain value, character by character. */
export function sameValue(tree: Tree, a: FieldNode, b: FieldNode): boolean {
  return (
    a.value?.kind === 'scalar' &&
    b.value?.kind === 'scalar' &&
    nodeText(tree, a.value) === nodeText(tree, b.value)
  );
}
