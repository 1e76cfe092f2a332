// Formatting of text format. Its layout is fixed, so the editor's tab settings are ignored.

import {
  type Connection,
  DocumentFormattingRequest,
  DocumentOnTypeFormattingRequest,
  DocumentRangeFormattingRequest,
  DocumentRangesFormattingRequest,
  type Range as LspRange,
  type TextEdit as LspTextEdit,
  type ServerCapabilities,
} from 'vscode-languageserver';
import type { OpenDocument } from '../documents/open-document';
import type { Log } from '../log';
import type { Client } from '../session';
import { toTextEdit } from './convert';
import { type DocumentRequest, request, TEXT_FORMAT_ONLY } from './request';

const RANGES = { rangesSupport: true };
const TYPED = { firstTriggerCharacter: '}', moreTriggerCharacter: ['>', ']', '\n'] };

const registers = ({ capabilities: { textDocument } }: Client): boolean =>
  textDocument?.formatting?.dynamicRegistration === true &&
  textDocument.rangeFormatting?.dynamicRegistration === true &&
  textDocument.onTypeFormatting?.dynamicRegistration === true;

/** For a client that takes no registration; it asks about other languages as well, which then get no edits. */
const capabilities = (client: Client): ServerCapabilities =>
  registers(client)
    ? {}
    : {
        documentFormattingProvider: true,
        documentRangeFormattingProvider: RANGES,
        documentOnTypeFormattingProvider: TYPED,
      };

/** Registers the formatters for text format alone. */
export function registerFormatters({ client: connection }: Connection, client: Client, log: Log): void {
  if (!registers(client)) return;
  const options = TEXT_FORMAT_ONLY;
  Promise.all([
    connection.register(DocumentFormattingRequest.type, options),
    connection.register(DocumentRangeFormattingRequest.type, { ...options, ...RANGES }),
    connection.register(DocumentOnTypeFormattingRequest.type, { ...options, ...TYPED }),
  ]).catch((error) => log.error('The client takes no registration of formatters', error));
}

const formatting = request(DocumentFormattingRequest.type, {
  capabilities,
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
  const places = ranges?.map((range) => document.offsetsOf(range));
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

export const formattingRequests: readonly DocumentRequest[] = [
  formatting,
  rangeFormatting,
  rangesFormatting,
  onTypeFormatting,
];
