import { detached } from '../basics/detached';
import { CONFIGURATION } from '../schema/builtin';
import { enumValueOf, type FieldType, type MessageType, type Schema } from '../schema/types';
import { isPlainNumber, numberForm } from '../textproto/lexer';
import { floatValue, floatWord, integerValue, isInteger, isPlain, stringText } from '../textproto/literals';
import { EXTENSION_NAME } from '../textproto/parser';
import { Stack } from '../textproto/stack';
import {
  type FieldNode,
  type ListNode,
  literalsOf,
  type MessageNode,
  type ScalarNode,
  type Section,
  type Tree,
  type ValueNode,
} from '../textproto/tree';
import { extensionOf, isPacked } from './field-types';

/** A syntax tree bound to its message type: the type and the value of each field. */
export interface BoundMessage {
  readonly type: MessageType;
  /** Undefined for the root, which is the whole text. */
  readonly node: MessageNode | undefined;
  readonly fields: readonly BoundField[];
  /**
   * The last field of each kind that may occur only once. Only for messages with many fields, where searching takes long.
   */
  readonly latest: ReadonlyLatest | undefined;
}

export class BoundField {
  constructor(
    readonly node: FieldNode,
    readonly type: FieldType,
    /** The last value written, which is the one that counts for a singular field; undefined if it does not fit the type. */
    readonly value: Scalar | BoundMessage | undefined,
  ) {}

  /** One for each value written: several for a list, none for a field without a value. */
  get values(): readonly BoundValue[] {
    const { node, value } = this;
    return node.value ? [{ node: node.value, value }] : [];
  }
}

/** A field whose value is written as a list. */
class BoundList extends BoundField {
  constructor(
    node: FieldNode,
    type: FieldType,
    private readonly items: readonly BoundValue[],
  ) {
    super(node, type, items.at(-1)?.value);
  }

  override get values(): readonly BoundValue[] {
    return this.items;
  }
}

export interface BoundValue {
  readonly node: ValueNode;
  /** Undefined if the text does not fit the type. Enums are numbers; bytes are not decoded. */
  readonly value: Scalar | BoundMessage | undefined;
}

export type Scalar = number | bigint | boolean | string;

/** A value or field that the message type does not allow, or not everywhere; the rules explain it. */
export interface BindError {
  readonly code: BindErrorCode;
  /** In the offsets of the section. */
  readonly start: number;
  readonly end: number;
  /** The written text. */
  readonly detail: string;
  readonly field?: FieldType;
  readonly message?: MessageType;
  readonly node?: FieldNode | ValueNode;
  /** An earlier field that conflicts with this one. */
  readonly other?: FieldNode;
}

export type BindErrorCode =
  | 'any-mixed'
  | 'boolean-spelling'
  | 'deprecated-field'
  | 'duplicate-field'
  | 'float-overflow'
  | 'invalid-utf8'
  | 'list-on-singular'
  | 'missing-colon'
  | 'missing-required'
  | 'octal-number'
  | 'oneof-conflict'
  | 'out-of-range'
  | 'overwritten-default'
  | 'reserved-field'
  | 'unknown-any-type'
  | 'unknown-enum-number'
  | 'unknown-enum-value'
  | 'unknown-extension'
  | 'unknown-field'
  | 'wrong-type';

interface BoundSection {
  readonly field: BoundField | undefined;
  readonly errors: readonly BindError[];
}

/** The whole text bound, with each section's errors. */
export interface BoundTree {
  readonly tree: Tree;
  readonly root: BoundMessage;
  readonly schema: Schema;
  readonly errors: ReadonlyMap<Section, readonly BindError[]>;
  /**
   * As in the tree, for the next version of the text, which shares most of them; undefined for sections without a field.
   * Not a map: V8 moves a large map to its old generation, where it keeps its contents alive long after it is garbage
   * itself.
   */
  readonly sections: readonly (BoundSection | undefined)[];
}

/** Binds a tree to a message type; reuses the bound sections that an earlier version of the text shares. */
export function bind(tree: Tree, type: MessageType, schema: Schema, before?: BoundTree): BoundTree {
  if (before?.tree === tree && before.root.type === type && before.schema === schema) return before;
  const known = before?.root.type === type ? before : undefined;
  const binder = new SectionBinder(tree.text, schema);
  const fields: BoundField[] = [];
  const latest = latestOf(tree.sections.length);
  const errors = new Map<Section, readonly BindError[]>();
  const sections = new Array<BoundSection | undefined>(tree.sections.length);
  for (let i = 0; i < tree.sections.length; i++) {
    const section = tree.sections[i]!;
    if (!section.field) continue;
    const bound =
      (known && reusedSection(known, tree, i)) ?? binder.bindSection(section.field, type, tree.starts[i]!);
    sections[i] = bound;
    let own = bound.errors;
    if (bound.field) {
      const rival = rivalOf(bound.field, latest, fields);
      if (rival) own = [...own, clash(bound.field, rival)];
      fields.push(bound.field);
    }
    if (own.length > 0) errors.set(section, own);
  }
  const missing = missingFields(type, fields);
  if (missing.length > 0) {
    // The whole text lacks them; they are reported where its fields begin.
    const section = tree.sections.find(({ field }) => field) ?? tree.sections[0]!;
    const { start, nameEnd: end } = section.field ?? { start: 0, nameEnd: 0 };
    const own = missing.map((field): BindError => {
      return { code: 'missing-required', start, end, detail: field.name, field, message: type };
    });
    errors.set(section, [...(errors.get(section) ?? []), ...own]);
  }
  return { tree, root: { type, node: undefined, fields, latest }, schema, errors, sections };
}

/** A section as it was bound in the earlier text, where it was as far from the start or from the end. */
function reusedSection({ tree: old, sections }: BoundTree, tree: Tree, i: number): BoundSection | undefined {
  const section = tree.sections[i]!;
  const fromEnd = i + old.sections.length - tree.sections.length;
  return old.sections[i] === section
    ? sections[i]
    : old.sections[fromEnd] === section
      ? sections[fromEnd]
      : undefined;
}

/** From this number of fields on, a map is faster than searching backwards for the last field of a kind. */
const MANY_FIELDS = 100;

/** The last field of each kind that may occur only once: by its type, or the name of its oneof. */
type Latest = Map<FieldType | string, BoundField>;
type ReadonlyLatest = ReadonlyMap<FieldType | string, BoundField>;

const latestOf = (written: number): Latest | undefined => (written > MANY_FIELDS ? new Map() : undefined);

/** The earlier field of the message that conflicts with this one; from the map or by searching. */
function rivalOf(
  bound: BoundField,
  latest: Latest | undefined,
  fields: readonly BoundField[],
  from = 0,
  to = fields.length,
): BoundField | undefined {
  const { type } = bound;
  if (type.repeated) return undefined;
  if (latest) {
    const kind = type.oneof ?? type;
    const before = latest.get(kind);
    latest.set(kind, bound);
    return before;
  }
  // Backwards: repeated fields are usually next to each other.
  for (let i = to - 1; i >= from; i--) {
    const before = fields[i]!;
    if (before.type === type || (type.oneof !== undefined && before.type.oneof === type.oneof)) return before;
  }
  return undefined;
}

/** How a field conflicts with an earlier one: a second of a kind that may occur only once. */
function clash({ node, type }: BoundField, before: BoundField): BindError {
  // Without presence, the parsers notice only a first value that differs from the default.
  const code =
    before.type !== type
      ? 'oneof-conflict'
      : type.presence || !isDefault(before)
        ? 'duplicate-field'
        : 'overwritten-default';
  return {
    code,
    start: node.start,
    end: node.nameEnd,
    detail: node.name,
    field: type,
    node,
    other: before.node,
  };
}

function isDefault(field: BoundField): boolean {
  const value = field.value;
  return value === 0 || value === 0n || value === false || value === '';
}

class SectionBinder {
  private errors: BindError[] = [];
  /** Fields of the messages in progress, so that each message gets an array of its exact length. */
  private readonly fields = new Stack<BoundField>();
  /** Absolute start of the section. */
  private base = 0;

  constructor(
    private readonly text: string,
    private readonly schema: Schema,
  ) {}

  bindSection(node: FieldNode, type: MessageType, base: number): BoundSection {
    this.base = base;
    const field = this.bindField(node, type);
    const { errors } = this;
    if (errors.length === 0) return { field, errors: NO_ERRORS };
    this.errors = [];
    return { field, errors };
  }

  private slice(start: number, end: number): string {
    return this.text.slice(this.base + start, this.base + end);
  }

  private error(code: BindErrorCode, node: FieldNode | ValueNode, more: Partial<BindError> = {}): void {
    const end = node.kind === 'field' ? node.nameEnd : bracketEnd(node);
    const detail = more.detail ?? (isPlainName(node) ? node.name : this.slice(node.start, end));
    this.errors.push({ code, start: node.start, end, node, ...more, detail });
  }

  private bindField(node: FieldNode, parent: MessageType): BoundField | undefined {
    const type = this.fieldType(node, parent);
    if (!type) return undefined;
    if (type.deprecated) this.error('deprecated-field', node, { field: type, message: parent });
    const known = this.errors.length;
    const bound = this.bindValues(node, type);
    // An open message may have enum values that are not declared.
    if (parent.open && type.kind === 'enum') this.errors.length = known;
    return bound;
  }

  private bindValues(node: FieldNode, type: FieldType): BoundField {
    const { value } = node;
    if (!value) return new BoundField(node, type, undefined);
    if (value.kind !== 'list') {
      return new BoundField(node, type, this.bindValue(value, type));
    }
    return this.bindList(node, value, type);
  }

  /** A separate method: the closure is allocated at every call, and most fields have no list. */
  private bindList(node: FieldNode, value: ListNode, type: FieldType): BoundField {
    if (node.colon < 0 && type.kind !== 'message' && value.items.length === 0) {
      this.error('missing-colon', node, { field: type });
    }
    if (!type.repeated) {
      this.error('list-on-singular', value, { field: type });
      return new BoundList(node, type, []);
    }
    const items = value.items.map((item) => ({ node: item, value: this.bindValue(item, type) }));
    return new BoundList(node, type, items);
  }

  private fieldType(node: FieldNode, parent: MessageType): FieldType | undefined {
    if (node.form === 'number' || (parent.open && node.form === 'extension')) return undefined;
    if (node.form === 'extension') return this.extensionType(node, parent);
    const type = parent.fieldsByName.get(node.name);
    if (type || parent.open) return type;
    const code = parent.reserved.has(node.name) ? 'reserved-field' : 'unknown-field';
    this.error(code, node, { message: parent });
    return undefined;
  }

  private extensionType(node: FieldNode, parent: MessageType): FieldType | undefined {
    if (!EXTENSION_NAME.test(node.name)) return undefined;
    const type = extensionOf(parent, node.name, this.schema);
    const code = isPacked(parent, node.name) ? 'unknown-any-type' : 'unknown-extension';
    if (!type) this.error(code, node, { message: parent });
    return type;
  }

  private bindValue(node: ValueNode, type: FieldType): Scalar | BoundMessage | undefined {
    if (type.kind === 'message') {
      if (node.kind === 'message') return this.bindMessage(node, type.message!, type);
      // An open string may have swallowed the block.
      if (node.kind === 'scalar' && !this.lacksQuote(node)) this.error('wrong-type', node, { field: type });
      return undefined;
    }
    if (node.kind === 'scalar') return this.bindScalar(node, type);
    // A list in a list is reported by the parser.
    if (node.kind === 'message') this.error('wrong-type', node, { field: type });
    return undefined;
  }

  private bindMessage(node: MessageNode, type: MessageType, field: FieldType): BoundMessage {
    const outer = this.fields.length;
    const latest = latestOf(node.fields.length);
    for (const child of node.fields) {
      const bound = this.bindField(child, type);
      if (!bound) continue;
      const rival = rivalOf(bound, latest, this.fields.items, outer, this.fields.length);
      if (rival) this.errors.push(clash(bound, rival));
      this.fields.push(bound);
    }
    const fields = this.fields.takeFrom(outer);
    if (type.name === 'google.protobuf.Any') this.checkAny(node);
    for (const missing of missingFields(type, fields)) {
      this.error('missing-required', node, { field: missing, message: type, detail: field.name });
    }
    return { type, node, fields, latest };
  }

  private checkAny(node: MessageNode): void {
    const expanded = node.fields.find((field) => field.form === 'extension');
    const mixed = expanded && node.fields.find((field) => field !== expanded);
    if (mixed) this.error('any-mixed', mixed, { other: expanded });
  }

  private bindScalar(node: ScalarNode, type: FieldType): Scalar | undefined {
    if (node.type === 'heredoc') return undefined;
    switch (type.kind) {
      case 'string':
      case 'bytes':
        return this.bindString(node, type);
      case 'bool':
        return this.bindBoolean(node, type);
      case 'enum':
        return this.bindEnum(node, type);
      case 'float':
      case 'double':
        return this.bindFloat(node, type);
      default:
        return this.bindInteger(node, type);
    }
  }

  private bindString(node: ScalarNode, type: FieldType): string | undefined {
    if (node.type !== 'string') {
      if (!this.followsJunk(node)) this.error('wrong-type', node, { field: type });
      return undefined;
    }
    const text = this.stringOf(node);
    if (text === undefined && type.kind === 'string') this.error('invalid-utf8', node, { field: type });
    return text;
  }

  private stringOf(node: ScalarNode): string | undefined {
    if (!node.literals && isPlain(this.text, this.base + node.start, this.base + node.end))
      return detached(this.slice(node.start + 1, node.end - 1));
    const parts = literalsOf(node);
    const tokens: string[] = [];
    for (let i = 0; i < parts.length; i += 2) tokens.push(this.slice(parts[i]!, parts[i + 1]!));
    return stringText(tokens);
  }

  private bindBoolean(node: ScalarNode, type: FieldType): boolean | undefined {
    const written = this.slice(node.start, node.end);
    const value = BOOLEANS.get(written);
    if (value !== undefined) return value;
    const integer =
      node.type === 'number' && node.unsigned === node.start ? integerValue(written) : undefined;
    if (integer === 0n || integer === 1n) {
      this.error('boolean-spelling', node, { field: type });
      return integer === 1n;
    }
    if (!this.isMalformed(node)) this.error('wrong-type', node, { field: type });
    return undefined;
  }

  private bindEnum(node: ScalarNode, type: FieldType): number | undefined {
    const enumType = type.enum!;
    const written = this.slice(node.start, node.end);
    if (node.type === 'identifier' && node.unsigned === node.start) {
      const value = enumValueOf(enumType, written);
      if (!value) this.error('unknown-enum-value', node, { field: type });
      return value?.number;
    }
    const number = this.integer(node, type, 'int32');
    if (number === undefined) return undefined;
    if (!enumValueOf(enumType, Number(number)))
      this.error(enumType.open ? 'unknown-enum-number' : 'unknown-enum-value', node, { field: type });
    return Number(number);
  }

  private bindFloat(node: ScalarNode, type: FieldType): number | undefined {
    const written = this.slice(node.unsigned, node.end);
    const sign = node.unsigned === node.start ? 1 : -1;
    if (node.type === 'identifier') {
      const value = floatWord(written);
      if (value === undefined) this.error('wrong-type', node, { field: type });
      return value === undefined ? undefined : sign * value;
    }
    const plain = node.type === 'number' && isPlainNumber(written, 0, written.length);
    if (!plain) {
      const form = node.type === 'number' ? numberForm(written) : 'string';
      if (form !== 'decimal' && form !== 'float') {
        if (form !== 'invalid') this.error('wrong-type', node, { field: type });
        return undefined;
      }
    }
    const value = plain ? Number(written) : floatValue(written);
    const rounded = type.kind === 'float' ? Math.fround(value) : value;
    if (!Number.isFinite(rounded) || (rounded === 0 && value !== 0)) {
      this.error('float-overflow', node, { field: type });
    }
    return sign * rounded;
  }

  private bindInteger(node: ScalarNode, type: FieldType): number | bigint | undefined {
    return this.integer(node, type, type.kind as IntegerKind);
  }

  private integer(node: ScalarNode, type: FieldType, kind: IntegerKind): number | bigint | undefined {
    const negative = node.unsigned !== node.start;
    const { wide, low, high } = INTEGERS[kind];
    const small = node.type === 'number' ? this.smallInteger(node.unsigned, node.end) : -1;
    if (small >= 0 && (!negative || low < 0n)) {
      const value = negative ? -small : small;
      return wide ? BigInt(value) : value;
    }
    const written = this.slice(node.unsigned, node.end);
    if (node.type !== 'number' || !isInteger(written) || (negative && low === 0n)) {
      if (!this.isMalformed(node)) this.error('wrong-type', node, { field: type });
      return undefined;
    }
    const magnitude = integerValue(written);
    const value = negative && magnitude !== undefined ? -magnitude : magnitude;
    if (value === undefined || value < low || value > high) {
      this.error('out-of-range', node, { field: type });
      return undefined;
    }
    if (numberForm(written) === 'octal' && magnitude! > 7n) {
      this.error('octal-number', node, { field: type });
    }
    return wide ? value : Number(value);
  }

  private lacksQuote(node: ScalarNode): boolean {
    return node.type === 'string' && !/^(["']).*\1$/s.test(this.slice(literalsOf(node).at(-2)!, node.end));
  }

  /** Whether the value is the rest of another one: the parser reports the quote or slash before it. */
  private followsJunk({ start }: ScalarNode): boolean {
    return !/[\s:,[]/.test(this.text[this.base + start - 1]!);
  }

  /** The value of up to nine plain digits, which fits every integer type; -1 for other literals. */
  private smallInteger(start: number, end: number): number {
    const { text, base } = this;
    if (end - start > 9 || (end - start > 1 && text.charCodeAt(base + start) === 0x30)) return -1;
    let value = 0;
    for (let i = base + start; i < base + end; i++) {
      const digit = text.charCodeAt(i) - 0x30;
      if (digit < 0 || digit > 9) return -1;
      value = value * 10 + digit;
    }
    return value;
  }

  private isMalformed(node: ScalarNode): boolean {
    return node.type === 'number' && numberForm(this.slice(node.unsigned, node.end)) === 'invalid';
  }
}

function isPlainName(node: FieldNode | ValueNode): node is FieldNode {
  return node.kind === 'field' && node.form !== 'extension';
}

const NO_ERRORS: readonly BindError[] = [];

/** The proto2 required fields that a message lacks; most messages have none. */
function missingFields(type: MessageType, fields: readonly BoundField[]): readonly FieldType[] {
  const { requiredFields } = type;
  return requiredFields.length === 0 ? requiredFields : lacking(requiredFields, fields);
}

function lacking(required: readonly FieldType[], fields: readonly BoundField[]): readonly FieldType[] {
  const types = new Set(fields.map((bound) => bound.type));
  return required.filter((type) => !types.has(type));
}

function bracketEnd(node: ValueNode): number {
  return node.kind === 'scalar' ? node.end : node.start + 1;
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'True', 't', '1'].map((word) => [word, true] as const),
  ...['false', 'False', 'f', '0'].map((word) => [word, false] as const),
]);

type IntegerKind = Exclude<
  FieldType['kind'],
  'string' | 'bytes' | 'bool' | 'float' | 'double' | 'enum' | 'message'
>;

const signed = (bits: bigint) => ({
  wide: bits > 32n,
  low: -(1n << (bits - 1n)),
  high: (1n << (bits - 1n)) - 1n,
});
const unsigned = (bits: bigint) => ({ wide: bits > 32n, low: 0n, high: (1n << bits) - 1n });

/** The range of each integer type; wide ones are bigints. */
export const INTEGERS: Readonly<Record<IntegerKind, { wide: boolean; low: bigint; high: bigint }>> = {
  int32: signed(32n),
  sint32: signed(32n),
  sfixed32: signed(32n),
  int64: signed(64n),
  sint64: signed(64n),
  sfixed64: signed(64n),
  uint32: unsigned(32n),
  fixed32: unsigned(32n),
  uint64: unsigned(64n),
  fixed64: unsigned(64n),
};

/** Whether a bound tree is a TPUEmbeddingConfiguration. */
export function isConfiguration(bound: BoundTree): boolean {
  return bound.root.type.name === CONFIGURATION;
}
