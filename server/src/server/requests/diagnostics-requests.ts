import {
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  DocumentDiagnosticRequest,
  type ServerCapabilities,
  WorkspaceDiagnosticRequest,
} from 'vscode-languageserver';
import { SOURCE } from '../../languages/protocol';
import { resultIdOf } from '../documents/result-ids';
import { type Client, canPull } from '../session';
import { toDiagnostics } from './convert';
import { request, workspaceRequest } from './request';

/**
 * At a refresh, Neovim 0.12 asks for the diagnostics of the workspace if it can, and then ignores those of open documents, which
 * would keep old problems after a change of settings.
 */
const keepsOldProblems = ({ name }: Client) => name === 'Neovim';

const capabilities = (client: Client): ServerCapabilities =>
  canPull(client)
    ? {
        diagnosticProvider: {
          identifier: SOURCE,
          interFileDependencies: true,
          workspaceDiagnostics: !keepsOldProblems(client),
          workDoneProgress: true,
        },
      }
    : {};

export const diagnostics = request(DocumentDiagnosticRequest.type, {
  capabilities,
  // An error would make editors flicker.
  answersNewest: true,
  empty: { kind: DocumentDiagnosticReportKind.Full, items: [] },
  async answer(document, { previousResultId }, { linkTo, push, settle }): Promise<DocumentDiagnosticReport> {
    push.pulled();
    await settle(document);
    const resultId = resultIdOf(document.analysis);
    if (previousResultId === resultId) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
    const items = toDiagnostics(document, document.diagnose(), linkTo);
    return { kind: DocumentDiagnosticReportKind.Full, resultId, items };
  },
});

export const workspaceDiagnostics = workspaceRequest(WorkspaceDiagnosticRequest.type, {
  answer(params, { diagnostics, linkTo, push, token }) {
    push.pulled();
    return diagnostics.pull(params, linkTo, token);
  },
});
