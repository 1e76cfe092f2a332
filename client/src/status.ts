import * as vscode from 'vscode';
import type { DocumentStatus, StatusReason } from '../../server/src/languages/protocol';
import { followActiveEditor } from './active-editor';
import type { Server } from './server';

const TEXTPROTO: vscode.DocumentSelector = { language: 'textproto' };

/** The content of the status item, without its name. */
type Content = Pick<vscode.LanguageStatusItem, 'text' | 'detail' | 'severity' | 'busy' | 'command'>;

const { Information, Warning, Error: Failure } = vscode.LanguageStatusSeverity;
const SHOW_LOG: vscode.Command = { title: vscode.l10n.t('Show Log'), command: 'tpuEmbedding.showLog' };
const RESTART: vscode.Command = { title: vscode.l10n.t('Restart'), command: 'tpuEmbedding.restartServer' };

const STARTING: Content = {
  text: vscode.l10n.t('Starting'),
  detail: vscode.l10n.t('The language server is starting.'),
  severity: Information,
  busy: true,
  command: SHOW_LOG,
};
const STOPPED: Content = {
  text: vscode.l10n.t('Not running'),
  detail: vscode.l10n.t('The language server stopped.'),
  severity: Failure,
  busy: false,
  command: RESTART,
};

/** Shows in the status bar which protobuf message applies to the active file, and why. */
export function showStatus(server: Server): vscode.Disposable {
  const item = vscode.languages.createLanguageStatusItem('tpuEmbedding.status', TEXTPROTO);
  item.name = 'TPU Embedding';
  const following = followActiveEditor(server, currentContent, (content) => {
    if (content) Object.assign(item, content);
  });
  return vscode.Disposable.from(item, following);
}

/** Undefined if the active editor holds no textproto, or the server does not answer. */
async function currentContent(server: Server): Promise<Content | undefined> {
  if (server.state === 'starting') return STARTING;
  if (server.state === 'stopped') return STOPPED;
  const document = vscode.window.activeTextEditor?.document;
  if (!document || vscode.languages.match(TEXTPROTO, document) === 0) return undefined;
  const status = await server.documentStatus(document);
  return status && describe(status);
}

const WITHOUT_MESSAGE: Partial<Record<StatusReason, string>> = {
  none: vscode.l10n.t('No message known'),
  'unknown-message': vscode.l10n.t('Unknown message'),
};

function describe({ message, reason, detail }: DocumentStatus): Content {
  const shortName = message?.slice(message.lastIndexOf('.') + 1);
  return {
    text: WITHOUT_MESSAGE[reason] ?? shortName ?? '',
    detail,
    severity: reason === 'unknown-message' ? Warning : Information,
    busy: false,
    command: SHOW_LOG,
  };
}
