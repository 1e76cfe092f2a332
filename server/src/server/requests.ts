// What the server can: one entry for each request about a document.

import {
  CodeActionKind,
  CodeActionRequest,
  CodeLensRequest,
  CompletionRequest,
  DocumentFormattingRequest,
  DocumentHighlightRequest,
  DocumentLinkRequest,
  DocumentOnTypeFormattingRequest,
  DocumentRangeFormattingRequest,
  DocumentRangesFormattingRequest,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  HoverRequest,
  InlayHintRequest,
  type Range as LspRange,
  type TextEdit as LspTextEdit,
  MarkupKind,
  RequestType,
  SelectionRangeRequest,
  SignatureHelpRequest,
} from 'vscode-languageserver';
import type { Strategy } from '../derivation/strategy';
import { PYTHON_TRIGGERS, TEXT_FORMAT_IDS, TEXT_FORMAT_TRIGGERS } from '../languages/registration';
import * as own from '../protocol';
import type { LensKind, Settings } from '../settings';
import {
  toCodeAction,
  toCompletionItem,
  toDerivedConfiguration,
  toDocumentSymbols,
  toExplanation,
  toFoldingRanges,
  toInlayHint,
  toLens,
  toOptimizerAtPlace,
  toRange,
  toSelectionRange,
  toSignatureHelp,
  toTextEdit,
  toWorkspaceEdit,
} from './convert';
import { diagnostics, workspaceDiagnostics } from './diagnostics-requests';
import { formattingCapabilities } from './formatters';
import { core } from './load-core';
import { definition, prepareRename, references, rename, symbols } from './names-requests';
import type { OpenDocument } from './open-document';
import { refactoringActions, wants } from './refactorings';
import { type DocumentRequest, request } from './request';
import { semanticTokens } from './semantic-tokens';

/** For what an editor does by itself in other languages, which an answer of ours would replace. */
const TEXT_FORMAT_ONLY = { documentSelector: TEXT_FORMAT_IDS.map((language) => ({ language })) };

const FIX_ALL = `${CodeActionKind.SourceFixAll}.tpuEmbedding`;

const outline = request(DocumentSymbolRequest.type, {
  capabilities: { documentSymbolProvider: { label: 'TPU Embedding' } },
  answer(document) {
    const found = document.analysis.outline?.();
    return found && toDocumentSymbols(document, found);
  },
});

const completion = request(CompletionRequest.type, {
  capabilities: {
    completionProvider: {
      resolveProvider: true,
      triggerCharacters: [...new Set(TEXT_FORMAT_TRIGGERS + PYTHON_TRIGGERS)],
    },
  },
  // Editors filter the answer by what is typed meanwhile, and show nothing if there is none.
  atOnce: true,
  answer(document, { position, context }, { client }) {
    const { completionItem = {} } = client.capabilities.textDocument?.completion ?? {};
    return document.analysis
      .complete(document.offsetAt(position), context?.triggerCharacter)
      .map((found) => toCompletionItem(document, found, completionItem, client.suggestCommand));
  },
});

const hover = request(HoverRequest.type, {
  capabilities: { hoverProvider: true },
  answer(document, { position }) {
    const found = document.analysis.hover(document.offsetAt(position));
    if (!found) return undefined;
    const contents = { kind: MarkupKind.Markdown, value: found.markdown };
    return { contents, range: toRange(document, found.start, found.end) };
  },
});

const signature = request(SignatureHelpRequest.type, {
  capabilities: { signatureHelpProvider: { triggerCharacters: ['(', ',', '='] } },
  answer(document, { position }) {
    const found = document.analysis.signature?.(document.offsetAt(position));
    return found && toSignatureHelp(found);
  },
});

const highlights = request(DocumentHighlightRequest.type, {
  capabilities: { documentHighlightProvider: true },
  answer: (document, { position }) =>
    document.analysis
      .highlights(document.offsetAt(position))
      .map(({ start, end }) => ({ range: toRange(document, start, end) })),
});

const folds = request(FoldingRangeRequest.type, {
  capabilities: { foldingRangeProvider: TEXT_FORMAT_ONLY },
  answer(document) {
    const found = document.analysis.folds?.();
    return found && toFoldingRanges(document, found);
  },
});

const hints = request(InlayHintRequest.type, {
  capabilities: { inlayHintProvider: true },
  answer: (document, { range }, { analyzer: { settings } }) =>
    document.analysis
      .hints?.({ start: document.offsetAt(range.start), end: document.offsetAt(range.end) })
      .filter(({ kind, at }) => settings[`inlayHints.${kind}`] && document.owns(at))
      .map(({ edits, ...hint }) =>
        toInlayHint(document, edits && !document.isDerived ? { ...hint, edits } : hint),
      ),
});

const links = request(DocumentLinkRequest.type, {
  capabilities: { documentLinkProvider: {} },
  answer: (document, _, { linkTo, protos }) =>
    document.analysis
      .links?.()
      .filter(({ start }) => document.owns(start))
      .map(({ start, end, to }) => ({
        range: toRange(document, start, end),
        ...('rule' in to
          ? { target: linkTo(to.rule), tooltip: `About ${to.rule}` }
          : { target: `${protos}/${to.proto}`, tooltip: 'The fields and their documentation' }),
      })),
});

const selectionRanges = request(SelectionRangeRequest.type, {
  capabilities: { selectionRangeProvider: TEXT_FORMAT_ONLY },
  answer: (document, { positions }) =>
    document.analysis.selectionRanges &&
    positions.map((position) =>
      toSelectionRange(document, document.analysis.selectionRanges?.(document.offsetAt(position)) ?? []),
    ),
});

// The format is fixed, so what the editor says about tabs does not count.

const formatting = request(DocumentFormattingRequest.type, {
  capabilities: formattingCapabilities,
  answer: (document) => formattingEdits(document),
});

const rangeFormatting = request(DocumentRangeFormattingRequest.type, {
  answer: (document, { range }) => formattingEdits(document, [range]),
});

const rangesFormatting = request(DocumentRangesFormattingRequest.type, {
  answer: (document, { ranges }) => formattingEdits(document, ranges),
});

function formattingEdits(document: OpenDocument, ranges?: readonly LspRange[]): LspTextEdit[] | undefined {
  if (document.isDerived) return undefined;
  const places = ranges?.map(({ start, end }) => ({
    start: document.offsetAt(start),
    end: document.offsetAt(end),
  }));
  return document.analysis.format?.(places).map((edit) => toTextEdit(document, edit));
}

const onTypeFormatting = request(DocumentOnTypeFormattingRequest.type, {
  answer: (document, { position, ch }) =>
    document.isDerived
      ? undefined
      : document.analysis
          .formatTyped?.(document.offsetAt(position), ch)
          .map((edit) => toTextEdit(document, edit)),
});

const codeActions = request(CodeActionRequest.type, {
  capabilities: {
    codeActionProvider: {
      codeActionKinds: [
        CodeActionKind.QuickFix,
        CodeActionKind.RefactorRewrite,
        CodeActionKind.RefactorExtract,
        FIX_ALL,
      ],
      resolveProvider: true,
    },
  },
  answer(document, { range, context }, { client, linkTo }) {
    if (document.isDerived) return [];
    const { documentChanges, snippetEditSupport } = client.capabilities.workspace?.workspaceEdit ?? {};
    const versioned = documentChanges === true;
    const takesSnippets = versioned && snippetEditSupport === true;
    const found = wants(context, CodeActionKind.QuickFix)
      ? document.analysis.actions(document.offsetAt(range.start), document.offsetAt(range.end))
      : [];
    const { ruleCommand } = client;
    const explained = new Map(found.map(({ diagnostic }) => [diagnostic.code, diagnostic]));
    const actions = [
      ...found
        .filter(({ isSnippet }) => takesSnippets || !isSnippet)
        .map((action) => toCodeAction(document, action, versioned, linkTo)),
      ...(ruleCommand === undefined
        ? []
        : [...explained.values()].map((diagnostic) =>
            toExplanation(document, diagnostic, ruleCommand, linkTo),
          )),
      ...refactoringActions(document, range, context, client.capabilities),
    ];
    const changes = context.only && wants(context, FIX_ALL) ? core().fixAll(document.diagnose()) : [];
    if (changes.length === 0) return actions;
    const edit = toWorkspaceEdit(document, changes, versioned);
    return [...actions, { title: 'Fix all problems that have one safe fix', kind: FIX_ALL, edit }];
  },
});

const lenses = request(CodeLensRequest.type, {
  capabilities: { codeLensProvider: {} },
  answer(document, _, { client, analyzer: { settings } }) {
    const commands: Readonly<Record<LensKind, string | undefined>> = {
      preview: client.previewCommand,
      configuration: client.configurationCommand,
      features: client.referencesCommand,
      memory: undefined,
    };
    return document.analysis
      .lenses?.(strategyOf(settings))
      .filter(({ kind, start }) => settings.codeLens[kind] && document.owns(start))
      .filter(({ kind }) => commands[kind] !== undefined || SAY_SOMETHING.has(kind))
      .map((lens) => toLens(document, lens, commands[lens.kind]));
  },
});

/** Lenses that are of use without a command behind them. */
const SAY_SOMETHING: ReadonlySet<LensKind> = new Set(['memory', 'features']);

const strategyOf = (settings: Settings): Strategy => ({
  numHosts: settings['derive.numHosts'] ?? undefined,
  numReplicas: settings['derive.numReplicas'] ?? undefined,
  perReplicaBatchSize: settings['derive.perReplicaBatchSize'] ?? undefined,
  numCoresPerReplica: settings['derive.numCoresPerReplica'] ?? undefined,
});

const derive = request(new RequestType<own.DeriveParams, own.DerivedConfiguration[], void>(own.derive), {
  answersNewest: true,
  empty: [],
  answer: (document, _, { analyzer: { settings } }) =>
    document.analysis.derive?.(strategyOf(settings)).map((found) => toDerivedConfiguration(document, found)),
});

const optimizerAt = request(
  new RequestType<own.OptimizerAtParams, own.OptimizerAtPlace | null, void>(own.optimizerAt),
  {
    answersNewest: true,
    answer(document, { position }) {
      const found = document.analysis.optimizerAt(document.offsetAt(position));
      if (!found) return undefined;
      return toOptimizerAtPlace(document, document.isDerived ? { ...found, editable: new Map() } : found);
    },
  },
);

const optimizerEdit = request(
  new RequestType<own.OptimizerEditParams, own.OptimizerEditResult, void>(own.optimizerEdit),
  {
    answersNewest: true,
    empty: { reason: 'The language server cannot edit this file.' },
    answer(document, { version, position, changes }) {
      if (version !== document.version) return { reason: 'The text has changed since the preview was made.' };
      const edit = document.analysis.editOptimizer(document.offsetAt(position), changes);
      if ('reason' in edit) return edit;
      return edit.changes.every(({ start }) => document.owns(start))
        ? { edits: edit.changes.map((change) => toTextEdit(document, change)) }
        : { reason: 'The value stands in another cell of the notebook.' };
    },
  },
);

export const requests: readonly DocumentRequest[] = [
  outline,
  completion,
  hover,
  signature,
  definition,
  references,
  prepareRename,
  rename,
  symbols,
  highlights,
  folds,
  hints,
  links,
  selectionRanges,
  formatting,
  rangeFormatting,
  rangesFormatting,
  onTypeFormatting,
  codeActions,
  diagnostics,
  workspaceDiagnostics,
  lenses,
  ...semanticTokens,
  derive,
  optimizerAt,
  optimizerEdit,
];
