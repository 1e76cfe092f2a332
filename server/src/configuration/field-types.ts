import { type FieldType, type MessageType, packedField, type Schema } from '../schema/types';
import { type FieldNode, type MessageNode, ownerOf, type Section } from '../textproto/tree';

/**
 * The message type of a block, found by the names of the fields around it, bound or not; undefined if one of these is
 * unknown. A section stands for the whole text, which is a `root`.
 */
export function messageTypeOf(
  block: MessageNode | Section,
  root: MessageType | undefined,
  schema: Schema,
): MessageType | undefined {
  return block.kind === 'section' ? root : fieldTypeOf(ownerOf(block), root, schema)?.message;
}

/** The type of a field; undefined if it, or a block around it, is unknown. */
export function fieldTypeOf(
  field: FieldNode,
  root: MessageType | undefined,
  schema: Schema,
): FieldType | undefined {
  const message = messageTypeOf(field.parent, root, schema);
  if (!message || field.form === 'number') return undefined;
  if (field.form === 'identifier') return message.fieldsByName.get(field.name);
  return extensionOf(message, field.name, schema);
}

/** The meaning of `[name]` in a message: an extension or, in an Any, the packed message. */
export function extensionOf(message: MessageType, name: string, schema: Schema): FieldType | undefined {
  if (isPacked(message, name)) {
    const packed = schema.message(name.slice(name.lastIndexOf('/') + 1));
    return packed && packedField(name, packed);
  }
  const extension = name.includes('/') ? undefined : schema.extension(name);
  return extension?.extendee === message.name ? extension : undefined;
}

/** Whether `[name]` in a message is the URL of a packed message's type. */
export const isPacked = (message: MessageType, name: string) =>
  message.name === 'google.protobuf.Any' && name.includes('/');
