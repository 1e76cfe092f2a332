import { insertion, type Range } from '../../../basics/range';
import { lastPart } from '../../../catalogue/names';
import { ruleByCode } from '../../../rules';
import { CONFIGURATION } from '../../../schema/builtin';
import { type FieldType, type MessageType, meaningfulNames, type Schema } from '../../../schema/types';
import type { Completion, CompletionRanges, TextprotoCompletionData } from '../../answers';
import type { Snapshot } from '../../snapshot';
import { type Context, contextAt, isOneLine } from '../cursor-context';
import { fieldDocumentation, fieldTypeText } from '../hover';
import { completeDirective, offerHeader, sortKey } from './directives';
import { Drafter, SnippetWriter } from './draft';
import { offerSnippets, SNIPPETS } from './offer-snippets';
import { needOf, type Style, styleOf, suggestionsFor } from './suggestions';

/** Everything that fits at an offset, best first. Names are for the editor to filter by what is typed. */
export function complete(snapshot: Snapshot, offset: number): Completion[] {
  if (snapshot.tree.tooLarge) return [];
  const context = contextAt(snapshot, offset);
  switch (context.place) {
    case 'comment':
      return completeDirective(snapshot, context);
    case 'field':
    case 'name':
      return completeField(snapshot, context);
    case 'value':
    case 'after-name':
      return completeValue(snapshot, context);
    default:
      return [];
  }
}

// Fields

function completeField(snapshot: Snapshot, context: Context): Completion[] {
  const { field: node, base, message, before, offset } = context;
  if (node && node.form !== 'identifier') return [];
  const ranges = node
    ? rangesOf(base + node.start, base + node.nameEnd, offset)
    : rangesOf(offset, offset, offset);
  const attached = isAttached(snapshot.text, context);
  const fresh = !message && !attached && isFresh(snapshot, context);
  const unknown = !message && snapshot.resolution.reason === 'none';
  const owner = context.type ?? (fresh && unknown ? snapshot.schema.message(CONFIGURATION) : undefined);
  const offered = owner ? offerFields(snapshot, context, owner, ranges, attached, fresh) : [];
  if (fresh && owner?.name === CONFIGURATION)
    offered.unshift(...offerConfigurations(snapshot, owner, ranges));
  if (unknown && !attached && !before) offered.push(...offerHeader(snapshot, ranges));
  return offered;
}

/** Whether the text holds nothing but comments and the word that is being typed. */
function isFresh({ tree }: Snapshot, { field: word }: Context): boolean {
  return tree.sections.every(({ field, strayCloser }) => (!field || field === word) && !strayCloser);
}

/** Whether a colon or a value follows the name at the cursor, so that only the name is inserted. */
function isAttached(text: string, { field, base }: Context): boolean {
  if (!field) return false;
  const { colon, value, nameEnd } = field;
  // `[` on another line is more likely an extension's name.
  return (
    colon >= 0 || (!!value && (value.kind !== 'list' || isOneLine(text, base + nameEnd, base + value.start)))
  );
}

function offerFields(
  snapshot: Snapshot,
  context: Context,
  owner: MessageType,
  ranges: CompletionRanges,
  attached: boolean,
  fresh: boolean,
): Completion[] {
  const { field: node, message: block } = context;
  const style = styleOf(snapshot.tree);
  const { fields: used, oneofs } = usedFields(snapshot, context, owner);
  const value = attached ? node?.value : undefined;
  const fits = (field: FieldType) =>
    (field.repeated || !used.has(field)) &&
    !(field.oneof !== undefined && oneofs.has(field.oneof)) &&
    (!value || value.kind === 'list' || (value.kind === 'message') === (field.kind === 'message'));

  const drafter = new Drafter(snapshot, style, block);
  const oneLine = isOnOneLine(snapshot.text, context);
  const [left, right] = padding(snapshot.text, ranges.replaceRange);
  const insertion = (field: FieldType) => {
    if (attached) return { insert: field.name, isSnippet: false, ...ranges };
    const draft = drafter.draft(owner, field);
    const empty = 'fields' in draft && draft.fields.length === 0 && draft.fillable;
    return {
      insert: left + new SnippetWriter(oneLine).write(draft) + right,
      isSnippet: true,
      ...wholeWord(ranges),
      ...(empty && { retrigger: true as const }),
    };
  };

  const fields: Completion[] = owner.fields
    .map((field, index) => ({ field, sortText: sortKey(groupOf(owner, field, style, used), index) }))
    .filter(({ field }) => fits(field))
    .sort((a, b) => (a.sortText < b.sortText ? -1 : 1))
    .map(({ field, sortText }) => ({
      label: field.name,
      kind: field.kind === 'message' ? 'message' : 'field',
      detail: detailOf(field),
      sortText,
      ...(field.deprecated && { deprecated: true }),
      data: { kind: 'field', message: owner.name, field: field.name },
      ...insertion(field),
    }));
  if (attached) return fields;
  const atTop = fresh && snapshot.resolution.reason !== 'header';
  const snippets = offerSnippets(owner, fits, atTop).map((snippet, index) => ({
    ...snippet,
    insert: left + snippet.insert + right,
    ...wholeWord(ranges),
    sortText: sortKey(LAST, index),
  }));
  return [...fields, ...snippets];
}

/** Items matched by prefix come after all fields. */
const LAST = 5;

/** The fields that are set around the cursor, except the one at the cursor, and the oneofs that they choose. */
function usedFields(
  { tree }: Snapshot,
  { field: own, message }: Context,
  owner: MessageType,
): { fields: Set<FieldType>; oneofs: Set<string> } {
  const fields = new Set<FieldType>();
  const oneofs = new Set<string>();
  for (const node of message ? message.fields : tree.sections.flatMap(({ field }) => field ?? [])) {
    const field = node === own ? undefined : owner.fieldsByName.get(node.name);
    if (!field) continue;
    fields.add(field);
    if (field.oneof !== undefined) oneofs.add(field.oneof);
  }
  return { fields, oneofs };
}

function groupOf(owner: MessageType, field: FieldType, style: Style, used: ReadonlySet<FieldType>): number {
  if (field.deprecated) return 4;
  const need = needOf(owner, field, style);
  if (need === 'needed') return used.has(field) ? 2 : 1;
  return need === 'optional' ? 2 : 3;
}

/** Blanks between an inserted field and the bracket, separator or comment beside it. */
function padding(text: string, { start, end }: Range): [string, string] {
  return [/[{<,;]/.test(text[start - 1] ?? '') ? ' ' : '', /[^\s,;]/.test(text[end] ?? ' ') ? ' ' : ''];
}

/** Whether the block or list around the cursor is written on the cursor's line. */
function isOnOneLine(text: string, { container, base, offset }: Context): boolean {
  if (!container || !isOneLine(text, base + container.start, offset)) return false;
  return container.close < 0 || isOneLine(text, offset, base + container.close);
}

function offerConfigurations(snapshot: Snapshot, owner: MessageType, ranges: CompletionRanges): Completion[] {
  const styles: readonly { style: Style; detail: string; also: readonly string[] }[] = [
    { style: 'table', detail: 'one activation tensor per table', also: [] },
    { style: 'feature', detail: 'one activation tensor per feature', also: ['feature_descriptor'] },
  ];
  return styles.map(({ style, detail, also }, index) => {
    const drafts = new Drafter(snapshot, style, undefined).draftNeeded(owner, also);
    const writer = new SnippetWriter();
    return {
      label: `configuration in ${style} style`,
      kind: 'snippet',
      detail,
      insert: drafts.map((draft) => writer.write(draft)).join('\n'),
      isSnippet: true,
      ...wholeWord(ranges),
      sortText: sortKey(0, index),
      filterText: `configuration tpu embedding ${style} style`,
      data: { kind: 'message', message: owner.name },
    };
  });
}

// Values

type Value = Pick<Completion, 'kind' | 'label' | 'insert'> & Partial<Completion>;

function completeValue(snapshot: Snapshot, context: Context): Completion[] {
  const { text } = snapshot;
  const { field: node, fieldType: field, type: owner, value, base, before, container, offset } = context;
  if (!node || !field || !owner) return [];
  const word =
    value?.kind === 'scalar' && value.type !== 'string' && base + value.start <= offset ? value : undefined;
  if (value && !word) return [];
  const sign = before && text[before.start] === '-' && before.end === offset ? before.start : offset;
  const ranges = word ? rangesOf(base + word.start, base + word.end, offset) : rangesOf(sign, offset, offset);
  const { start } = ranges.replaceRange;

  const typed = text.slice(start, offset);
  const isNumber = /^[-.\d]/.test(typed);
  const left = /[:,\]]/.test(text[start - 1] ?? '') ? ' ' : '';
  const follows =
    container?.kind === 'list' && !word && container.items.some((item) => base + item.start >= offset);
  const right = follows ? (text[offset] === ' ' ? ',' : ', ') : '';
  const colon = node.colon < 0 && field.kind !== 'message';
  const data: TextprotoCompletionData = { kind: 'field', message: owner.name, field: field.name };

  return valuesOf(snapshot, context, owner, field)
    .filter(({ label }) => !isNumber || label.startsWith(typed))
    .map((completion, index) => ({
      isSnippet: false,
      sortText: sortKey(0, index),
      data,
      ...completion,
      insert: left + completion.insert + right,
      ...(word?.type === 'identifier' ? ranges : wholeWord(ranges)),
      ...(colon && { additionalEdits: [insertion(base + node.nameEnd, ':')] }),
    }));
}

function valuesOf(snapshot: Snapshot, context: Context, owner: MessageType, field: FieldType): Value[] {
  switch (field.kind) {
    case 'message':
      return context.value ? [] : [offerBlock(snapshot, context, owner, field)];
    case 'enum':
      return sortedNames(field).map((name) => ({
        label: name,
        kind: 'enum-value',
        insert: name,
        data: { kind: 'enum-value', message: owner.name, field: field.name, value: name },
      }));
    case 'bool':
      return ['true', 'false'].map((word) => ({ label: word, kind: 'boolean', insert: word }));
    case 'string':
    case 'bytes':
      return [];
  }
  return suggestionsFor(snapshot, owner, field, context.message).map(({ text, detail = field.unit }) => ({
    label: text,
    kind: 'value',
    insert: text,
    ...(detail !== undefined && { detail }),
    ...(detail !== field.unit && { filterText: `${text} ${detail}` }),
  }));
}

/** The usual value comes first, and values such as `UNSPECIFIED` last. */
function sortedNames({ enum: type, example }: FieldType): string[] {
  const names = type!.values.map(({ name }) => name);
  const usual = names.filter((name) => name === example);
  return [...new Set([...usual, ...meaningfulNames(type!), ...names])];
}

function offerBlock(snapshot: Snapshot, context: Context, owner: MessageType, field: FieldType): Value {
  const draft = new Drafter(snapshot, styleOf(snapshot.tree), context.message).draft(owner, field);
  const block = 'fields' in draft ? draft : { name: '', fields: [], fillable: false };
  return {
    label: block.fillable ? '{ … }' : '{}',
    kind: 'snippet',
    detail: lastPart(field.message!.name),
    insert: new SnippetWriter(isOnOneLine(snapshot.text, context)).writeBlock(block),
    isSnippet: true,
    ...(block.fillable && block.fields.length === 0 && { retrigger: true }),
  };
}

// Parts

function rangesOf(start: number, end: number, cursor: number): CompletionRanges {
  return { insertRange: { start, end: cursor }, replaceRange: { start, end } };
}

/** For inserts longer than a word: the rest of the old word must be replaced too. */
export function wholeWord({ replaceRange }: CompletionRanges): CompletionRanges {
  return { insertRange: replaceRange, replaceRange };
}

function detailOf(field: FieldType): string {
  const label = fieldTypeText(field);
  return field.unit === undefined ? label : `${label} · ${field.unit}`;
}

// Documentation

/** The Markdown that an editor shows beside a selected completion of text format; empty if there is none. */
export function completionDocumentation(schema: Schema, data: TextprotoCompletionData): string {
  switch (data.kind) {
    case 'rule': {
      const rule = ruleByCode.get(data.code);
      return rule ? `${rule.summary}\n\n${rule.details}` : '';
    }
    case 'snippet':
      return SNIPPETS.find(({ prefix }) => prefix === data.prefix)?.description ?? '';
    case 'message':
      return schema.message(data.message)?.doc ?? '';
    case 'enum-value': {
      const field = schema.message(data.message)?.fieldsByName.get(data.field);
      return field?.enum?.values.find(({ name }) => name === data.value)?.doc ?? '';
    }
    case 'field': {
      const field = schema.message(data.message)?.fieldsByName.get(data.field);
      return field ? fieldDocumentation(field) : '';
    }
  }
}
