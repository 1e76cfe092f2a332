import { Attached } from '../../basics/attached';
import { withEntry } from '../../basics/with-entry';
import type { BoundMessage } from '../../configuration/bind';
import type { Evaluator, ExternalValue, Value } from '../../evaluator';
import { letEscape } from '../../evaluator/join';
import type { Cell, CellKind, State } from '../../evaluator/state';
import type { Call, Node } from '../../python/tree';
import type { FieldType, MessageType } from '../../schema/types';
import { type Item, Message, type Scalar } from './message';
import type { FileText } from './read-files';

/** A protobuf message, or one nested in another. */
export interface MessageValue extends ExternalValue {
  readonly form: 'message';
  readonly type: MessageType;
  readonly cell: Cell<MessageContent>;
  /** The message that contains it, and the field there. */
  readonly parent: { readonly message: MessageValue; readonly field: FieldType } | undefined;
  /** Its class is known only from an annotation. */
  readonly isDeclared?: true;
}

/** The list of a repeated field. */
interface RepeatedValue extends ExternalValue {
  readonly form: 'repeated';
  readonly of: MessageValue;
  readonly field: FieldType;
}

export const isMessage = (value: Value | undefined): value is MessageValue =>
  value?.kind === 'external' && value.form === 'message';
export const isRepeated = (value: Value): value is RepeatedValue =>
  value.kind === 'external' && value.form === 'repeated';

/** A message whose class is known only from an annotation. */
export const declared = (message: MessageValue): MessageValue => ({ ...message, isDeclared: true });

export const repeatedOf = (of: MessageValue, field: FieldType, node: Node): RepeatedValue => ({
  kind: 'external',
  form: 'repeated',
  isSequence: true,
  held: () => [of],
  of,
  field,
  node,
});

/** The contents of a message. */
interface MessageContent {
  /** The items of each field, in order; a single one for a singular field. */
  readonly fields: ReadonlyMap<FieldType, readonly MessageItem[]>;
  /** A text that is the whole content, and where the text is; parsed into fields only when it is read. */
  readonly text?: { readonly bound: BoundMessage; readonly node: Node } | undefined;
  /** Fields whose contents are unknown. */
  readonly unknown: ReadonlySet<FieldType>;
  /** Whether it may contain anything else. */
  readonly hasUnknownFields: boolean;
  /** A nested message counts as set once something is put into it. */
  readonly isSet: boolean;
  /** Whether text format was read into it or a nested message; that text is judged where it stands. */
  readonly hasText: boolean;
  /** The file whose text was read into it or a nested message. */
  readonly file?: FileText | undefined;
  readonly read?: TextRead | undefined;
}

export interface MessageItem {
  /** Where it is written. */
  readonly node: Node;
  /** Undefined: unknown. Enums are numbers. */
  readonly value: Scalar | MessageValue | undefined;
}

/** A text that was read into an empty message. What happens to the message on any path counts. */
export interface TextRead {
  readonly call: Call;
  /** Whether the message may get more content, or is part of another message. */
  isPart: boolean;
}

/** Messages that are repeatedly put into themselves would grow without limit. */
const MAX_DEPTH = 64;
/** Longer lists become unknown: lists are copied as they grow. */
const MAX_ITEMS = 10_000;

const EMPTY: MessageContent = {
  fields: new Map(),
  unknown: new Set(),
  hasUnknownFields: false,
  isSet: true,
  hasText: false,
  text: undefined,
  file: undefined,
  read: undefined,
};

const NOTHING_KNOWN: MessageContent = { ...EMPTY, hasUnknownFields: true, isSet: false };

/** How messages are merged where two paths meet: what differs becomes unknown. */
const MESSAGE: CellKind<MessageContent> = {
  join(a, b, state) {
    for (const content of [a, b]) markAsPart(content);
    if (a.text || b.text || a.isSet !== b.isSet) {
      loseItems(a, state);
      loseItems(b, state);
      const file = a.file ?? b.file;
      return { ...a, text: undefined, fields: new Map(), hasUnknownFields: true, read: undefined, file };
    }
    const fields = new Map<FieldType, readonly MessageItem[]>();
    const unknown = new Set([...a.unknown, ...b.unknown]);
    for (const field of new Set([...a.fields.keys(), ...b.fields.keys()])) {
      const items = a.fields.get(field);
      const others = b.fields.get(field);
      if (items && others && areSame(items, others)) fields.set(field, items);
      else {
        unknown.add(field);
        for (const { value } of [...(items ?? []), ...(others ?? [])])
          if (typeof value === 'object') letEscape(value, state);
      }
    }
    return {
      fields,
      unknown,
      hasUnknownFields: a.hasUnknownFields || b.hasUnknownFields,
      isSet: a.isSet,
      hasText: a.hasText || b.hasText,
      file: a.file ?? b.file,
    };
  },
  widen(before, after, state) {
    const joined = MESSAGE.join(before, after, state);
    const isSettled =
      joined.unknown.size === before.unknown.size &&
      joined.hasUnknownFields === before.hasUnknownFields &&
      !before.text &&
      [...before.fields].every(([field, items]) => joined.fields.get(field) === items);
    return isSettled ? before : joined;
  },
  nothing: NOTHING_KNOWN,
  letEscape(content, state) {
    markAsPart(content);
    loseItems(content, state);
  },
};

const areSame = (a: readonly MessageItem[], b: readonly MessageItem[]) =>
  a === b ||
  (a.length === b.length && a.every(({ value }, i) => value !== undefined && value === b[i]!.value));

/** The messages in its fields. */
const messagesIn = ({ fields }: MessageContent): readonly MessageValue[] =>
  [...fields.values()].flatMap((items) =>
    items.flatMap(({ value }) => (typeof value === 'object' ? [value] : [])),
  );

function loseItems(content: MessageContent, state: State): void {
  for (const message of messagesIn(content)) letEscape(message, state);
}

/** A message may get more content, or become part of another one. */
function markAsPart({ read }: MessageContent): void {
  if (read) read.isPart = true;
}

/** An empty message. */
export function newMessage(
  { state }: Evaluator,
  type: MessageType,
  node: Node,
  parent?: MessageValue['parent'],
  content: Partial<MessageContent> = {},
): MessageValue {
  const cell: Cell<MessageContent> = state.cell({ ...EMPTY, ...content }, MESSAGE);
  return {
    kind: 'external',
    form: 'message',
    type,
    cell,
    parent,
    held: () => messagesIn(cell.content),
    share: () => markAsPart(cell.content),
    node,
  };
}

export const fieldNamed = ({ fields }: MessageType, name: string): FieldType | undefined =>
  fields.find((field) => field.name === name);

/** The other members of a field's oneof. */
const alternatives = ({ fields }: MessageType, { oneof, name }: FieldType): readonly FieldType[] =>
  oneof === undefined ? [] : fields.filter((other) => other.name !== name && other.oneof === oneof);

/** The content of a message, with a text in it parsed into fields. */
export function contentOf(ev: Evaluator, message: MessageValue): MessageContent {
  const { content } = message.cell;
  if (!content.text) return content;
  const { bound, node } = content.text;
  const fields = new Map<FieldType, readonly MessageItem[]>();
  for (const { type: field, values } of bound.fields) {
    const items = values.map(({ value }): MessageItem => {
      if (typeof value !== 'object') return { node, value };
      const text = { bound: value, node };
      return { node, value: newMessage(ev, field.message!, node, { message, field }, { text }) };
    });
    fields.set(field, [...(fields.get(field) ?? []), ...items]);
  }
  const parsed = { ...content, fields, text: undefined };
  ev.state.write(message.cell, parsed);
  return parsed;
}

const depthOf = ({ parent }: MessageValue): number => (parent ? depthOf(parent.message) + 1 : 0);

/** Marks a message as set, and those around it, as something was put into it. */
export function markSet(ev: Evaluator, message: MessageValue): void {
  for (let at: MessageValue | undefined = message; at; at = at.parent?.message) {
    const content = contentOf(ev, at);
    markAsPart(content);
    if (!content.isSet && at.parent) {
      const outer = contentOf(ev, at.parent.message);
      const others = alternatives(at.parent.message.type, at.parent.field);
      if (others.length > 0) ev.state.write(at.parent.message.cell, without(outer, others));
    }
    if (!content.isSet || content.read) ev.state.write(at.cell, { ...content, isSet: true, read: undefined });
  }
}

/** The content with other items of one field, if there are any, and without some fields. */
function without(
  content: MessageContent,
  fields: readonly FieldType[],
  changed?: FieldType,
  items: readonly MessageItem[] = [],
): MessageContent {
  const known = new Map<FieldType, readonly MessageItem[]>();
  for (const [field, held] of content.fields) if (!fields.includes(field)) known.set(field, held);
  if (changed) known.set(changed, items);
  const unknown = fields.some((field) => content.unknown.has(field))
    ? new Set([...content.unknown].filter((field) => !fields.includes(field)))
    : content.unknown;
  return { ...content, fields: known, unknown };
}

/** `message.field = value` */
export function setField(ev: Evaluator, message: MessageValue, field: FieldType, item: MessageItem): void {
  markSet(ev, message);
  const others = [field, ...alternatives(message.type, field)];
  ev.state.write(message.cell, without(contentOf(ev, message), others, field, [item]));
}

/** Adds an element to a repeated field. */
export function addItem(ev: Evaluator, message: MessageValue, field: FieldType, item: MessageItem): void {
  markSet(ev, message);
  const content = contentOf(ev, message);
  const items = content.fields.get(field) ?? [];
  if (items.length >= MAX_ITEMS) return forget(ev, message, field);
  ev.state.write(message.cell, { ...content, fields: withEntry(content.fields, field, [...items, item]) });
}

/** From here on, a field is unknown. */
export function forget(ev: Evaluator, message: MessageValue, field: FieldType): void {
  markSet(ev, message);
  const content = contentOf(ev, message);
  for (const { value } of content.fields.get(field) ?? [])
    if (typeof value === 'object') letEscape(value, ev.state);
  const unknown = new Set([...content.unknown, field, ...alternatives(message.type, field)]);
  ev.state.write(message.cell, { ...content, unknown });
}

/** From here on, a field is empty. */
export function clear(ev: Evaluator, message: MessageValue, fields: readonly FieldType[]): void {
  markSet(ev, message);
  ev.state.write(message.cell, without(contentOf(ev, message), fields));
}

/** From here on, everything in a message is unknown. */
export function forgetAll(ev: Evaluator, message: MessageValue): void {
  markSet(ev, message);
  letEscape(message, ev.state);
}

/** The message of a field as Python's attribute returns it: created on demand, which does not set it. */
export function childOf(ev: Evaluator, message: MessageValue, field: FieldType, node: Node): MessageValue {
  const content = contentOf(ev, message);
  const found = content.fields.get(field)?.[0]?.value;
  if (typeof found === 'object') return found;
  // Its contents so far are unknown, too.
  const hasUnknownFields = content.hasUnknownFields || content.unknown.has(field);
  const child = newMessage(ev, field.message!, node, { message, field }, { isSet: false, hasUnknownFields });
  ev.state.write(message.cell, {
    ...content,
    fields: withEntry(content.fields, field, [{ node, value: child }]),
  });
  return child;
}

/** Copies the contents of another message into a message. */
export function copyInto(ev: Evaluator, target: MessageValue, source: MessageValue): void {
  if (target.cell === source.cell) return;
  const { content } = source.cell;
  // The text is the whole content of the copy, too.
  const read = content.read && { call: content.read.call, isPart: content.read.isPart };
  markAsPart(content);
  if (depthOf(target) > MAX_DEPTH) return forgetAll(ev, target);
  if (content.text) {
    ev.state.write(target.cell, { ...content, isSet: target.cell.content.isSet, read });
    return;
  }
  const fields = new Map<FieldType, readonly MessageItem[]>();
  for (const [field, items] of content.fields)
    fields.set(
      field,
      items.map((item) =>
        typeof item.value === 'object'
          ? { ...item, value: copyOf(ev, item.value, { message: target, field }) }
          : item,
      ),
    );
  ev.state.write(target.cell, { ...content, fields, isSet: target.cell.content.isSet, read });
}

/** An independent copy. */
export function copyOf(ev: Evaluator, source: MessageValue, parent?: MessageValue['parent']): MessageValue {
  ev.step();
  const isSet = parent === undefined || source.cell.content.isSet;
  const copy = newMessage(ev, source.type, source.node, parent, { isSet });
  copyInto(ev, copy, source);
  return copy;
}

/** `target.MergeFrom(source)` */
export function mergeInto(ev: Evaluator, target: MessageValue, source: MessageValue): void {
  const from = contentOf(ev, source);
  markAsPart(from);
  if (from.hasUnknownFields || target.cell === source.cell) return forgetAll(ev, target);
  markSet(ev, target);
  if (from.file) ev.state.write(target.cell, { ...target.cell.content, file: from.file });
  for (const [field, items] of from.fields) {
    for (const { node, value } of items) {
      if (field.repeated) {
        const copied = typeof value === 'object' ? copyOf(ev, value, { message: target, field }) : value;
        addItem(ev, target, field, { node, value: copied });
      } else if (typeof value !== 'object') setField(ev, target, field, { node, value });
      else if (value.cell.content.isSet) mergeInto(ev, childOf(ev, target, field, node), value);
    }
  }
  for (const field of from.unknown) forget(ev, target, field);
}

/** Merges a text into a message; everything in it gets the place of one node. */
export function mergeBound(ev: Evaluator, message: MessageValue, bound: BoundMessage, node: Node): void {
  const { content } = message.cell;
  if (!content.hasUnknownFields && !content.text && content.fields.size + content.unknown.size === 0) {
    ev.state.write(message.cell, { ...content, text: { bound, node } });
    return;
  }
  for (const { type: field, values } of bound.fields) {
    for (const { value } of values) {
      if (typeof value !== 'object') {
        if (field.repeated) addItem(ev, message, field, { node, value });
        else setField(ev, message, field, { node, value });
        continue;
      }
      const inner = field.repeated
        ? newMessage(ev, field.message!, node, { message, field })
        : childOf(ev, message, field, node);
      if (field.repeated) addItem(ev, message, field, { node, value: inner });
      else markSet(ev, inner);
      mergeBound(ev, inner, value, node);
    }
  }
}

/** Whether a message is known only from an annotation. */
export const isDeclared = (message: MessageValue): boolean =>
  message.isDeclared === true || (message.parent !== undefined && isDeclared(message.parent.message));

/** Whether nothing was or could have been put into a message so far. */
export function isFresh({ parent, cell: { content } }: MessageValue): boolean {
  return (
    !parent &&
    !content.hasUnknownFields &&
    !content.text &&
    !content.hasText &&
    content.fields.size + content.unknown.size === 0
  );
}

/** Records that a text was read into a message. The messages around it contain text, too, if it is judged on its own. */
export function noteText(
  ev: Evaluator,
  message: MessageValue,
  call: Call,
  wasFresh: boolean,
  isJudged: boolean,
  file?: FileText,
): TextRead {
  for (let at: MessageValue | undefined = message; at; at = at.parent?.message) {
    const { content } = at.cell;
    ev.state.write(at.cell, { ...content, hasText: content.hasText || isJudged, ...(file && { file }) });
  }
  const read = { call, isPart: !wasFresh };
  if (wasFresh) ev.state.write(message.cell, { ...message.cell.content, read });
  return read;
}

/** A budget for copies of messages: copying at each of many steps takes quadratic time. */
export interface CopyBudget {
  remaining: number;
}

/** A copy of a message as it is now; unknown once the budget is used up. */
export function snapshotOf(message: MessageValue, budget: CopyBudget): Message {
  const snapshot = copied(message, budget);
  objects.set(snapshot, message.cell);
  return snapshot;
}

const objects = new Attached<Message, object>();
/** The identity that all snapshots of one message share. */
export const objectOf = (snapshot: Message): object => objects.get(snapshot) ?? snapshot;

function copied(message: MessageValue, budget: CopyBudget): Message {
  const { type, node, cell, parent } = message;
  const { fields, text, unknown, hasUnknownFields, hasText, file, read } = cell.content;
  const isSet = cell.content.isSet || parent?.field.repeated === true;
  if (--budget.remaining < 0) return new Message(type, node, { hasUnknownFields: true, isSet });
  let forgotten = unknown;
  const items = new Map<FieldType, readonly Item[]>();
  for (const [field, list] of fields) {
    const copyOfItem = (item: MessageItem) => {
      if (typeof item.value !== 'object') return { node: item.node, value: item.value };
      const { content } = item.value.cell;
      // Unseen code may have set it.
      if (content.hasUnknownFields && !content.isSet && !field.repeated)
        forgotten = new Set([...forgotten, field]);
      return { node: item.node, value: copied(item.value, budget) };
    };
    items.set(field, list.map(copyOfItem));
  }
  return new Message(type, node, {
    items,
    text,
    unknown: forgotten,
    hasUnknownFields,
    isSet,
    hasText,
    file,
    textReader: read && !read.isPart ? read.call : undefined,
  });
}
