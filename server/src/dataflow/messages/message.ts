import type { BoundMessage } from '../../configuration/bind';
import type { Call, Node } from '../../python/tree';
import { CONFIGURATION } from '../../schema/builtin';
import type { FieldType, MessageType } from '../../schema/types';
import type { FileText } from './read-files';

/** A snapshot of a protobuf message that a program builds, as far as its contents are known. */
export class Message {
  private items: ReadonlyMap<FieldType, readonly Item[]>;
  /** A text that is the whole content, and where the text is; parsed into fields only when it is read. */
  private text: { readonly bound: BoundMessage; readonly node: Node } | undefined;
  /** Fields whose contents are unknown. */
  readonly unknown: ReadonlySet<FieldType>;
  /** Whether it may contain anything else. */
  readonly hasUnknownFields: boolean;
  /** A nested message counts as set once something is put into it. */
  readonly isSet: boolean;
  /** Whether text format was read into it or a nested message; that text is judged where it stands. */
  readonly hasText: boolean;
  /** The call that read text format into it, if that is its whole content. */
  readonly textReader: Call | undefined;
  /** The file whose text was read into it or a nested message. */
  readonly file: FileText | undefined;

  constructor(
    readonly type: MessageType,
    /** Where it is made. */
    readonly node: Node,
    {
      items = new Map(),
      text,
      unknown = new Set(),
      hasUnknownFields = false,
      isSet = true,
      hasText = false,
      textReader,
      file,
    }: MessageParts,
  ) {
    this.items = items;
    this.text = text;
    this.unknown = unknown;
    this.hasUnknownFields = hasUnknownFields;
    this.isSet = isSet;
    this.hasText = hasText;
    this.textReader = textReader;
    this.file = file;
  }

  /** The items of each field, in order; a single one for a singular field. */
  get fields(): ReadonlyMap<FieldType, readonly Item[]> {
    if (this.text) this.items = itemsOf(this.text.bound, this.text.node);
    this.text = undefined;
    return this.items;
  }

  get isConfiguration(): boolean {
    return this.type.name === CONFIGURATION;
  }

  /** Whether its whole content is known. */
  get isWhole(): boolean {
    if (this.hasUnknownFields || this.unknown.size > 0) return false;
    if (this.text) return isKnown(this.text.bound);
    for (const items of this.fields.values()) {
      for (const { value } of items) {
        if (value === undefined || (value instanceof Message && !value.isWhole)) return false;
      }
    }
    return true;
  }

  /** The messages of a field. */
  messages(name: string): readonly Message[] | undefined {
    const field = this.fieldNamed(name);
    if (!field || this.hasUnknownFields || this.unknown.has(field)) return undefined;
    return (this.fields.get(field) ?? []).flatMap(({ value }) =>
      value instanceof Message && value.isSet ? [value] : [],
    );
  }

  fieldNamed(name: string): FieldType | undefined {
    return this.type.fields.find((field) => field.name === name);
  }
}

interface MessageParts {
  readonly items?: ReadonlyMap<FieldType, readonly Item[]>;
  readonly text?: { readonly bound: BoundMessage; readonly node: Node } | undefined;
  readonly unknown?: ReadonlySet<FieldType>;
  readonly hasUnknownFields?: boolean;
  readonly isSet?: boolean;
  readonly hasText?: boolean;
  readonly textReader?: Call | undefined;
  readonly file?: FileText | undefined;
}

/** The fields of a text, as items. */
function itemsOf({ fields }: BoundMessage, node: Node): Map<FieldType, Item[]> {
  const all = new Map<FieldType, Item[]>();
  for (const { type: field, values } of fields) {
    const items = all.get(field) ?? [];
    all.set(field, items);
    for (const { value } of values)
      items.push(
        typeof value === 'object'
          ? { node, value: new Message(field.message!, node, { text: { bound: value, node } }) }
          : { node, value },
      );
  }
  return all;
}

/** Whether all values of a text are known. Some values of bytes and open enums are not. */
function isKnown({ fields }: BoundMessage): boolean {
  return fields.every(({ values }) =>
    values.every(({ value }) => (typeof value === 'object' ? isKnown(value) : value !== undefined)),
  );
}

export interface Item {
  /** Where it is written. */
  readonly node: Node;
  /** Undefined: unknown. Enums are numbers. */
  readonly value: Scalar | Message | undefined;
}

export type Scalar = number | bigint | boolean | string;
