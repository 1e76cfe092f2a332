// Formatters: their capabilities, which a client would take for those of Python as well, and their registration.

import {
  type Connection,
  DocumentFormattingRequest,
  DocumentOnTypeFormattingRequest,
  DocumentRangeFormattingRequest,
  type ServerCapabilities,
} from 'vscode-languageserver';
import { TEXT_FORMAT_IDS } from '../languages/registration';
import type { Log } from './log';
import type { Client } from './session';

const TEXT_FORMAT_ONLY = { documentSelector: TEXT_FORMAT_IDS.map((language) => ({ language })) };
const RANGES = { rangesSupport: true };
const TYPED = { firstTriggerCharacter: '}', moreTriggerCharacter: ['>', ']', '\n'] };

const registers = ({ capabilities: { textDocument } }: Client): boolean =>
  textDocument?.formatting?.dynamicRegistration === true &&
  textDocument.rangeFormatting?.dynamicRegistration === true &&
  textDocument.onTypeFormatting?.dynamicRegistration === true;

/** Those of the start, for a client that takes no registration: other languages then get no edits. */
export const formattingCapabilities = (client: Client): ServerCapabilities =>
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
