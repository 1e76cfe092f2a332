import { displayName, type Entry, findEntry, type Parameter, signatureLabel, typeText } from '../../api';
import { builtin } from '../../schema/builtin';
import type { FieldType } from '../../schema/types';
import { fieldDocumentation, signature as fieldSignature } from '../hover';
import { code, codeBlock, paragraphs, table } from '../markdown';

/** Longer signatures are written one argument a line. */
const MAX_LINE = 88;
/** Of the table of arguments. */
const MAX_ROWS = 16;

/** All there is to say of an entry, in Markdown. */
export function entryMarkdown(entry: Entry): string {
  return paragraphs(codeBlock('python', heading(entry)), entryDocumentation(entry));
}

/** The same without what it is called. */
export function entryDocumentation(entry: Entry): string {
  const { summary, doc, parameters, returns, url } = entry;
  return paragraphs(
    removal(entry),
    summary,
    doc,
    parameters.length > 0 ? argumentTable(entry) : undefined,
    returns && `**Returns** ${returns}`,
    versions(entry),
    url &&
      `[${url.includes('/api_docs/') || url.includes('googleapis.dev') ? 'API documentation' : 'Source'}](${url})`,
  );
}

/** All there is to say of an argument, in Markdown. */
export function parameterMarkdown(entry: Entry, parameter: Parameter): string {
  const field = parameterField(entry, parameter);
  if (field) return fieldMarkdown(entry.message!, field);
  const { name, type, default: value } = parameter;
  const line = `${name}: ${typeText(type)}${value === undefined ? '' : ` = ${value}`}`;
  return paragraphs(codeBlock('python', line), parameterDocumentation(entry, parameter));
}

/** The same without name, type and default. */
export function parameterDocumentation(entry: Entry, parameter: Parameter): string {
  const field = parameterField(entry, parameter);
  if (field) return fieldDocumentation(field);
  const { doc, required, sets, since } = parameter;
  return paragraphs(
    required ? '**Required.**' : undefined,
    doc,
    sets && `Sets ${code(sets)} of \`TPUEmbeddingConfiguration\`.`,
    since && `Since ${packageOf(entry)} ${since}.`,
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
  const path = pathOf(id);
  if (kind === 'module' || kind === 'constant' || kind === 'property') return `(${kind}) ${path}`;
  const { label, parameters } = signatureLabel(entry);
  const before = `(${kind}) ${path.slice(0, path.length - name.length)}`;
  if (before.length + label.length <= MAX_LINE || parameters.length === 0) return before + label;
  const lines = parameters.map(([start, end]) => label.slice(start, end));
  const star = label.indexOf('*, ');
  if (star >= 0)
    lines.splice(
      parameters.findIndex(([start]) => start > star),
      0,
      '*',
    );
  return `${before}${name}(\n${lines.map((line) => `    ${line},`).join('\n')}\n)`;
}

/** What is not public is imported by its full name alone. */
export function pathOf(id: string): string {
  return /^tensorflow\.(?:python|core)\./.test(id) ? id : displayName(id);
}

function argumentTable({ parameters }: Entry): string {
  const rows = parameters
    .slice(0, MAX_ROWS)
    .map(({ name, type, required, default: value }) => [
      code(name),
      code(typeText(type)),
      required ? 'required' : value === undefined ? '' : code(value),
    ]);
  const rest = parameters.length - rows.length;
  return paragraphs(
    table(['Argument', 'Type', 'Default'], rows),
    rest > 0 ? `… and ${rest} more.` : undefined,
  );
}

function removal({ removed, ...entry }: Entry): string | undefined {
  if (!removed) return undefined;
  const { last, gone, migration } = removed;
  const to = migration.to === undefined ? undefined : findEntry(migration.to);
  return paragraphs(
    `**Removed** in ${packageOf(entry)} ${gone}; the last release that has it is ${last}.${
      to ? ` Use ${code(pathOf(to.id))} instead.` : ''
    }`,
    migration.note,
  );
}

function versions(entry: Entry): string | undefined {
  const { since, until, removed } = entry;
  const parts = [
    ...(since ? [`Since ${packageOf(entry)} ${since}.`] : []),
    ...(until && !removed ? [`Last found in ${packageOf(entry)} ${until}.`] : []),
  ];
  return parts.length > 0 ? parts.join(' ') : undefined;
}

function packageOf({ id }: Pick<Entry, 'id'>): string {
  if (id.startsWith('tensorflow_recommenders')) return 'TensorFlow Recommenders';
  return id.startsWith('google.') ? 'protobuf' : 'TensorFlow';
}
