import { code, codeBlock, paragraphs } from '../../basics/markdown';
import {
  callText,
  displayName,
  type Entry,
  entryIn,
  exampleOf,
  findEntry,
  isPublic,
  LIBRARIES,
  libraryOf,
  lifetimeOf,
  lifetimeText,
  type Parameter,
  parameterLifetime,
  signatureParts,
  typeText,
} from '../../catalogue';
import { builtin, CONFIGURATION } from '../../schema/builtin';
import type { FieldType } from '../../schema/types';
import type { PythonCompletionData } from '../answers';
import { fieldDocumentation, fieldSignature, fieldTypeText } from '../textproto/hover';

/** A longer signature has one parameter per line. */
const MAX_LINE = 88;
/** Limit for the list of arguments. */
const MAX_ROWS = 16;
/** About one line for each argument. A longer sentence is cut to a clause that is complete by itself. */
const MIN_MEANING = 100;
/** Characters that all arguments share, so that few of them are told in more words. */
const MAX_MEANINGS = 1300;

/** The full documentation of an entry, in Markdown. */
export function entryMarkdown(entry: Entry): string {
  return paragraphs(codeBlock('python', heading(entry)), entryDocumentation(entry));
}

/** The same without the name. */
function entryDocumentation(entry: Entry): string {
  const { doc, returns, url } = entry;
  const example = exampleOf(entry, writtenPath(entry.id));
  return paragraphs(
    entrySummary(entry),
    argumentList(entry),
    example && paragraphs('**Example**', codeBlock('python', example)),
    doc,
    // The result type of a class is obvious.
    entry.kind === 'class' ? undefined : returns && `**Returns** ${returns}`,
    versions(entry),
    url &&
      `[${url.includes('/api_docs/') || url.includes('googleapis.dev') ? 'API documentation' : 'Source'}](${url})`,
  );
}

/** The documentation shown while arguments are typed. */
export function entrySummary(entry: Entry): string {
  return paragraphs(removal(entry), entry.summary);
}

/** The full documentation of an argument, in Markdown. */
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
  return paragraphs(`${code(typeText(parameter.type))} · ${need(parameter)}`, documentation);
}

/** Whether it is required, or its default. */
function need({ required, default: value }: Parameter): string {
  if (required) return 'required';
  return value === undefined || value === 'None' ? 'optional' : `default ${code(value)}`;
}

/** The same without type and default. */
function parameterDocumentation(entry: Entry, parameter: Parameter): string {
  const field = parameterField(entry, parameter);
  if (field) return fieldDocumentation(field);
  const { doc, sets, name, type } = parameter;
  const returned = type.of === 'callable' ? type.returns?.of : undefined;
  const slots = returned === 'slots' ? Object.keys(entry.optimizer?.slots ?? {}) : [];
  const lifetime = parameterLifetime(entry, name);
  return paragraphs(
    doc,
    slots.length > 0 ? `The slots of ${code(entry.name)}: ${slots.map(code).join(', ')}.` : undefined,
    sets && isField(sets) ? `Sets ${code(sets)} of \`TPUEmbeddingConfiguration\`.` : undefined,
    lifetime && lifetimeText(lifetime),
  );
}

const isField = (path: string): boolean =>
  builtin.message(CONFIGURATION)!.fieldsByName.has(path.split('.', 1)[0]!);

export function fieldMarkdown(message: string, field: FieldType): string {
  return paragraphs(codeBlock('proto', `// ${message}\n${fieldSignature(field)}`), fieldDocumentation(field));
}

/** The field that an argument of a message's constructor sets. */
export function parameterField({ message }: Entry, { name }: Parameter): FieldType | undefined {
  return message === undefined ? undefined : builtin.message(message)?.fieldsByName.get(name);
}

function heading(entry: Entry): string {
  const { kind, id } = entry;
  const path = kind === 'module' ? publicPath(id) : writtenPath(id);
  if (kind === 'module' || kind === 'constant' || kind === 'property') return `(${kind}) ${path}`;
  // The fields of a message are a list of their own.
  const parts = entry.message === undefined ? signatureParts(entry) : ['**fields'];
  return callText(`(${kind}) ${path}`, parts, MAX_LINE);
}

/** Private names can only be imported by their full name. */
export function publicPath(id: string): string {
  return /^tensorflow\.(?:python|core)\./.test(id) ? id : displayName(id);
}

/** The usual way to write a name. Of private modules, and where no package is imported as a whole: the module and its member. */
function writtenPath(id: string): string {
  const path = publicPath(id);
  const { alias } = LIBRARIES[libraryOf(id)!];
  return path === id && !id.startsWith(`${alias}.`)
    ? (/[^.]+_pb2\..*$/.exec(id) ?? /[^.]+\.[^.]+$/.exec(id) ?? [id])[0]
    : path;
}

/** One line for each argument: its type and its meaning. */
function argumentList(entry: Entry): string | undefined {
  const { message, keywordOnly } = entry;
  const parameters = entry.parameters.filter(isPublic);
  if (parameters.length === 0) return undefined;
  const room = MAX_MEANINGS / parameters.length;
  const lines = parameters.slice(0, MAX_ROWS).map((parameter) => {
    const meaning = firstWords(parameterField(entry, parameter)?.doc ?? parameter.doc, room);
    return `- ${code(parameter.name)} (${argumentFacts(entry, parameter)})${meaning && `: ${meaning}`}`;
  });
  const rest = parameters.length - MAX_ROWS;
  const title = message !== undefined ? 'Fields' : keywordOnly ? 'Keyword arguments' : 'Arguments';
  return paragraphs(`**${title}**`, lines.join('\n'), rest > 0 ? `… and ${rest} more.` : undefined);
}

function argumentFacts(entry: Entry, parameter: Parameter): string {
  const field = parameterField(entry, parameter);
  if (field) return code(fieldTypeText(field));
  return `${code(typeText(parameter.type))}, ${need(parameter)}`;
}

/** As many sentences as there is room for, or the part of a long one that is complete by itself. */
function firstWords(doc: string, room: number): string {
  const [line = ''] = doc.split('\n');
  const [first = '', ...others] = line.split(/(?<=\.)\s+/);
  if (first.length > Math.max(room, MIN_MEANING)) return firstClause(first);
  let words = first;
  for (const sentence of others) {
    if (words.length + sentence.length >= room) break;
    words += ` ${sentence}`;
  }
  return words;
}

function firstClause(sentence: string): string {
  const clause = /^.{20,}?(?=[:;] )/.exec(sentence)?.[0];
  return clause === undefined ? sentence : `${clause}.`;
}

function removal({ removed, id }: Entry): string | undefined {
  if (!removed) return undefined;
  const to = removed.to === undefined ? undefined : findEntry(removed.to);
  const { library = 'tensorflow', goneIn } = lifetimeOf(id) ?? {};
  return paragraphs(
    `**Removed in ${LIBRARIES[library].title} ${goneIn}.**${to ? ` Use ${code(publicPath(to.id))} instead.` : ''}`,
    removed.note,
  );
}

function versions(entry: Entry): string | undefined {
  const lifetime = lifetimeOf(entry.id, entry);
  if (!lifetime) return undefined;
  const { goneIn: _goneIn, ...beginning } = lifetime;
  // For a removed name, the last release comes first.
  return lifetimeText(entry.removed ? beginning : lifetime);
}

/** The Markdown that an editor shows beside a selected completion of Python; empty if there is none. */
export function completionDocumentation(data: PythonCompletionData): string {
  const found = findEntry(data.kind === 'entry' ? data.id : data.entry);
  const entry = found && entryIn(found, data.releases ?? {});
  if (!entry || data.kind === 'entry') return entry ? entryDocumentation(entry) : '';
  const parameter = entry.parameters.find(({ name }) => name === data.parameter);
  return parameter ? parameterDocumentation(entry, parameter) : '';
}
