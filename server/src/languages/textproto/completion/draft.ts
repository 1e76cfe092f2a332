import { escapeSnippet } from '../../../basics/snippet';
import { type FieldType, type MessageType, meaningfulNames } from '../../../schema/types';
import { parse } from '../../../textproto/parser';
import type { FieldNode, MessageNode } from '../../../textproto/tree';
import type { Snapshot } from '../../snapshot';
import { isClosed, needOf, type Style, suggestionsFor } from './suggestions';

/** A field as it is to be inserted. */
type Draft = ValueDraft | BlockDraft;

interface ValueDraft {
  readonly name: string;
  /** The first is the default. If there are several, they are all possible values. */
  readonly choices: readonly string[];
  /** The text around the choice: quotes, or the brackets of a list. */
  readonly open: string;
  readonly close: string;
}

interface BlockDraft {
  readonly name: string;
  readonly fields: readonly Draft[];
  /** The message has fields, so a block without any is still to be filled. */
  readonly fillable: boolean;
}

/** Depth limit for recursive messages. */
const MAX_DEPTH = 4;

/** More choices than this do not help inside a snippet. */
const MAX_CHOICES = 40;

/** Drafts fields with what their messages need: the schema's examples, improved by what the text holds. */
export class Drafter {
  constructor(
    private readonly snapshot: Snapshot,
    private readonly style: Style,
    /** The block that the drafts are for. */
    private readonly block: MessageNode | undefined,
  ) {}

  draft(owner: MessageType, field: FieldType, depth = 0): Draft {
    const suggestions = suggestionsFor(this.snapshot, owner, field, this.block);
    const [best] = suggestions;
    if (field.message) return this.draftBlock(field, best?.text, depth);
    const all = isClosed(owner, field) ? suggestions.map(({ text }) => text) : undefined;
    return draftValue(field, best?.text, all);
  }

  /** The fields that a message needs, one of each oneof, and those that are named. */
  draftNeeded(type: MessageType, also: readonly string[] = [], depth = 0): Draft[] {
    const oneofs = new Set<string>();
    return type.fields
      .filter((field) => {
        if (also.includes(field.name) || isMapEntry(type)) return true;
        if (needOf(type, field, this.style) !== 'needed') return false;
        if (field.oneof === undefined) return true;
        const first = !oneofs.has(field.oneof);
        oneofs.add(field.oneof);
        return first;
      })
      .map((field) => this.draft(type, field, depth));
  }

  private draftBlock(field: FieldType, example: string | undefined, depth: number): BlockDraft {
    const { name, message } = field;
    const fillable = message!.fields.length > 0 || message!.open;
    if (example !== undefined) return { name, fields: draftExample(example, message!), fillable };
    return { name, fields: depth < MAX_DEPTH ? this.draftNeeded(message!, [], depth + 1) : [], fillable };
  }
}

/** Whether the only fields are `key` and `value`: our schema does not distinguish maps from such messages. */
function isMapEntry({ fields }: MessageType): boolean {
  return fields.length === 2 && fields[0]!.name === 'key' && fields[1]!.name === 'value';
}

function draftValue(field: FieldType, best: string | undefined, all?: readonly string[]): ValueDraft {
  const { name, kind, repeated } = field;
  const [open, close] = repeated ? ['[', ']'] : ['', ''];
  switch (kind) {
    case 'enum':
      return { name, choices: withFirst(best, meaningfulNames(field.enum!)), open, close };
    case 'bool':
      return { name, choices: withFirst(best, ['true', 'false']), open, close };
    case 'string':
    case 'bytes':
      return { name, choices: [best?.slice(1, -1) ?? ''], open: `${open}"`, close: `"${close}` };
    case 'float':
    case 'double':
      return { name, choices: [best ?? '0.0'], open, close };
  }
  return { name, choices: all && all.length > 0 ? all : [best ?? '0'], open, close };
}

function withFirst(first: string | undefined, all: readonly string[]): string[] {
  return first === undefined ? [...all] : [first, ...all.filter((one) => one !== first)];
}

/** Reads a message written with its braces, as `@example` of a field has it. */
function draftExample(example: string, type: MessageType): Draft[] {
  const text = `_ ${example}`;
  const draft = (node: FieldNode, owner: MessageType): Draft[] => {
    const field = owner.fieldsByName.get(node.name);
    const { value } = node;
    if (!field || !value) return [];
    if (value.kind !== 'message') return [draftValue(field, text.slice(value.start, value.end))];
    const fields = value.fields.flatMap((child) => draft(child, field.message!));
    return [{ name: field.name, fields, fillable: field.message!.fields.length > 0 }];
  };
  const value = parse(text).sections[0]?.field?.value;
  return value?.kind === 'message' ? value.fields.flatMap((child) => draft(child, type)) : [];
}

// Rendering as snippets of the Language Server Protocol

/** Renders drafts as snippet text with numbered stops. Clients indent the lines like the one that they go into. */
export class SnippetWriter {
  private stops = 0;

  /** With `oneLine`, blocks stay on the line. */
  constructor(private readonly oneLine = false) {}

  write(draft: Draft, indent = ''): string {
    return 'fields' in draft
      ? `${draft.name} ${this.writeBlock(draft, indent)}`
      : `${draft.name}: ${this.writeValue(draft)}`;
  }

  writeBlock({ fields, fillable }: BlockDraft, indent = ''): string {
    if (fields.length === 0) {
      if (!fillable) return '{}';
      return this.oneLine ? `{ ${this.stop()} }` : `{\n${indent}  ${this.stop()}\n${indent}}`;
    }
    const [only] = fields;
    if (this.oneLine || (fields.length === 1 && only && !('fields' in only)))
      return `{ ${fields.map((field) => this.write(field)).join(' ')} }`;
    const lines = fields.map((field) => `${indent}  ${this.write(field, `${indent}  `)}\n`);
    return `{\n${lines.join('')}${indent}}`;
  }

  writeValue({ choices, open, close }: ValueDraft): string {
    return open + this.placeholder(choices) + close;
  }

  private placeholder(choices: readonly string[]): string {
    if (choices.length > 1 && choices.length <= MAX_CHOICES)
      return `\${${++this.stops}|${choices.map((choice) => choice.replace(/[\\,|]/g, '\\$&')).join(',')}|}`;
    return choices[0] ? `\${${++this.stops}:${escapeSnippet(choices[0])}}` : this.stop();
  }

  private stop(): string {
    return `$${++this.stops}`;
  }
}
