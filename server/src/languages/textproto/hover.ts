import { excerpt } from '../../basics/excerpt';
import { code, codeBlock, paragraphs } from '../../basics/markdown';
import { lastPart } from '../../catalogue/names';
import { booleanOf, numberOf, type Optimization } from '../../configuration/configuration';
import { grouped } from '../../configuration/quantities';
import { formulaText, type Hyperparameters, optimizers } from '../../optimizers';
import { readHeader } from '../../schema/resolve';
import {
  defaultText,
  type EnumType,
  type EnumValue,
  type FieldType,
  findMessage,
  type MessageType,
} from '../../schema/types';
import { numberForm } from '../../textproto/lexer';
import { floatValue, integerValue } from '../../textproto/literals';
import { type FieldNode, ownerOf, type ScalarNode } from '../../textproto/tree';
import type { Hover } from '../answers';
import type { Snapshot } from '../snapshot';
import { type Context, contextAt } from './cursor-context';
import { hoverFacts, summary, tableLine } from './hover-facts';

export function hover(snapshot: Snapshot, offset: number): Hover | undefined {
  const context = contextAt(snapshot, offset);
  if (context.place === 'comment') return hoverHeader(snapshot, offset);
  const { field, fieldType, value, base } = context;
  if (!field || !fieldType) return undefined;
  if (context.place === 'name') {
    return {
      markdown: fieldMarkdown(snapshot, context, fieldType),
      start: base + field.start,
      end: base + field.nameEnd,
    };
  }
  if (value?.kind !== 'scalar') return undefined;
  const markdown = valueMarkdown(snapshot, context, value, fieldType);
  return markdown === '' ? undefined : { markdown, start: base + value.start, end: base + value.end };
}

function hoverHeader(snapshot: Snapshot, offset: number): Hover | undefined {
  const { schema, configuration, derived } = snapshot;
  const header = readHeader(snapshot.text);
  if (!header || offset < header.start || offset > header.end) return undefined;
  const message = findMessage(schema, header.name);
  if (!message) return undefined;
  const facts = configuration && derived && `---\n\n${summary(configuration, derived)}`;
  return { markdown: paragraphs(messageMarkdown(message), facts), start: header.start, end: header.end };
}

// Fields

function fieldMarkdown(snapshot: Snapshot, { field, type }: Context, fieldType: FieldType): string {
  const { configuration, derived } = snapshot;
  const facts = configuration && derived && hoverFacts(field!, configuration, derived);
  return paragraphs(
    codeBlock('proto', `// ${type!.name}\n${fieldSignature(fieldType)}`),
    fieldDocumentation(fieldType, hyperparametersAt(snapshot, field!)),
    facts && `---\n\n${facts}`,
  );
}

/**
 * A field's documentation as completion shows it too: what it is, then what it holds. An optimizer's formula is the one
 * for these hyperparameters, or for usual ones.
 */
export function fieldDocumentation(field: FieldType, hyperparameters?: Hyperparameters): string {
  return paragraphs(
    field.deprecated ? '**Deprecated.**' : undefined,
    field.doc,
    limits(field),
    field.enum && enumList(field.enum),
    field.message && lastPart(field.message.name) !== 'FloatValue' ? field.message.doc : undefined,
    field.oneof === 'parameters' ? formulaMarkdown(field.name, hyperparameters) : undefined,
  );
}

/** The hyperparameters of the optimizer that the field chooses. */
function hyperparametersAt({ configuration }: Snapshot, field: FieldNode): Hyperparameters | undefined {
  const table = configuration?.tables.find(({ optimization }) => optimization?.choice?.field.node === field);
  return table?.optimization && hyperparametersOf(table.optimization);
}

/** The field as its .proto file declares it. */
export function fieldSignature(field: FieldType): string {
  const type = field.message?.name ?? field.enum?.name ?? field.kind;
  const label = field.repeated ? 'repeated ' : field.required ? 'required ' : '';
  const oneof = field.oneof === undefined ? '' : `  // oneof ${field.oneof}`;
  return `${label}${lastPart(type)} ${excerpt(field.name)} = ${field.number};${oneof}`;
}

/** `repeated TableDescriptor`, `int32`. */
export function fieldTypeText({ kind, repeated, message, enum: values }: FieldType): string {
  return `${repeated ? 'repeated ' : ''}${(message ?? values)?.name.split('.').at(-1) ?? kind}`;
}

function limits(field: FieldType): string | undefined {
  const { unit, range, kind, presence, repeated, recommended } = field;
  const { default: byDefault = defaultText(field) } = field;
  // Such a default is often outside of the range.
  const unset = recommended ? ' (unset)' : '';
  const parts: string[] = [];
  if (unit !== undefined) parts.push(`Unit: ${unit}.`);
  if (range !== undefined) parts.push(`Range: ${code(range)}.`);
  if (!presence && !repeated && kind !== 'message')
    parts.push(`Default: ${byDefault.replace(/^[^,]+/, (value) => code(value) + unset)}.`);
  return parts.length > 0 ? parts.join(' ') : undefined;
}

function enumList({ values }: EnumType): string {
  return values
    .map(({ name, number, doc }) => `- ${code(name)} = ${number}${doc ? `: ${firstSentence(doc)}` : ''}`)
    .join('\n');
}

function firstSentence(doc: string): string {
  return /^[\s\S]*?[.!?](?=\s|$)/.exec(doc)?.[0] ?? doc;
}

/** The documentation of a message, in Markdown. */
export function messageMarkdown(message: MessageType): string {
  return paragraphs(codeBlock('proto', `message ${message.name}`), message.doc);
}

// Values

function valueMarkdown(snapshot: Snapshot, context: Context, node: ScalarNode, field: FieldType): string {
  const start = context.base + node.start;
  const written = snapshot.text.slice(start, context.base + node.end);
  const negative = node.unsigned !== node.start;
  const magnitude = snapshot.text.slice(context.base + node.unsigned, context.base + node.end);
  if (field.enum) return enumMarkdown(field.enum, enumValue(field.enum, written));
  const owner = ownerOf(node);
  const { configuration, derived } = snapshot;
  const facts = configuration && derived && hoverFacts(owner, configuration, derived);
  return paragraphs(
    reading(field, magnitude, negative),
    tableIdMarkdown(snapshot, field, written),
    field.unit === undefined ? undefined : `Unit: ${field.unit}.`,
    facts && field.name !== 'table_id' ? facts : undefined,
  );
}

function enumValue({ values }: EnumType, written: string): EnumValue | undefined {
  const number = integerValue(written.replace(/^-/, ''));
  const signed = number === undefined ? undefined : written.startsWith('-') ? -number : number;
  return values.find((v) => v.name === written || (signed !== undefined && BigInt(v.number) === signed));
}

function enumMarkdown({ name }: EnumType, value: EnumValue | undefined): string {
  return value ? valueDocumentation(name, value) : '';
}

/** The documentation of an enum value, in Markdown. */
export const valueDocumentation = (type: string, { name, number, doc }: EnumValue): string =>
  paragraphs(codeBlock('proto', `// ${type}\n${name} = ${number}`), doc);

/** The value of a number, if its spelling does not show it. */
function reading({ kind }: FieldType, magnitude: string, negative: boolean): string | undefined {
  const sign = negative ? '-' : '';
  const form = numberForm(magnitude);
  if (form === 'invalid') return undefined;
  if (kind === 'float') {
    const value = floatValue(magnitude);
    const stored = Math.fround(value);
    if (stored === value || form === 'octal' || form === 'hexadecimal') return undefined;
    return `Stored in float32 as ${code(sign + (Number.isFinite(stored) ? String(stored) : 'inf'))}.`;
  }
  const integer = integerValue(magnitude);
  if (integer === undefined || kind === 'bool' || kind === 'double') return undefined;
  if (form === 'octal' || form === 'hexadecimal') return `Is ${code(excerpt(sign + integer))} in decimal.`;
  return integer >= 10_000n ? `= ${excerpt(sign + grouped(integer))}` : undefined;
}

function tableIdMarkdown({ configuration }: Snapshot, field: FieldType, written: string): string | undefined {
  if (!configuration || field.name !== 'table_id') return undefined;
  const table = configuration.tables[Number(integerValue(written) ?? -1n)];
  return table && `Table ${tableLine(table)}`;
}

/** How an optimizer updates the weights, in Markdown; with usual hyperparameters where none are known. */
function formulaMarkdown(name: string, hyperparameters?: Hyperparameters): string | undefined {
  const optimizer = optimizers.get(name);
  if (!optimizer) return undefined;
  const usual = Object.fromEntries(optimizer.hyperparameters.map(({ name, usual }) => [name, usual]));
  const lines = formulaText(optimizer, hyperparameters ?? usual);
  return paragraphs(
    lines.length > 0 ? codeBlock('text', lines.join('\n')) : optimizer.note,
    optimizer.approximate && `An approximation. ${optimizer.approximate}`,
  );
}

/** The hyperparameters that a configuration gives its optimizer; undefined if one cannot be read. */
function hyperparametersOf({ algorithm, choice }: Optimization): Hyperparameters | undefined {
  const values: Record<string, number | boolean> = {};
  for (const { name, usual } of algorithm?.hyperparameters ?? []) {
    const message = choice?.message;
    const value =
      message && (typeof usual === 'boolean' ? booleanOf(message, name) : numberOf(message, name));
    if (value === undefined) return undefined;
    values[name] = value;
  }
  return values;
}
