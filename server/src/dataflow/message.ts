import type { BoundMessage } from '../config/bind';
import type { Call, Node } from '../python/tree';
import { CONFIGURATION } from '../schema/builtin';
import type { FieldType, MessageType } from '../schema/types';

/** A protobuf message that a source builds, as far as it says what is in it. */
export class Message {
  private readonly items = new Map<FieldType, Item[]>();
  /** A text that is all there is in it, and where that stands; not taken apart until somebody looks into the message. */
  private said: { readonly bound: BoundMessage; readonly node: Node } | undefined;
  /** Fields of which it is not known what they hold. */
  readonly unknown = new Set<FieldType>();
  /** Whether anything may be in it. */
  isOpen = false;
  /** Whether text format was read into it, which is judged where it stands. */
  hasText = false;
  /** Whether it is copied or compared: it may be meant as a part of another, or as what a test expects. */
  isCopied = false;
  /** Grows with every change to the message or one within. */
  version = 0;
  private read: { readonly by: Call; readonly version: number } | undefined;
  /** A message within another counts once something is put into it. */
  isSet = true;

  constructor(
    readonly type: MessageType,
    /** Where it is made. */
    readonly node: Node,
    readonly parent?: Message,
    readonly field?: FieldType,
  ) {}

  /** What was put into a field, in turn; just one for a field that is not repeated. */
  get fields(): Map<FieldType, Item[]> {
    if (this.said) {
      const { bound, node } = this.said;
      this.said = undefined;
      this.takeApart(bound, node);
    }
    return this.items;
  }

  get isConfiguration(): boolean {
    return this.type.name === CONFIGURATION;
  }

  /** Whether all of it is known. */
  get isWhole(): boolean {
    if (this.isOpen || this.unknown.size > 0) return false;
    if (this.said) return isKnown(this.said.bound);
    for (const items of this.fields.values()) {
      for (const { value } of items) {
        if (value === undefined || (value instanceof Message && !value.isWhole)) return false;
      }
    }
    return true;
  }

  /** Whether nothing was ever put into it, or could have been. */
  get isFresh(): boolean {
    return !this.parent && !this.isOpen && this.version === 0 && this.fields.size + this.unknown.size === 0;
  }

  /** The call that read text format into it, if that is all there is. */
  get text(): Call | undefined {
    return this.read?.version === this.version ? this.read.by : undefined;
  }

  /** What it holds now is a text. */
  isRead(by: Call): void {
    this.read = { by, version: this.version };
  }

  /** The messages of a field; undefined where their number is not known. */
  messages(name: string): readonly Message[] | undefined {
    const field = this.fieldNamed(name);
    if (!field || this.isOpen || this.unknown.has(field)) return undefined;
    return (this.fields.get(field) ?? []).flatMap(({ value }) =>
      value instanceof Message && value.isSet ? [value] : [],
    );
  }

  fieldNamed(name: string): FieldType | undefined {
    return this.type.fields.find((field) => field.name === name);
  }

  /** The message of a field as Python's attribute gives it: made if need be, but not set by that. */
  child(field: FieldType, node: Node): Message {
    const found = this.fields.get(field)?.[0]?.value;
    if (found instanceof Message) return found;
    const child = new Message(field.message!, node, this, field);
    child.isSet = false;
    // Whatever is in it already is not known either.
    child.isOpen = this.isOpen || this.unknown.has(field);
    this.fields.set(field, [{ node, value: child }]);
    return child;
  }

  set(field: FieldType, item: Item): void {
    this.changed();
    this.clearOthers(field);
    this.unknown.delete(field);
    this.fields.set(field, [item]);
  }

  add(field: FieldType, item: Item): void {
    this.changed();
    const items = this.fields.get(field);
    if (items) items.push(item);
    else this.fields.set(field, [item]);
  }

  /** Takes in what a text says, all of which stands at one node. */
  merge(bound: BoundMessage, node: Node): void {
    if (!this.isOpen && this.fields.size + this.unknown.size === 0) {
      this.said = { bound, node };
      return;
    }
    for (const { type: field, values } of bound.fields) {
      for (const { value } of values) {
        if (typeof value !== 'object') {
          if (field.repeated) this.add(field, { node, value });
          else this.set(field, { node, value });
          continue;
        }
        const inner = field.repeated
          ? new Message(field.message!, node, this, field)
          : this.child(field, node);
        if (field.repeated) this.add(field, { node, value: inner });
        else inner.changed();
        inner.merge(value, node);
      }
    }
  }

  /** Something is put into the message, so it is there, and so are those around it. */
  changed(): void {
    for (let at: Message = this; ; at = at.parent) {
      at.version++;
      if (!at.isSet) {
        at.isSet = true;
        at.parent?.clearOthers(at.field!);
      }
      if (!at.parent) return;
    }
  }

  /** From here on nothing is known of a field. */
  forget(field: FieldType): void {
    this.bump();
    for (const other of this.alternatives(field)) this.unknown.add(other);
    this.unknown.add(field);
  }

  /** From here on nothing is known of the message. */
  open(): void {
    this.bump();
    this.isOpen = true;
    const { parent, field } = this;
    if (parent && field && !field.repeated) parent.forget(field);
  }

  /** The root's version counts all changes within. */
  get root(): Message {
    let at: Message = this;
    while (at.parent) at = at.parent;
    return at;
  }

  /** How many messages it lies within. */
  get depth(): number {
    let depth = 0;
    for (let at = this.parent; at; at = at.parent) depth++;
    return depth;
  }

  measure(): Measure {
    if (this.said) return measureText(this.said.bound);
    let size = 1;
    let height = 0;
    for (const items of this.fields.values()) {
      size += items.length;
      for (const { value } of items) {
        if (!(value instanceof Message)) continue;
        const inner = value.measure();
        size += inner.size;
        height = Math.max(height, inner.height + 1);
      }
    }
    return { size, height };
  }

  /** A copy that later changes do not reach, as it is put into a field of another message or taken by itself. */
  copy(parent?: Message, field?: FieldType): Message {
    const copy = new Message(this.type, this.node, parent, field);
    copy.isSet = parent === undefined || this.isSet;
    copy.copyFrom(this);
    return copy;
  }

  /** Becomes like another message, and keeps its place. */
  copyFrom(other: Message): void {
    if (other === this) return;
    this.isOpen = other.isOpen;
    if (other.hasText) this.root.hasText = true;
    this.read = other.text && { by: other.text, version: this.version };
    this.unknown.clear();
    for (const field of other.unknown) this.unknown.add(field);
    this.items.clear();
    this.said = other.said;
    if (this.said) return;
    for (const [field, items] of other.fields) {
      this.fields.set(
        field,
        items.map(({ node, value }) => ({
          node,
          value: value instanceof Message ? value.copy(this, field) : value,
        })),
      );
    }
  }

  /** Puts what a text says into the fields, which are empty; that changes nothing of what is in the message. */
  private takeApart({ fields }: BoundMessage, node: Node): void {
    for (const { type: field, values } of fields) {
      const items = this.items.get(field) ?? [];
      this.items.set(field, items);
      for (const { value } of values) {
        if (typeof value !== 'object') items.push({ node, value });
        else {
          const inner = new Message(field.message!, node, this, field);
          inner.said = { bound: value, node };
          items.push({ node, value: inner });
        }
      }
    }
  }

  private bump(): void {
    for (let at: Message | undefined = this; at; at = at.parent) at.version++;
  }

  private clearOthers(field: FieldType): void {
    for (const other of this.alternatives(field)) {
      this.fields.delete(other);
      this.unknown.delete(other);
    }
  }

  /** The other members of a field's oneof. */
  private alternatives(field: FieldType): readonly FieldType[] {
    if (field.oneof === undefined) return [];
    return this.type.fields.filter((other) => other !== field && other.oneof === field.oneof);
  }
}

/** Whether every value of a text is known; of bytes and of open enums, some are not. */
function isKnown({ fields }: BoundMessage): boolean {
  return fields.every(({ values }) =>
    values.every(({ value }) => (typeof value === 'object' ? isKnown(value) : value !== undefined)),
  );
}

/** How many values a message holds, and how deep they are nested. */
interface Measure {
  readonly size: number;
  readonly height: number;
}

function measureText({ fields }: BoundMessage): Measure {
  let size = 1;
  let height = 0;
  for (const { values } of fields) {
    size += values.length;
    for (const { value } of values) {
      if (typeof value !== 'object') continue;
      const inner = measureText(value);
      size += inner.size;
      height = Math.max(height, inner.height + 1);
    }
  }
  return { size, height };
}

export interface Item {
  /** Where it is written. */
  readonly node: Node;
  /** Undefined where it is not known; enums are numbers. */
  readonly value: Scalar | Message | undefined;
}

export type Scalar = number | bigint | boolean | string;
