import { isWrapper } from '../../configuration/to-json';
import type { Evaluator, Value } from '../../evaluator';
import { entriesOf } from '../../evaluator/value';
import type { FieldType, MessageType } from '../../schema/types';
import { storedScalar } from './field-values';
import {
  addItem,
  childOf,
  clear,
  fieldNamed,
  forget,
  forgetAll,
  type MessageValue,
  markSet,
  newMessage,
  setField,
} from './message-values';

const MAX_DEPTH = 16;

/** Merges a dict into a message as `json_format.ParseDict` does: lists replace what is there. What is not followed is unknown. */
export function mergeDict(
  ev: Evaluator,
  message: MessageValue,
  source: Value,
  fieldOf: (type: MessageType, name: string) => FieldType | undefined,
  ignoresUnknown: boolean,
  depth = 0,
): void {
  ev.step();
  const all = source.kind === 'dict' ? entriesOf(source) : undefined;
  if (!all || depth > MAX_DEPTH) return forgetAll(ev, message);
  markSet(ev, message);
  const merge = (into: MessageValue, value: Value) =>
    mergeDict(ev, into, value, fieldOf, ignoresUnknown, depth + 1);
  for (const { key, value } of all) {
    const field =
      key.kind === 'str' && key.value !== undefined ? fieldOf(message.type, key.value) : undefined;
    if (field && value.kind === 'none') clear(ev, message, [field]);
    else if (field?.repeated) {
      clear(ev, message, [field]);
      putAll(ev, message, field, value, merge);
    } else if (field?.message) put(ev, childOf(ev, message, field, value.node), field, value, merge);
    else if (field) setField(ev, message, field, { node: value.node, value: storedScalar(field, value) });
    else if (!ignoresUnknown || key.kind !== 'str' || key.value === undefined) return forgetAll(ev, message);
  }
}

/** The elements of a repeated field; a dict is a map, which is not followed. */
function putAll(
  ev: Evaluator,
  message: MessageValue,
  field: FieldType,
  value: Value,
  merge: (into: MessageValue, value: Value) => void,
): void {
  const items =
    value.kind === 'list' ? value.cell.content : value.kind === 'tuple' ? value.elements : undefined;
  if (!items) return forget(ev, message, field);
  for (const each of items) {
    const { node } = each;
    if (!field.message) {
      addItem(ev, message, field, { node, value: storedScalar(field, each) });
      continue;
    }
    const inner = newMessage(ev, field.message, node, { message, field });
    addItem(ev, message, field, { node, value: inner });
    put(ev, inner, field, each, merge);
  }
}

/** What stands for a message: a dict, or the number that a wrapper has. */
function put(
  ev: Evaluator,
  into: MessageValue,
  type: FieldType,
  value: Value,
  merge: (into: MessageValue, value: Value) => void,
): void {
  const wrapped = isWrapper(type) ? fieldNamed(into.type, 'value') : undefined;
  if (wrapped) setField(ev, into, wrapped, { node: value.node, value: storedScalar(wrapped, value) });
  else if (into.type.name.startsWith('google.protobuf.')) forgetAll(ev, into);
  else merge(into, value);
}
