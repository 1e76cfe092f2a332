import type { BindErrorCode, BoundMessage, BoundTree } from '../config/bind';
import type { Node } from '../python/tree';
import type { Message } from './message';

/** Text with these is read as it is written. */
const HARMLESS: ReadonlySet<BindErrorCode> = new Set<BindErrorCode>(['deprecated-field', 'float-overflow']);
/** Deeper messages are not read. */
const MAX_DEPTH = 64;

/** Puts what a text says into a message, all of which stands at one node; whether that is certain to go well. */
export function mergeText(message: Message, { tree, root, errors }: BoundTree, node: Node): boolean {
  if (tree.sections.some(({ errors }) => errors.length > 0)) return false;
  for (const own of errors.values()) if (own.some(({ code }) => !HARMLESS.has(code))) return false;
  if (!isFollowed(root, 0)) return false;
  message.merge(root, node);
  return true;
}

/** Whether a text is not too deep, and holds neither extensions nor the contents of an Any, which do not matter here. */
function isFollowed({ type, fields }: BoundMessage, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  return fields.every(
    (field) =>
      type.fieldsByName.get(field.type.name) === field.type &&
      (field.type.kind !== 'message' ||
        field.values.every(({ value }) => typeof value !== 'object' || isFollowed(value, depth + 1))),
  );
}
