import type { BoundField, BoundMessage } from '../../configuration/bind';
import { type Configuration, fieldOf } from '../../configuration/configuration';
import { type FieldNode, nameSpan, nodeText, type Span, sectionOf, spanOf } from '../../textproto/tree';

/** A message and the field that it is written in: a table, a feature, an optimizer. */
export interface Owner {
  readonly field: BoundField;
  readonly message: BoundMessage;
}

/** The place of a mistake of the whole text: its first field, or the start of an empty text. */
export function startOfText({ bound }: Configuration): Span {
  const section = bound.tree.sections.find(({ field }) => field) ?? bound.tree.sections[0]!;
  return section.field ? nameSpan(section.field) : { section, start: 0, end: 0 };
}

/** The name before a message, or its bracket if the message is in a list. */
export function ownerSpan({ field, message: { node } }: Owner): Span {
  if (node?.parent.kind !== 'list') return nameSpan(field.node);
  return { section: sectionOf(node), start: node.start, end: node.start + 1 };
}

/** The last value of a field. For a block, its name, so that not all of its lines are underlined. */
export function valueSpan({ node, values }: BoundField): Span {
  const value = values.at(-1)?.node ?? node.value;
  return value && value.kind !== 'message' ? spanOf(value) : nameSpan(node);
}

/** The value of a field, or, if it is not written, the message that should contain it. */
export function fieldSpan(owner: Owner | Configuration, name: string): Span {
  const field = fieldOf(owner.message, name);
  if (field) return valueSpan(field);
  return 'field' in owner ? ownerSpan(owner) : startOfText(owner);
}

/**
 * Whether a field may only seem to be missing: a name beside it is not declared,
 * and could be this one misspelled.
 */
export function mayBeMisspelled(owner: Configuration | { message: BoundMessage }, name: string): boolean {
  return !fieldOf(owner.message, name) && hasUnknownFields(owner);
}

/** Whether a message has names that it does not declare. Reserved names of removed fields do not count. */
export function hasUnknownFields(owner: Configuration | { message: BoundMessage }): boolean {
  const { type, node } = owner.message;
  const isUnknown = (field: FieldNode | undefined) =>
    field !== undefined && !type.fieldsByName.has(field.name) && !type.reserved.has(field.name);
  if (node) return node.fields.some(isUnknown);
  return 'bound' in owner && owner.bound.tree.sections.some((section) => isUnknown(section.field));
}

/** The last value of a field as it is written. */
export function valueText(configuration: Configuration, field: BoundField): string {
  const node = field.values.at(-1)?.node;
  return node ? nodeText(configuration.bound.tree, node) : '';
}
