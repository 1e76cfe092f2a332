import { messageMembers, repeatedMembers } from '../api';
import type { Attribute, Node, Tree } from '../python/tree';
import { nodesOf, ofSection } from '../python/tree';
import { evaluate } from '../python/values';
import { builtin } from '../schema/builtin';
import type { FieldType, MessageType } from '../schema/types';
import { classOf, fieldOf } from './instances';
import type { PythonFile } from './python-file';

/** An attribute that protobuf does not have on what it is looked up on. */
export interface UnknownAttribute {
  readonly node: Attribute;
  /** The message, or the repeated field. */
  readonly on: MessageType | FieldType;
  /** What there is instead. */
  readonly names: Iterable<string>;
}

/** Attributes of messages and of repeated fields that are not there; assigned ones included. */
export function unknownAttributes({ tree }: PythonFile): UnknownAttribute[] {
  return tree.sections.flatMap(attributesIn).flatMap((node) => unknownIn(tree, node) ?? []);
}

const attributesIn = ofSection((section) => nodesOf(section).filter(isNamed));

const isNamed = (node: Node): node is Attribute =>
  node.kind === 'attribute' && node.name !== '' && !node.name.startsWith('_');

function unknownIn(tree: Tree, node: Attribute): UnknownAttribute | undefined {
  const { object, name } = node;
  const entry = classOf(tree, object);
  if (entry) {
    const members = messageMembers(entry.id);
    const type = entry.message === undefined ? undefined : builtin.message(entry.message);
    return type && members && !members.has(name) ? { node, on: type, names: members } : undefined;
  }
  const { node: value } = evaluate(tree, object);
  const field = value.kind === 'attribute' ? fieldOf(tree, value) : undefined;
  if (!field?.repeated) return undefined;
  const names = repeatedMembers(field.kind === 'message');
  return names.includes(name) ? undefined : { node, on: field, names };
}
