// The requests about a document that the server answers, one entry for each.

import {
  CodeLensRequest,
  CompletionRequest,
  DocumentHighlightRequest,
  DocumentLinkRequest,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  HoverRequest,
  InlayHintRequest,
  MarkupKind,
  SelectionRangeRequest,
  SignatureHelpRequest,
} from 'vscode-languageserver';
import { PYTHON_TRIGGERS, TEXT_FORMAT_TRIGGERS } from '../../languages/registration';
import type { LensKind } from '../../project/settings';
import { strategyOf } from '../../project/strategy';
import { toRange } from '../documents/positions';
import { codeActions } from './code-actions';
import {
  toCompletionItem,
  toDocumentSymbols,
  toFoldingRanges,
  toInlayHint,
  toLens,
  toSelectionRange,
  toSignatureHelp,
} from './convert';
import { diagnostics, workspaceDiagnostics } from './diagnostics-requests';
import { extract } from './extraction';
import { willRenameFiles } from './file-renames';
import { formattingRequests } from './formatting-requests';
import { definition, prepareRename, references, rename, workspaceSymbols } from './names-requests';
import { ownRequests } from './own-requests';
import { type DocumentRequest, request, TEXT_FORMAT_ONLY } from './request';
import { semanticTokens } from './semantic-tokens';

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
    const found = document.analysis.signature(document.offsetAt(position));
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
  answer: (document, { range }, { client, analyzer: { settings } }) =>
    document.analysis
      .hints(document.offsetsOf(range), strategyOf(settings))
      .filter(({ kind, at }) => settings.inlayHints[kind] && document.owns(at))
      .map(({ edits, ...hint }) =>
        toInlayHint(document, edits && !document.isDerived ? { ...hint, edits } : hint, client.reader),
      ),
});

const links = request(DocumentLinkRequest.type, {
  capabilities: { documentLinkProvider: {} },
  answer: (document, _, { linkTo, protos }) =>
    document.analysis
      .links()
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

const lenses = request(CodeLensRequest.type, {
  capabilities: { codeLensProvider: {} },
  answer(document, _, { client, analyzer: { settings } }) {
    const commands: Readonly<Record<LensKind, string | undefined>> = {
      preview: client.previewCommand,
      configuration: client.configurationCommand,
      features: client.referencesCommand,
      memory: client.planCommand,
    };
    return document.analysis
      .lenses(strategyOf(settings))
      .filter(({ kind, start }) => settings.codeLens[kind] && document.owns(start))
      .filter(({ kind }) => commands[kind] !== undefined || SAY_SOMETHING.has(kind))
      .map((lens) => toLens(document, lens, commands[lens.kind], client.reader));
  },
});

/** Lenses that are useful without a command. */
const SAY_SOMETHING: ReadonlySet<LensKind> = new Set(['memory', 'features']);

export const requests: readonly DocumentRequest[] = [
  outline,
  completion,
  hover,
  signature,
  definition,
  references,
  prepareRename,
  rename,
  workspaceSymbols,
  willRenameFiles,
  highlights,
  folds,
  hints,
  links,
  selectionRanges,
  ...formattingRequests,
  codeActions,
  diagnostics,
  workspaceDiagnostics,
  lenses,
  ...semanticTokens,
  ...ownRequests,
  extract,
];
