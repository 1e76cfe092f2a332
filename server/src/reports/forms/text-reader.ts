import { joined } from '../../basics/bytes';
import { excerpt } from '../../basics/excerpt';
import type { BoundField, BoundMessage, BoundTree, BoundValue } from '../../configuration/bind';
import type { FieldType, MessageType } from '../../schema/types';
import { integerValue, stringBytes } from '../../textproto/literals';
import {
  type FieldNode,
  literalsOf,
  type MessageNode,
  nodeText,
  rangeOf,
  type ScalarNode,
  type Tree,
  type ValueNode,
} from '../../textproto/tree';
import { writeFields } from './binary-writer';
import { CommentsOfText } from './comments';
import type { Content, ContentField, ContentValue, UnknownField, UnknownValue } from './content';
import { encodingOf } from './encodings';
import type { ReadProblem } from './form';

/** The content of a text, and the unknown fields that it writes by number. */
interface ReadText {
  readonly content: Content;
  /** The offsets of these numbers. */
  readonly numbered: ReadonlySet<number>;
  /** Fields that open messages have by name: the schema lacks their numbers. */
  readonly undeclared: readonly ReadProblem[];
}

/** Reads a bound text with its comments and numbered fields, without the parts that the binder could not read. */
export function readText({ tree, root }: BoundTree): ReadText {
  const reader = new Reader(tree);
  return { content: reader.root(root), numbered: reader.numbered, undeclared: reader.undeclared };
}

class Reader {
  readonly numbered = new Set<number>();
  readonly undeclared: ReadProblem[] = [];
  private readonly comments: CommentsOfText;

  constructor(private readonly tree: Tree) {
    this.comments = new CommentsOfText(tree);
  }

  root(root: BoundMessage): Content {
    const nodes = this.tree.sections.flatMap(({ field }) => field ?? []);
    const [first] = nodes;
    const heading = this.comments.takeHeading(
      first ? rangeOf(this.tree, first).start : this.tree.text.length,
    );
    return { ...this.message(root, nodes), ...(heading.length > 0 && { heading }) };
  }

  private message(
    { type, fields: bound }: BoundMessage,
    nodes: readonly FieldNode[],
    block?: MessageNode,
  ): Content {
    const boundOf = new Map(bound.map((field) => [field.node, field]));
    const fields: ContentField[] = [];
    const unknown: UnknownField[] = [];
    for (const node of nodes) {
      const field = boundOf.get(node);
      if (type.open && isUndeclared(node, field)) this.undeclared.push(this.undeclaredIn(node, type));
      // One by one: a call takes only so many arguments.
      if (field) for (const each of this.field(field)) fields.push(each);
      else if (node.form === 'number') for (const each of this.unknownField(node, type)) unknown.push(each);
    }
    const remarks = this.comments.takeBefore(block ? rangeOf(this.tree, block).end : this.tree.text.length);
    return { type, fields, unknown, ...(remarks.length > 0 && { remarks }) };
  }

  private undeclaredIn(node: FieldNode, { name }: MessageType): ReadProblem {
    const range = rangeOf(this.tree, node);
    const text = excerpt(this.tree.text.slice(range.start, range.end));
    const message = `"${text}" has no other form: the schema lacks names of ${name}. Write the number in place of the name.`;
    return { ...range, message };
  }

  private field({ node, type: field, values }: BoundField): ContentField[] {
    const { start, end } = rangeOf(this.tree, node);
    const before = this.comments.takeBefore(start);
    const opened = node.value && rangeOf(this.tree, node.value).start;
    // A comment after the opening bracket of a message.
    const first = opened === undefined ? undefined : this.comments.takeBehind(opened, OPENING);
    const read = values.flatMap(({ node: item, value }) => {
      const inside = this.comments.takeBefore(rangeOf(this.tree, item).start);
      const content = this.value({ node: item, value }, field);
      return content === undefined ? [] : [{ field, value: content, inside }];
    });
    const behind = [first, this.comments.takeBehind(end, ENDING)].flatMap((each) => each ?? []).join('  ');
    return read.map(({ field, value, inside }, i) => {
      const own = i === 0 ? [...before, ...inside] : inside;
      const last = i === 0 && behind !== '' ? behind : undefined;
      if (own.length === 0 && last === undefined) return { field, value };
      return { field, value, comments: { before: own, ...(last !== undefined && { behind: last }) } };
    });
  }

  private value({ node, value }: BoundValue, field: FieldType): ContentValue | undefined {
    if (typeof value === 'object')
      return this.message(value, (node as MessageNode).fields, node as MessageNode);
    if (field.kind !== 'bytes') return value;
    return node.kind === 'scalar' && node.type === 'string' ? this.bytes(node) : undefined;
  }

  /** The bytes of all literals of a string. */
  private bytes(node: ScalarNode): Uint8Array {
    const literals = literalsOf(node);
    const base = rangeOf(this.tree, node).start - node.start;
    const chunks: Uint8Array[] = [];
    for (let i = 0; i < literals.length; i += 2)
      chunks.push(stringBytes(this.tree.text.slice(base + literals[i]!, base + literals[i + 1]!)));
    return joined(chunks);
  }

  /** Empty if the schema knows the field, which must then have its name, or if binary cannot have such a value. */
  private unknownField(node: FieldNode, type?: MessageType): UnknownField[] {
    const number = fieldNumber(node.name);
    if (number === undefined || !node.value) return [];
    const values = this.unknownValues(node.value);
    const known = type?.fields.find((field) => field.number === number);
    if (!values || (known && values.some(({ wire }) => wire === wireOf(known)))) return [];
    this.numbered.add(rangeOf(this.tree, node).start);
    return values.map((value) => ({ number, ...value }));
  }

  private unknownValues(node: ValueNode): readonly UnknownValue[] | undefined {
    if (node.kind !== 'list') {
      const value = this.unknownValue(node);
      return value && [value];
    }
    const items = node.items.map((item) => this.unknownValues(item));
    return items.includes(undefined) ? undefined : items.flatMap((item) => item!);
  }

  private unknownValue(node: MessageNode | ScalarNode): UnknownValue | undefined {
    if (node.kind === 'message') {
      const fields = node.fields.map((field) => this.unknownField(field));
      if (fields.some((each) => each.length === 0)) return undefined;
      const value = fields.flat();
      return node.angle ? { wire: 'group', value } : { wire: 'bytes', value: writeFields(value) };
    }
    if (node.type === 'string') return { wire: 'bytes', value: this.bytes(node) };
    const text = nodeText(this.tree, node);
    const value = node.type === 'number' && node.unsigned === node.start ? integerValue(text) : undefined;
    if (value === undefined || value >= 2n ** 64n) return undefined;
    if (/^0x[\da-f]{8}$/i.test(text)) return { wire: 'fixed32', value: Number(value) };
    return { wire: /^0x[\da-f]{16}$/i.test(text) ? 'fixed64' : 'varint', value };
  }
}

/** Whether an open message has a field or a value of an enum that the schema does not declare. */
const isUndeclared = (node: FieldNode, field: BoundField | undefined): boolean =>
  field
    ? field.type.kind === 'enum' && field.values.some(({ value }) => value === undefined)
    : node.form !== 'number';

/** The punctuation before a comment after the opening bracket of a field, or after its end. */
const OPENING = /^[{<[ \t]*$/;
const ENDING = /^[,; \t]*$/;

/** Field numbers have 29 bits. */
const MAX_NUMBER = 2n ** 29n - 1n;

function fieldNumber(name: string): number | undefined {
  const number = integerValue(name);
  return number !== undefined && number > 0n && number <= MAX_NUMBER ? Number(number) : undefined;
}

const WIRES: Readonly<Record<number, UnknownValue['wire']>> = { 0: 'varint', 1: 'fixed64', 5: 'fixed32' };

/** The wire type of a field that the schema knows. */
const wireOf = (field: FieldType): UnknownValue['wire'] => WIRES[encodingOf(field)?.wire ?? -1] ?? 'bytes';
