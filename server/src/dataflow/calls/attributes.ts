import { type Entry, messageMembers, repeatedMembers } from '../../catalogue';
import type { Attribute, Section } from '../../python/tree';
import { builtin } from '../../schema/builtin';
import type { FieldType, MessageType } from '../../schema/types';
import { cachedWhileObserved } from './evaluation';
import type { PythonFile } from './python-file';

/** An attribute that does not exist on a message or a repeated field. */
export interface UnknownAttribute {
  readonly node: Attribute;
  /** The message, or the repeated field. */
  readonly on: MessageType | FieldType;
  /** The names that exist instead. */
  readonly names: Iterable<string>;
  /** The class is known only from an annotation, which the program need not respect. */
  readonly isDeclared: boolean;
}

/** Accesses and assignments of attributes that do not exist on messages and repeated fields. */
export const unknownAttributes = (file: PythonFile): UnknownAttribute[] =>
  file.tree.sections.flatMap((section) => unknownIn(file.tree, section, file) ?? []);

const unknownIn = cachedWhileObserved((_tree, section: Section, file: PythonFile) =>
  section.nodes.attribute.filter(isNamed).flatMap((node) => unknown(file, node) ?? []),
);

/** Attributes of messages and of their classes that are read or assigned. */
export const messageAttributes = (file: PythonFile): { node: Attribute; entry: Entry }[] =>
  file.tree.sections.flatMap((section) => ofMessagesIn(file.tree, section, file) ?? []);

const ofMessagesIn = cachedWhileObserved((_tree, section: Section, { typeOf }: PythonFile) =>
  section.nodes.attribute.filter(isNamed).flatMap((node) => {
    const owner = typeOf(node.object);
    return owner.kind === 'instance' && owner.entry.message !== undefined
      ? [{ node, entry: owner.entry }]
      : [];
  }),
);

const isNamed = ({ name }: Attribute) => name !== '' && !name.startsWith('_');

function unknown({ typeOf }: PythonFile, node: Attribute): UnknownAttribute | undefined {
  const { object, name } = node;
  const owner = typeOf(object);
  if (owner.kind === 'repeated') {
    const names = repeatedMembers(owner.field.kind === 'message');
    return names.includes(name) ? undefined : { node, on: owner.field, names, isDeclared: false };
  }
  if (owner.kind !== 'instance' || owner.entry.message === undefined) return undefined;
  const members = messageMembers(owner.entry.id);
  const type = builtin.message(owner.entry.message);
  return type && members && !members.has(name)
    ? { node, on: type, names: members, isDeclared: owner.isDeclared === true }
    : undefined;
}
