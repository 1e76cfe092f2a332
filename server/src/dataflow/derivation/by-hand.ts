import { isWrapper, type JsonValue, jsonName, scalarJson } from '../../configuration/to-json';
import type { Call } from '../../python/tree';
import type { FieldType } from '../../schema/types';
import { evaluationOf } from '../calls/evaluation';
import type { PythonFile } from '../calls/python-file';
import { configurationOf } from '../calls/reaching-configuration';
import { type Item, Message } from '../messages/message';
import { objectOf } from '../messages/message-values';
import { Draft } from './draft';
import { embeddingsIn } from './embedding';
import { WORKED_OUT } from './field-argument';

/** A configuration that a program builds itself: the call that makes it, and its final contents. */
interface ByHand {
  readonly call: Call;
  readonly draft: Draft;
}

/** The configurations that a program serializes or gives to an op, by the call that makes them. */
export function configurationsByHand(file: PythonFile): readonly ByHand[] {
  return messagesByHand(file).map(({ call, message }) => ({ call, draft: draftMessage(message) }));
}

/** These configurations as messages, with the contents at their last use. */
export function messagesByHand(file: PythonFile): readonly MadeByHand[] {
  const last = new Map<object, MessageUse>();
  for (const made of messagesIn(file)) {
    const object = objectOf(made.message);
    const other = last.get(object);
    if (!other || other.at <= made.at) last.set(object, made);
  }
  return [...last.values()];
}

interface MadeByHand {
  readonly call: Call;
  readonly message: Message;
}

/** Whether a call parses a message from bytes, so that the program does not build it. */
const isFromBytes = ({ callee }: Call) => callee.kind === 'attribute' && callee.name === 'FromString';

/** The calls that make such configurations. */
export const callsByHand = (file: PythonFile): readonly Call[] => [
  ...new Set(messagesIn(file).map(({ call }) => call)),
];

type MessageUse = MadeByHand & { readonly at: number };

/** With the contents at each use, and the position of that use. */
function messagesIn(file: PythonFile): readonly MessageUse[] {
  const used = [...usedIn(file)].flatMap(madeByHand);
  const isIdle = used.length === 0 && file.countsAsUsed === 'top-level' && embeddingsIn(file).length === 0;
  return isIdle ? evaluationOf(file.tree).held.flatMap((message) => madeByHand([0, message])) : used;
}

function madeByHand([at, message]: readonly [number, Message]): readonly MessageUse[] {
  const { node: call } = message;
  return message.isConfiguration && call.kind === 'call' && !isFromBytes(call) ? [{ at, call, message }] : [];
}

function* usedIn(file: PythonFile): Generator<readonly [number, Message]> {
  for (const call of file.calls) {
    const message = configurationOf(call)?.message;
    if (message) yield [call.node.start, message];
  }
  for (const { serialized } of evaluationOf(file.tree).observations)
    for (const [call, message] of serialized) yield [call.start, message];
}

/** The known parts of a message, by field. */
export function draftMessage(message: Message): Draft {
  const draft = new Draft();
  draftFields(draft, message);
  if (message.hasUnknownFields)
    for (const field of message.type.fields)
      if (!message.fields.has(field) && !message.unknown.has(field))
        draft.setUnknown(jsonName(field), UNSEEN, message.node);
  return draft;
}

const UNSEEN = 'Code that cannot be followed may have set it.';

function draftFields(draft: Draft, { fields, unknown, node }: Message): void {
  for (const field of unknown) draft.setUnknown(jsonName(field), WORKED_OUT, node);
  for (const [field, items] of fields) {
    const path = jsonName(field);
    if (unknown.has(field)) continue;
    if (!field.repeated) for (const item of items.slice(-1)) draftItem(draft, path, field, item);
    else if (field.message)
      for (const [i, item] of items.entries()) draftItem(draft, `${path}[${i}]`, field, item);
    else draftList(draft, path, field, items);
  }
}

function draftItem(draft: Draft, path: string, field: FieldType, { node, value }: Item): void {
  if (!(value instanceof Message)) {
    const scalar = itemJson(field, { node, value });
    if (scalar === undefined) draft.setUnknown(path, WORKED_OUT, node);
    else draft.set(path, scalar, node);
  } else if (value.hasUnknownFields) draft.setUnknown(path, UNSEEN, node);
  else if (isWrapper(field) && value.isSet) draftWrapped(draft, path, value);
  else if (value.isSet) {
    draft.set(path, {}, node);
    draftFields(draft.within(path), value);
  }
}

/** A number in a wrapper message, which JSON writes as the plain number. */
function draftWrapped(draft: Draft, path: string, wrapper: Message): void {
  const field = wrapper.fieldNamed('value')!;
  const [item] = wrapper.fields.get(field) ?? [];
  if (wrapper.unknown.has(field)) draft.setUnknown(path, WORKED_OUT, wrapper.node);
  else if (item) draftItem(draft, path, field, item);
  else draft.set(path, 0, wrapper.node);
}

function draftList(draft: Draft, path: string, field: FieldType, items: readonly Item[]): void {
  const values = items.map((item) => itemJson(field, item));
  const [first] = items;
  if (values.includes(undefined)) draft.setUnknown(path, WORKED_OUT, first?.node);
  else if (first) draft.set(path, values as JsonValue[], first.node);
}

function itemJson(field: FieldType, { value }: Item): JsonValue | undefined {
  if (value === undefined || value instanceof Message) return undefined;
  const isShort = typeof value === 'bigint' && !field.kind.endsWith('64');
  return scalarJson(isShort ? Number(value) : value, field);
}
