import { type BindErrorCode, type BoundMessage, bind } from '../config/bind';
import type { Node } from '../python/tree';
import { builtin } from '../schema/builtin';
import { parse } from '../textproto/parser';
import { Message } from './message';

/** Text with these is read as it is written. */
const HARMLESS: ReadonlySet<BindErrorCode> = new Set<BindErrorCode>(['deprecated-field', 'float-overflow']);
/** Deeper messages are not read. */
const MAX_DEPTH = 64;

/** Reads a text into a message, all of which stands at one node; whether that is certain to go well. */
export function mergeText(message: Message, text: string, node: Node): boolean {
  const tree = parse(text);
  if (tree.sections.some(({ errors }) => errors.length > 0)) return false;
  const { root, errors } = bind(tree, message.type, builtin);
  for (const own of errors.values()) if (own.some(({ code }) => !HARMLESS.has(code))) return false;
  return merge(message, root, node, 0);
}

function merge(message: Message, bound: BoundMessage, node: Node, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  for (const { type: field, values } of bound.fields) {
    // Extensions and the contents of an Any do not matter here.
    if (message.fieldNamed(field.name) !== field) return false;
    for (const { value } of values) {
      if (typeof value !== 'object') {
        if (field.repeated) message.add(field, { node, value });
        else message.set(field, { node, value });
        continue;
      }
      const inner = field.repeated
        ? new Message(field.message!, node, message, field)
        : message.child(field, node);
      if (field.repeated) message.add(field, { node, value: inner });
      else inner.changed();
      if (!merge(inner, value, node, depth + 1)) return false;
    }
  }
  return true;
}
