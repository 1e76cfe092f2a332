import {
  type ClientCapabilities,
  type CodeAction,
  CodeActionKind,
  type CodeLens,
  type CompletionItem,
  CompletionItemKind,
  CompletionItemTag,
  DiagnosticSeverity,
  DiagnosticTag,
  type DocumentSymbol,
  type FoldingRange,
  FoldingRangeKind,
  type InlayHint,
  InlayHintKind,
  InsertTextFormat,
  InsertTextMode,
  type Location,
  type LocationLink,
  type Diagnostic as LspDiagnostic,
  type SignatureHelp as LspSignatureHelp,
  type TextEdit as LspTextEdit,
  MarkupKind,
  type Position,
  type SelectionRange,
  type SnippetTextEdit,
  SymbolKind,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { addTo } from '../../basics/groups';
import type { Range as Offsets, TextEdit } from '../../basics/range';
import type {
  Completion,
  Definition,
  DerivedConfiguration,
  Fold,
  Hint,
  Lens,
  OutlineSymbol,
  SectionAnswers,
  SignatureHelp,
  SizedConfiguration,
} from '../../languages/answers';
import type { Diagnostic } from '../../languages/diagnostic';
import type { Action } from '../../languages/fixes';
import type { OptimizerPlace } from '../../languages/optimizer/place';
import { type Reader, said } from '../../languages/phrase';
import type * as own from '../../languages/protocol';
import { SOURCE } from '../../languages/protocol';
import { inNotebook } from '../../python/notebooks';
import type { Severity } from '../../rules/rule';
import { BEGINNING, type Positions, toLocation, toRange } from '../documents/positions';
import type { LinkToRule } from '../files/installed';

// From the analysis' plain data to the protocol's.

/** For a document in an editor. */
interface OpenPositions extends Positions {
  readonly version: number;
  ownerOf(offset: number): OpenPositions;
}

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

const TAGS = { unnecessary: DiagnosticTag.Unnecessary, deprecated: DiagnosticTag.Deprecated };

function toDiagnostic(
  document: Positions,
  { start, end, code, severity, message, related, tag }: Diagnostic,
  linkTo: LinkToRule,
): LspDiagnostic {
  const cell = document.cellAt?.(start);
  return {
    range: toRange(document, start, end),
    severity: SEVERITIES[severity],
    code,
    codeDescription: { href: linkTo(code) },
    source: SOURCE,
    message: cell ? inNotebook(cell.cell, cell.position, message) : message,
    ...(related.length > 0 && {
      relatedInformation: related.map(({ start, end, file, message }) => ({
        location: file === undefined ? toLocation(document, start, end) : { uri: file, range: BEGINNING },
        message,
      })),
    }),
    ...(tag && { tags: [TAGS[tag]] }),
  };
}

export const toDiagnostics = (
  document: Positions,
  diagnostics: readonly Diagnostic[],
  linkTo: LinkToRule,
): LspDiagnostic[] => diagnostics.map((diagnostic) => toDiagnostic(document, diagnostic, linkTo));

export function toTextEdit(document: Positions, { start, end, newText }: TextEdit): LspTextEdit {
  return { range: toRange(document, start, end), newText };
}

export function toCodeAction(
  document: Positions,
  { title, diagnostic, changes, preferred, isSnippet }: Action,
  versioned: boolean,
  linkTo: LinkToRule,
): CodeAction {
  return {
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics: [toDiagnostic(document, diagnostic, linkTo)],
    edit: toWorkspaceEdit(document, changes, versioned, isSnippet ? toSnippetEdit : toTextEdit),
    ...(preferred && { isPreferred: true }),
  };
}

/** Opens the page of a diagnostic's rule by the client's command. */
export function toExplanation(
  document: Positions,
  diagnostic: Diagnostic,
  command: string,
  linkTo: LinkToRule,
): CodeAction {
  const title = `Explain ${diagnostic.code}`;
  return {
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics: [toDiagnostic(document, diagnostic, linkTo)],
    command: { title, command, arguments: [diagnostic.code] },
  };
}

export const toSnippetEdit: ToEdit = (document, { start, end, newText }) => ({
  range: toRange(document, start, end),
  snippet: { kind: 'snippet', value: indentedFrom(indentAt(document, start), newText) },
});

/** The indentation of the line of an offset, up to the offset. */
function indentAt(document: Positions, offset: number): string {
  const { line, character } = document.positionAt(offset);
  const written = (document.text ?? '').split(/\r\n|\r|\n/)[line] ?? '';
  return /^[ \t]*/.exec(written.slice(0, character))![0];
}

/** Removes indentation from a snippet, because editors indent its lines like the line that it goes into. */
const indentedFrom = (indent: string, snippet: string): string =>
  snippet
    .split('\n')
    .map((line, i) => (i > 0 && line.startsWith(indent) ? line.slice(indent.length) : line))
    .join('\n');

type ToEdit = (document: Positions, change: TextEdit) => LspTextEdit | SnippetTextEdit;

/** Whether a client takes edits that say which version of a document they are for. */
export const takesVersions = ({ workspace }: ClientCapabilities): boolean =>
  workspace?.workspaceEdit?.documentChanges === true;

export const takesSnippets = (client: ClientCapabilities): boolean =>
  takesVersions(client) && client.workspace?.workspaceEdit?.snippetEditSupport === true;

/** Versioned edits are only for clients that know `documentChanges`, and snippets only for some of those. */
export function toWorkspaceEdit(
  document: Positions,
  changes: readonly TextEdit[],
  versioned: boolean,
  toEdit: ToEdit = toTextEdit,
): WorkspaceEdit {
  const editsOf = new Map<Positions, (LspTextEdit | SnippetTextEdit)[]>();
  for (const change of changes) {
    const owner = document.ownerOf(change.start);
    addTo(editsOf, owner, toEdit(owner, change));
  }
  const edited = [...editsOf].map(([{ uri, version }, edits]) => ({ textDocument: { uri, version }, edits }));
  return versioned
    ? { documentChanges: edited }
    : {
        changes: Object.fromEntries(
          edited.map(({ textDocument, edits }) => [textDocument.uri, edits as LspTextEdit[]]),
        ),
      };
}

/** Joins several edits of different documents into one. */
export const joinWorkspaceEdits = (edits: readonly WorkspaceEdit[], versioned: boolean): WorkspaceEdit =>
  versioned
    ? { documentChanges: edits.flatMap(({ documentChanges }) => documentChanges ?? []) }
    : { changes: Object.assign({}, ...edits.map(({ changes }) => changes)) };

const COMPLETION_KINDS: Readonly<Record<Completion['kind'], CompletionItemKind>> = {
  field: CompletionItemKind.Field,
  message: CompletionItemKind.Struct,
  'enum-value': CompletionItemKind.EnumMember,
  boolean: CompletionItemKind.Keyword,
  directive: CompletionItemKind.Keyword,
  value: CompletionItemKind.Value,
  snippet: CompletionItemKind.Snippet,
  module: CompletionItemKind.Module,
  class: CompletionItemKind.Class,
  function: CompletionItemKind.Function,
  argument: CompletionItemKind.Variable,
  constant: CompletionItemKind.Constant,
};

/**
 * An item with only those features that the client supports: snippets, two ranges, and its command for more suggestions.
 */
export function toCompletionItem(
  document: Positions,
  completion: Completion,
  client: CompletionClientCapabilities,
  suggestCommand: string | undefined,
): CompletionItem {
  const { label, kind, detail, insertRange, replaceRange, sortText, filterText, data } = completion;
  const newText =
    client.snippetSupport || !completion.isSnippet ? completion.insert : plainText(completion.insert);
  const replace = toRange(document, replaceRange.start, replaceRange.end);
  const insert = toRange(document, insertRange.start, insertRange.end);
  return {
    label,
    kind: COMPLETION_KINDS[kind],
    sortText,
    ...(filterText !== undefined && { filterText }),
    ...(detail !== undefined && { detail }),
    ...(completion.deprecated && { tags: [CompletionItemTag.Deprecated] }),
    textEdit: client.insertReplaceSupport ? { newText, insert, replace } : { newText, range: insert },
    ...(completion.isSnippet && client.snippetSupport && { insertTextFormat: InsertTextFormat.Snippet }),
    insertTextMode: InsertTextMode.adjustIndentation,
    ...(completion.additionalEdits && {
      additionalTextEdits: completion.additionalEdits.map((edit) => toTextEdit(document, edit)),
    }),
    ...(completion.retrigger && suggestCommand && { command: { title: 'Suggest', command: suggestCommand } }),
    ...(data && { data }),
  };
}

type CompletionClientCapabilities = NonNullable<CompletionItemCapabilities>;
type CompletionItemCapabilities = NonNullable<
  NonNullable<ClientCapabilities['textDocument']>['completion']
>['completionItem'];

/** A snippet with its placeholders at their defaults, for clients that know no snippets. */
function plainText(snippet: string): string {
  return snippet
    .replaceAll(/\$\{\d+\|((?:[^|\\,]|\\.)*)[^}]*\|\}/g, '$1')
    .replaceAll(/\$\{\d+:((?:[^}\\]|\\.)*)\}/g, '$1')
    .replaceAll(/\$\{\d+\}|\$\d+/g, '')
    .replaceAll(/\\([$}\\,|])/g, '$1');
}

const SYMBOL_KINDS: Readonly<Record<OutlineSymbol['kind'], SymbolKind>> = {
  table: SymbolKind.Class,
  feature: SymbolKind.Interface,
  message: SymbolKind.Object,
  field: SymbolKind.Field,
};

/**
 * Converts answers part by part. A part that neither changed nor moved is not converted again, because conversion takes
 * longer than finding the answers.
 */
function byPart<T, R>(
  convert: (document: Positions, answer: T, base: number) => R | undefined,
): (document: Positions, parts: readonly SectionAnswers<T>[]) => R[] {
  const known = new WeakMap<readonly T[], { readonly at: Position; readonly converted: readonly R[] }>();
  return (document, parts) => {
    const all: R[] = [];
    for (const { start, answers } of parts) {
      const at = document.positionAt(start);
      let part = known.get(answers);
      if (part?.at.line !== at.line || part.at.character !== at.character) {
        part = { at, converted: answers.flatMap((answer) => convert(document, answer, start) ?? []) };
        known.set(answers, part);
      }
      for (const each of part.converted) all.push(each);
    }
    return all;
  };
}

function toDocumentSymbol(document: Positions, symbol: OutlineSymbol, base: number): DocumentSymbol {
  return {
    name: symbol.name,
    ...(symbol.detail !== '' && { detail: symbol.detail }),
    kind: SYMBOL_KINDS[symbol.kind],
    range: toRange(document, base + symbol.start, base + symbol.end),
    selectionRange: toRange(document, base + symbol.nameStart, base + symbol.nameEnd),
    ...(symbol.children.length > 0 && {
      children: symbol.children.map((child) => toDocumentSymbol(document, child, base)),
    }),
  };
}

export const toDocumentSymbols = byPart(toDocumentSymbol);

const FOLD_KINDS = { block: undefined, comment: FoldingRangeKind.Comment, region: FoldingRangeKind.Region };

/** Undefined for a fold within one line. */
function toFoldingRange(
  document: Positions,
  { start, end, kind }: Fold,
  base: number,
): FoldingRange | undefined {
  const startLine = document.positionAt(base + start).line;
  const last = document.positionAt(base + end).line;
  const endLine = kind === 'block' ? last - 1 : last;
  const foldKind = FOLD_KINDS[kind];
  return endLine > startLine ? { startLine, endLine, ...(foldKind && { kind: foldKind }) } : undefined;
}

export const toFoldingRanges = byPart(toFoldingRange);

/** Locations in our .proto files are below `protos`. */
export function definitionLocation(document: Positions, { target }: Definition, protos: string): Location {
  if (target.kind === 'text') return toLocation(document, target.start, target.end);
  const { file, line, character, length } = target.location;
  const range = { start: { line, character }, end: { line, character: character + length } };
  return { uri: `${protos}/${file}`, range };
}

/** A link to a location from the range of a document that it explains. */
export function toLocationLink(
  document: Positions,
  { start, end }: Offsets,
  { uri, range }: Location,
): LocationLink {
  const originSelectionRange = toRange(document, start, end);
  return { originSelectionRange, targetUri: uri, targetRange: range, targetSelectionRange: range };
}

export function toSelectionRange(
  document: Positions,
  ranges: readonly { start: number; end: number }[],
): SelectionRange {
  return ranges.reduceRight<SelectionRange | undefined>((parent, { start, end }) => {
    const range = toRange(document, start, end);
    return parent ? { range, parent } : { range };
  }, undefined)!;
}

/** No parameter is active if the index is beyond the last one. */
export function toSignatureHelp({
  label,
  documentation,
  parameters,
  parameterDocumentation,
  activeParameter = parameters.length,
}: SignatureHelp): LspSignatureHelp {
  const signature = {
    label,
    documentation: markdown(documentation),
    parameters: parameters.map(([start, end], i) => ({
      label: [start, end] as [number, number],
      documentation: markdown(parameterDocumentation[i] ?? ''),
    })),
  };
  return { signatures: [signature], activeSignature: 0, activeParameter };
}

export function toInlayHint(
  document: Positions,
  { at, label: name, tooltip: details, target, edits, isBefore }: Hint,
  reader: Reader,
): InlayHint {
  const label = said(name, reader);
  const tooltip = said(details, reader);
  const owner = document.ownerOf(at);
  const isOwn = edits?.every(({ start }) => document.ownerOf(start) === owner);
  return {
    position: document.positionAt(at),
    label: target
      ? [
          {
            value: label,
            location: toLocation(document, target.start, target.end),
            tooltip: markdown(tooltip),
          },
        ]
      : label,
    ...(!target && tooltip !== '' && { tooltip: markdown(tooltip) }),
    ...(isBefore ? { kind: InlayHintKind.Parameter } : { paddingLeft: true }),
    ...(edits && isOwn && { textEdits: edits.map((edit) => toTextEdit(document, edit)) }),
  };
}

/** A lens whose command gets the document, the place below it and the count. Without a command, it only has a title. */
export function toLens(
  document: Positions,
  { start, end, title: name, places }: Lens,
  command: string | undefined,
  reader: Reader,
): CodeLens {
  const title = said(name, reader);
  const range = toRange(document, start, end);
  const isEmpty = command === undefined || places?.length === 0;
  const locations = places && [places.map((place) => toLocation(document, place.start, place.end))];
  return {
    range,
    command: isEmpty
      ? { title, command: '' }
      : { title, command, arguments: [document.uri, range.start, ...(locations ?? [])] },
  };
}

export function toDerivedConfiguration(
  document: Positions,
  { library, lines, refused, ...call }: DerivedConfiguration,
): own.DerivedConfiguration {
  const locate = ({ start, end }: Offsets) => toLocation(document, start, end);
  return {
    at: locate(call),
    ...(library && { library }),
    text: lines.map(({ text }) => `${text}\n`).join(''),
    lines: lines.map(({ path, at, unknown, problems }) => ({
      path,
      ...(at && { at: locate(at) }),
      ...(unknown !== undefined && { unknown }),
      problems: [...problems],
    })),
    ...(refused && { refused: { reason: refused.reason, at: locate(refused.at) } }),
  };
}

export function toPlannedConfiguration(
  document: OpenPositions,
  { library, start, end, sizes, refused, editable, limits }: SizedConfiguration,
): own.PlannedConfiguration {
  return {
    at: toLocation(document, start, end),
    version: document.version,
    ...(library && { library }),
    ...(sizes && { sizes }),
    ...(refused && { refused: refused.reason }),
    editable: [...editable],
    ...(limits && {
      limits: limits.map(({ start, end, ...call }) => ({ ...call, at: toLocation(document, start, end) })),
    }),
  };
}

export function toOptimizerAtPlace(document: OpenPositions, place: OptimizerPlace): own.OptimizerAtPlace {
  const { start, end, editable, write: _, ...values } = place;
  const owner = document.ownerOf(start);
  return {
    ...(owner !== document && { uri: owner.uri }),
    version: owner.version,
    range: toRange(owner, start, end),
    ...values,
    initial: { ...values.initial },
    unknown: [...values.unknown],
    // An edit belongs to a single document.
    editable: [...editable].filter(([, at]) => document.ownerOf(at) === owner).map(([path]) => path),
  };
}

const markdown = (value: string) => ({ kind: MarkupKind.Markdown, value });
