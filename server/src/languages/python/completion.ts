import { excerpt } from '../../basics/excerpt';
import {
  bindArguments,
  CONTAINER_CLASS,
  type Entry,
  findEntry,
  hasGone,
  isPublic,
  lifetimeOf,
  type Parameter,
  parameterFor,
  parameterLifetime,
  typeText,
} from '../../catalogue';
import type { ReleasesByLibrary } from '../../catalogue/environment';
import { range } from '../../catalogue/releases';
import { asArgument } from '../../dataflow/calls/arguments';
import { elementOf } from '../../dataflow/calls/classes';
import { evaluationOf } from '../../dataflow/calls/evaluation';
import { argumentThatSets, type PythonFile } from '../../dataflow/calls/python-file';
import { isByTable } from '../../dataflow/libraries/nested-results';
import { resolve } from '../../python/names';
import { stringValue } from '../../python/strings';
import {
  type Attribute,
  callAt,
  type Dict,
  type Node,
  nodeAt,
  type Sequence,
  type StringLiteral,
  type Subscript,
  type Tree,
} from '../../python/tree';
import { rules } from '../../rules';
import { callRules } from '../../rules/python';
import { builtin } from '../../schema/builtin';
import type { Completion, CompletionRanges, PythonCompletionData } from '../answers';
import { wholeWord } from '../textproto/completion/completion';
import { completeComment, sortKey } from '../textproto/completion/directives';
import { fieldTypeText } from '../textproto/hover';
import { classAt } from './class-at';
import { configurationStrings, configurationValues } from './configuration-values';
import { parameterField, publicPath } from './documentation';
import {
  codeBefore,
  commentAt,
  type Expected,
  expectedType,
  fieldValueAt,
  type Slot,
  slotAt,
} from './expected-type';
import { callGiven, findOwn, isIn, isOwn, ownMembers, passedCallOf } from './lookup';
import { type Choice, stringChoices, Values, withoutDoubles } from './value-suggestions';

/** A completion without its position. */
type Draft = Omit<Completion, 'insertRange' | 'replaceRange' | 'sortText'> & { readonly group?: number };

/**
 * Completions for names and calls of the catalogue, best first. There are none elsewhere, so that they add to those of
 * another Python server.
 */
export function completePython(file: PythonFile, offset: number): Completion[] {
  const { tree } = file;
  const comment = commentAt(tree, offset);
  if (comment !== undefined) return completeSilencer(tree, comment, offset);
  const node = nodeAt(tree, offset);
  const quoted = node.kind === 'missing' ? nodeAt(tree, offset - 1) : node;
  if (quoted.kind === 'string' && quoted.start < offset) return completeString(file, quoted, offset);
  const word = wordAt(tree.text, offset);
  const statement = nodeAt(tree, codeBefore(tree, word.replaceRange.start));
  if (statement.kind === 'import') return completeImport(file, statement, word);
  const attribute = attributeAt(node, word);
  if (attribute) return finish(attributes(file, attribute), word);
  const { start, end } = word.replaceRange;
  const slot = slotAt(file, start, end);
  if (slot) return completeSlot(file, slot, word);
  const field = fieldValueAt(file, start, end);
  return field && endsWith(tree.text, end) ? finish(valuesOf(field, new Values(tree, end), ''), word) : [];
}

/** Whether an expression ends at an offset: neither a call nor an attribute follows. */
const endsWith = (text: string, end: number) =>
  /^[ \t]*(?:[,:;)\]}#\r\n]|(?:and|or|if|else)\b|$)/.test(text.slice(end, end + 200));

/** Completions in comments that silence rules. Other comments have none. */
function completeSilencer({ text }: Tree, start: number, offset: number): Completion[] {
  const [comment] = /^[^\r\n]*/.exec(text.slice(start))!;
  if (!/^#[ \t]*t|tpu-embedding:/.test(comment)) return [];
  return completeComment({ text, start, end: start + comment.length, offset, rules: SILENCEABLE });
}

const SILENCEABLE = [...callRules, ...rules];

/** The word that an offset is in or at the end of; empty elsewhere. */
function wordAt(text: string, offset: number): CompletionRanges {
  let start = offset;
  while (start > 0 && /\w/.test(text.charAt(start - 1))) start--;
  let end = offset;
  while (end < text.length && /\w/.test(text.charAt(end))) end++;
  return { insertRange: { start, end: offset }, replaceRange: { start, end } };
}

function finish(drafts: readonly Draft[], ranges: CompletionRanges): Completion[] {
  return drafts
    .map(({ group = 0, ...draft }, index) => ({
      ...draft,
      ...(draft.isSnippet ? wholeWord(ranges) : ranges),
      sortText: sortKey(group, index),
    }))
    .sort((a, b) => (a.sortText < b.sortText ? -1 : 1));
}

// Names

function completeImport(
  { tree, environment }: PythonFile,
  node: Extract<Node, { kind: 'import' }>,
  word: CompletionRanges,
): Completion[] {
  const { text } = tree;
  const { from, fromStart, fromEnd } = node;
  const { start } = word.replaceRange;
  const modulesOnly = from === undefined || start <= fromEnd;
  if (modulesOnly) {
    // The dotted name up to the word.
    const path = /([\w.]+)\.$/.exec(text.slice(node.start, start))?.[1];
    if (path === undefined || (from !== undefined && start < fromStart)) return [];
    const modules = ownMembers(path, environment).filter(([, { kind }]) => kind === 'module');
    return finish(modules.map(memberIn(environment)), word);
  }
  const before = text.slice(fromEnd, codeBefore(tree, start));
  const goesOn = before.includes('(') || !/(?<!\\\r?)\n/.test(text.slice(fromEnd, start));
  if (!goesOn || !/(?:\bimport|[(,])$/.test(before)) return [];
  const given = new Set(node.names.filter((name) => name.start !== start).map(({ name }) => name));
  return finish(
    ownMembers(from, environment)
      .filter(([name]) => !given.has(name))
      .map(memberIn(environment)),
    word,
  );
}

/** The attribute whose name is the word, or is missing. */
function attributeAt(node: Node, { replaceRange: { start, end } }: CompletionRanges): Attribute | undefined {
  for (let at: Node | undefined = node; at && at.end >= start; at = at.parent) {
    if (at.kind === 'attribute' && at.nameStart <= start && start <= at.nameStart + at.name.length)
      return at.name === '' || at.nameStart + at.name.length === end ? at : undefined;
  }
  return undefined;
}

function attributes({ tree, environment }: PythonFile, { object }: Attribute): Draft[] {
  const path = resolve(tree, object);
  const member = memberIn(environment);
  if (path !== undefined) return findOwn(path) ? ownMembers(path, environment).map(member) : [];
  if (elementOf(tree, object)) return ownMembers(CONTAINER_CLASS, environment).map(member);
  const owner = classAt(tree, object);
  if (!owner || !isOwn(owner)) return [];
  const message = owner.message === undefined ? undefined : builtin.message(owner.message);
  const there = message?.fields.filter(({ name }) => isIn(environment, parameterLifetime(owner, name)));
  const fields = there?.map(
    (field): Draft => ({
      label: field.name,
      kind: field.message ? 'message' : 'field',
      detail: fieldTypeText(field),
      insert: field.name,
      isSnippet: false,
      ...(field.deprecated && { deprecated: true }),
      data: { kind: 'field', message: message!.name, field: field.name },
    }),
  );
  const inherited = message ? ownMembers(MESSAGE, environment) : [];
  const own = ownMembers(owner.id, environment).filter(([, { kind }]) => OF_OBJECTS.has(kind));
  return [...(fields ?? storedArguments(owner, environment)), ...[...own, ...inherited].map(member)];
}

/** Functions of a class are its class methods. */
const OF_OBJECTS: ReadonlySet<Entry['kind']> = new Set(['method', 'property', 'function']);

/** The attributes in which an object keeps its arguments. */
const storedArguments = (owner: Entry, environment: ReleasesByLibrary): Draft[] =>
  owner.parameters
    .filter(
      ({ name }) => owner.attributes?.includes(name) && isIn(environment, parameterLifetime(owner, name)),
    )
    .map(
      ({ name, type }): Draft => ({
        label: name,
        kind: 'field',
        detail: typeText(type),
        insert: name,
        isSnippet: false,
        data: { kind: 'parameter', entry: owner.id, parameter: name, ...inReleases(environment) },
      }),
    );

const MESSAGE = 'google.protobuf.message.Message';

const KINDS = {
  op: 'function',
  function: 'function',
  method: 'function',
  class: 'class',
  module: 'module',
  property: 'field',
  constant: 'constant',
} as const satisfies Record<Entry['kind'], Completion['kind']>;

const memberIn =
  (environment: ReleasesByLibrary) =>
  ([name, { id, kind, removed }]: readonly [string, Entry]): Draft => ({
    label: name,
    kind: KINDS[kind],
    detail: publicPath(id.slice(0, id.lastIndexOf('.'))),
    insert: name,
    isSnippet: false,
    // If the program's release certainly has it, it is not marked as removed.
    ...(removed && mayBeGone(environment, id) && { deprecated: true, group: 1 }),
    data: { kind: 'entry', id, ...inReleases(environment) },
  });

/** Whether it is removed, as far as the program's release is known. */
function mayBeGone(environment: ReleasesByLibrary, id: string): boolean {
  const lifetime = lifetimeOf(id);
  return lifetime !== undefined && hasGone(environment, lifetime) !== 'no';
}

const inReleases = (environment: ReleasesByLibrary) => ({
  releases: Object.fromEntries(
    Object.entries(environment).map(([library, { least, most }]) => [library, range(least, most)]),
  ),
});

// Arguments

function completeSlot(file: PythonFile, slot: Slot, word: CompletionRanges): Completion[] {
  const { text } = file.tree;
  const { end } = word.replaceRange;
  const next = /^[ \t]*(=(?!=)|[,)\]}#\r\n]|$)/.exec(text.slice(end))?.[1];
  const values = new Values(file.tree, end);
  if (next === '=')
    return slot.name ? finish(argumentNames(file, slot, word, values, ''), wholeWord(word)) : [];
  const comma = commaBehind(slot, text, end);
  // If anything except the end of the argument follows, it continues the word.
  if (next === undefined && comma === '') return [];
  return finish(
    [
      ...(slot.expected?.whole ? defaultObject(slot, file, values, comma) : []),
      ...(slot.expected ? valuesOf(slot.expected, values, comma, fromConfiguration(file, slot, values)) : []),
      ...(slot.name ? argumentNames(file, slot, word, values, comma) : []),
    ],
    comma === '' ? word : wholeWord(word),
  );
}

function fromConfiguration(file: PythonFile, { call, expected }: Slot, values: Values): Choice[] {
  const { parameter, whole } = expected!;
  return configurationValues(call, parameter, whole, values, file);
}

/** The separator between a new argument and one that follows without a comma. */
function commaBehind({ call: { node } }: Slot, text: string, end: number): string {
  const next = node.arguments.find(({ start, value }) => start >= end && value.kind !== 'missing');
  if (!next || node.separators.some((at) => end <= at && at < next.start)) return '';
  return /^\s/.test(text.slice(end)) ? ',' : ', ';
}

function argumentNames(
  file: PythonFile,
  { call, expected }: Slot,
  word: CompletionRanges,
  values: Values,
  comma: string,
): Draft[] {
  const { node, entry } = call;
  const { start, end } = word.replaceRange;
  // A positional argument cannot follow.
  if (node.arguments.some((argument) => argument.start > end && argument.kind === 'positional')) return [];
  const others = node.arguments.filter((argument) => argument.end < start || argument.start > start);
  const bound = bindArguments(entry, others.map(asArgument)).arguments;
  const isOnlyName = node.arguments.some(
    (a) => a.start === start && a.kind === 'keyword' && a.nameEnd === end,
  );
  return entry.parameters
    .filter(isPublic)
    .filter(({ name, kind }) => !bound.has(name) && !kind.startsWith('var-'))
    .map((parameter): Draft => {
      const { name, required } = parameter;
      const usual = parameterField(entry, parameter)?.example;
      const known = configurationValues(call, parameter, true, values, file);
      return {
        label: isOnlyName ? name : `${name}=`,
        kind: 'argument',
        detail: detailOf(parameter),
        insert: isOnlyName ? name : `${name}=${values.placeholder(parameter, usual, known)}${comma}`,
        isSnippet: !isOnlyName,
        data: { kind: 'parameter', entry: entry.id, parameter: name, ...inReleases(file.environment) },
        group: required ? 1 : expected ? 3 : 2,
      };
    });
}

function detailOf({ type, required, default: value }: Parameter): string {
  const rest = required ? ' · required' : value === undefined || value === 'None' ? '' : ` · ${value}`;
  return typeText(type) + rest;
}

/** `None` for a field means the same as leaving the field out. */
function valuesOf(
  { entry: owner, parameter, type, whole }: Expected,
  values: Values,
  comma: string,
  known: readonly Choice[] = [],
): Draft[] {
  const choices = withoutDoubles([
    ...known,
    ...(whole ? values.alike(parameter) : []),
    ...values.choices(type, parameterField(owner, parameter)?.example),
  ]);
  const none =
    whole && parameter.nullable && !owner.message && !choices.some(({ label }) => label === 'None');
  const data = { kind: 'parameter', entry: owner.id, parameter: parameter.name } as const;
  return [...choices, ...(none ? [{ label: 'None', kind: 'boolean' as const }] : [])].map(
    ({ label, kind, entry, detail }): Draft => ({
      label: kind === 'class' ? `${label}()` : excerpt(label),
      kind,
      ...(detail !== undefined && { detail: excerpt(detail) }),
      insert: (kind === 'class' ? `${label}($1)` : label) + comma,
      isSnippet: kind === 'class',
      ...(kind === 'class' && { retrigger: true }),
      // In quotes and at the end of a dotted name, people type only the last part.
      filterText: label.replaceAll(/^['"]|['"]$/g, ''),
      data: entry ? { kind: 'entry', id: entry.id } : data,
    }),
  );
}

/** The object that stands for a missing argument, to be edited. */
function defaultObject(
  { call, expected }: Slot,
  { text }: PythonFile,
  values: Values,
  comma: string,
): Draft[] {
  const { entry, parameter } = expected!;
  const { standsFor } = parameter;
  const made = standsFor && findEntry(standsFor.class);
  const path = made && values.path(made);
  if (!standsFor || !path) return [];
  const given = argumentThatSets(call, 'dimension');
  const isPlain = given?.kind === 'number' || given?.kind === 'name';
  const width = isPlain ? text.slice(given.start, given.end) : parameterFor(entry, 'dimension')?.name;
  return [
    {
      label: `${path}()`,
      kind: 'class',
      insert: `${path}(${standsFor.arguments.replace('{dimension}', width ?? '')})${comma}`,
      isSnippet: true,
      filterText: path,
      data: { kind: 'parameter', entry: entry.id, parameter: parameter.name },
    },
  ];
}

interface QuotedChoice {
  readonly label: string;
  readonly kind: 'value' | 'argument';
  readonly data: PythonCompletionData;
}

const dataOf = ({ id }: Entry, parameter: string): PythonCompletionData => ({
  kind: 'parameter',
  entry: id,
  parameter,
});

/** What a string may say: one of few values, the name of an argument as a key of a dict that is passed on, or a key of a result. */
function stringsFor(file: PythonFile, node: StringLiteral, offset: number): readonly QuotedChoice[] {
  const { parent } = node;
  if (parent?.kind === 'entry' && parent.key === node) return keysFor(file, parent.parent as Dict, node);
  // A dict whose first key is being written looks like a set.
  if (parent?.kind === 'set' && parent.parent?.kind === 'doubleStar') return keysFor(file, parent, node);
  if (parent?.kind === 'subscript') return nestedKeys(file, parent);
  const expected = expectedType(file, node);
  if (!expected) return [];
  const { entry, parameter, type } = expected;
  const enclosing = callAt(file.tree, offset);
  const call = enclosing && passedCallOf(file, enclosing);
  const data = dataOf(entry, parameter.name);
  const known = call ? configurationStrings(call, parameter, file) : [];
  return [...known, ...stringChoices(type)].map((label) => ({ label, kind: 'value', data }));
}

function keysFor(file: PythonFile, dict: Dict | Sequence, key: StringLiteral): readonly QuotedChoice[] {
  const found = callGiven(file, dict);
  if (!found) return [];
  const { entry } = found.call;
  const bound = bindArguments(entry, found.others.map(asArgument)).arguments;
  const keys = dict.kind === 'dict' ? dict.entries.map((each) => each.key) : dict.elements;
  const written = keys.map((each) => each !== key && each?.kind === 'string' && stringValue(file.text, each));
  return entry.parameters
    .filter(isPublic)
    .filter(({ name, kind }) => !bound.has(name) && !kind.startsWith('var-') && !written.includes(name))
    .map(({ name }) => ({ label: name, kind: 'argument', data: dataOf(entry, name) }));
}

/** The keys of activations, gradients or tables. */
function nestedKeys({ tree }: PythonFile, node: Subscript): readonly QuotedChoice[] {
  for (const { findings } of evaluationOf(tree).observations) {
    const { entry, structure } = findings.wrongKeys.get(node) ?? {};
    if (!entry || structure?.kind !== 'branch' || isByTable(entry)) continue;
    const ids = [...(structure.members?.keys() ?? [])].filter((id) => id.startsWith('s'));
    return ids.map((id) => ({ label: id.slice(1), kind: 'value', data: { kind: 'entry', id: entry.id } }));
  }
  return [];
}

/** Completions inside of quotes. */
function completeString(file: PythonFile, node: StringLiteral, offset: number): Completion[] {
  const part = node.parts.find(({ bodyStart, bodyEnd }) => bodyStart <= offset && offset <= bodyEnd);
  if (!part || node.parts.length > 1 || /[ft]/.test(part.prefix)) return [];
  const choices = stringsFor(file, node, offset);
  const { bodyStart, bodyEnd, quote } = part;
  const word = wordAt(file.text, offset);
  // A string that is not closed also covers text that does not belong to it.
  const closed = part.closed && !/^\s*[,)=]/.test(file.text.slice(word.replaceRange.end, bodyEnd));
  if (!closed && word.replaceRange.start !== bodyStart) return [];
  return finish(
    choices.map(
      ({ label, kind, data }): Draft => ({
        label: excerpt(label),
        kind,
        insert: closed ? label : label + quote,
        isSnippet: false,
        data,
      }),
    ),
    closed
      ? { insertRange: { start: bodyStart, end: offset }, replaceRange: { start: bodyStart, end: bodyEnd } }
      : wholeWord(word),
  );
}
