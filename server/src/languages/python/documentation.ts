import {
  displayName,
  type Entry,
  findEntry,
  LIBRARIES,
  type Parameter,
  signatureLabel,
  typeText,
} from '../../catalogue';
import { builtin } from '../../schema/builtin';
import type { FieldType } from '../../schema/types';
import { code, codeBlock, paragraphs, table } from '../../text/markdown';
import type { PythonCompletionData } from '../answers';
import { fieldDocumentation, fieldSignature } from '../textproto/hover';

/** A longer signature is left out. */
const MAX_LINE = 88;
/** Of the table of arguments. */
const MAX_ROWS = 16;

/** All there is to say of an entry, in Markdown. */
export function entryMarkdown(entry: Entry): string {
  return paragraphs(codeBlock('python', heading(entry)), entryDocumentation(entry));
}

/** The same without what it is called. */
export function entryDocumentation(entry: Entry): string {
  const { doc, parameters, returns, url } = entry;
  return paragraphs(
    entrySummary(entry),
    doc,
    parameters.length > 0 ? argumentTable(entry) : undefined,
    // What a class gives is plain.
    entry.kind === 'class' ? undefined : returns && `**Returns** ${returns}`,
    versions(entry),
    url &&
      `[${url.includes('/api_docs/') || url.includes('googleapis.dev') ? 'API documentation' : 'Source'}](${url})`,
  );
}

/** What is good to know while the arguments are typed. */
export function entrySummary(entry: Entry): string {
  return paragraphs(removal(entry), entry.summary);
}

/** All there is to say of an argument, in Markdown. */
export function parameterMarkdown(entry: Entry, parameter: Parameter): string {
  const field = parameterField(entry, parameter);
  if (field) return fieldMarkdown(entry.message!, field);
  const heading = codeBlock('python', `(argument) ${parameter.name}`);
  return paragraphs(heading, parameterSummary(entry, parameter));
}

/** The same without the name. */
export function parameterSummary(entry: Entry, parameter: Parameter): string {
  const documentation = parameterDocumentation(entry, parameter);
  if (parameterField(entry, parameter)) return documentation;
  const { type, required, default: value } = parameter;
  const optional = value === undefined || value === 'None' ? 'optional' : `default ${code(value)}`;
  return paragraphs(`${code(typeText(type))} · ${required ? 'required' : optional}`, documentation);
}

/** The same without type and default. */
export function parameterDocumentation(entry: Entry, parameter: Parameter): string {
  const field = parameterField(entry, parameter);
  if (field) return fieldDocumentation(field);
  const { doc, sets, since } = parameter;
  return paragraphs(
    doc,
    sets && `Sets ${code(sets)} of \`TPUEmbeddingConfiguration\`.`,
    since && `Since ${LIBRARIES[entry.library].title} ${since}.`,
  );
}

export function fieldMarkdown(message: string, field: FieldType): string {
  return paragraphs(codeBlock('proto', `// ${message}\n${fieldSignature(field)}`), fieldDocumentation(field));
}

/** The field that an argument of a message's constructor sets. */
export function parameterField({ message }: Entry, { name }: Parameter): FieldType | undefined {
  return message === undefined ? undefined : builtin.message(message)?.fieldsByName.get(name);
}

function heading(entry: Entry): string {
  const { kind, id, name } = entry;
  const path = kind === 'module' ? pathOf(id) : writtenPath(id);
  if (kind === 'module' || kind === 'constant' || kind === 'property') return `(${kind}) ${path}`;
  const { label, parameters } = signatureLabel(entry);
  const before = `(${kind}) ${path.slice(0, path.length - name.length)}`;
  // The table of arguments says all that a long signature would.
  const isShort = before.length + label.length <= MAX_LINE || parameters.length === 0;
  return before + (isShort ? label : `${name}(...)`);
}

/** What is not public is imported by its full name alone. */
export function pathOf(id: string): string {
  return /^tensorflow\.(?:python|core)\./.test(id) ? id : displayName(id);
}

/** As people write it, who import a module that is not public and name what is in it. */
function writtenPath(id: string): string {
  const path = pathOf(id);
  return path === id ? (/[^.]+_pb2\..*$/.exec(id) ?? /[^.]+\.[^.]+$/.exec(id) ?? [id])[0] : path;
}

function argumentTable(entry: Entry): string {
  const { parameters } = entry;
  const message = entry.message === undefined ? undefined : builtin.message(entry.message);
  if (message)
    return listed(
      ['Field', 'Type'],
      message.fields.map((field) => [code(field.name), code(fieldTypeText(field))]),
    );
  const rows = parameters.map(({ name, type, required, default: value }) => [
    code(name),
    code(typeText(type)),
    required ? 'required' : value === undefined ? '' : code(value),
  ]);
  return listed([entry.keywordOnly ? 'Keyword argument' : 'Argument', 'Type', 'Default'], rows);
}

function listed(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const rest = rows.length - MAX_ROWS;
  return paragraphs(table(titles, rows.slice(0, MAX_ROWS)), rest > 0 ? `… and ${rest} more.` : undefined);
}

/** `repeated TableDescriptor`, `int32`. */
export function fieldTypeText({ kind, repeated, message, enum: values }: FieldType): string {
  return `${repeated ? 'repeated ' : ''}${(message ?? values)?.name.split('.').at(-1) ?? kind}`;
}

function removal({ removed, ...entry }: Entry): string | undefined {
  if (!removed) return undefined;
  const { last, gone, migration } = removed;
  const to = migration.to === undefined ? undefined : findEntry(migration.to);
  return paragraphs(
    `**Removed**: ${LIBRARIES[entry.library].title} ${last} has it, ${gone} does not.${
      to ? ` Use ${code(pathOf(to.id))} instead.` : ''
    }`,
    migration.note,
  );
}

function versions(entry: Entry): string | undefined {
  const { since, until, removed } = entry;
  const parts = [
    ...(since ? [`Since ${LIBRARIES[entry.library].title} ${since}.`] : []),
    ...(until && !removed ? [`Last found in ${LIBRARIES[entry.library].title} ${until}.`] : []),
  ];
  return parts.length > 0 ? parts.join(' ') : undefined;
}

/** What an editor shows beside a selected completion of Python, in Markdown; empty where there is nothing to say. */
export function completionDocumentation(data: PythonCompletionData): string {
  const entry = findEntry(data.kind === 'entry' ? data.id : data.entry);
  if (!entry || data.kind === 'entry') return entry ? entryDocumentation(entry) : '';
  const parameter = entry.parameters.find(({ name }) => name === data.parameter);
  return parameter ? parameterDocumentation(entry, parameter) : '';
}
