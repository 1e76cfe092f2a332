import * as vscode from 'vscode';
import type { DocumentStatus } from '../../server/src/languages/protocol';
import { registerTools } from './assistants';
import type { CreateClient } from './client-options';
import { registerComparisons } from './comparison';
import { registerConfigurations } from './configurations';
import { openExample } from './examples';
import { explainError } from './explain-error';
import { offerMoreFiles } from './extraction';
import { registerForms } from './forms';
import { showInstalledFiles } from './installed-files';
import { startWhenNeeded } from './need';
import { newConfiguration } from './new-configuration';
import { registerPreviews } from './preview/previews';
import { showProgram } from './program-status';
import { watchFixes } from './progress';
import { showReferences } from './references';
import { rememberedLog } from './remembered-log';
import { reportIssue } from './report-issue';
import { showRule } from './rule-pages';
import { Server } from './server';
import { showStatus } from './status';

/** The API for other extensions and the end-to-end tests. */
export interface Api {
  /** The protobuf message that the document holds, and why; undefined without a server. */
  documentStatus(document: vscode.TextDocument): Promise<DocumentStatus | undefined>;
}

/** Starts everything that works on Node and in browsers. */
export function startExtension(context: vscode.ExtensionContext, createClient: CreateClient): Api {
  const { log, end } = rememberedLog(vscode.window.createOutputChannel('TPU Embedding Tools', { log: true }));
  log.info(`TPU Embedding Tools ${context.extension.packageJSON.version}`);
  const server = new Server(createClient, log);
  context.subscriptions.push(
    log,
    server,
    showInstalledFiles(context.extensionUri),
    watchFixes(),
    startWhenNeeded(server),
    showStatus(server),
    showProgram(server),
    registerPreviews(context.extensionUri, server),
    registerConfigurations(server),
    registerForms(server),
    offerMoreFiles(server),
    registerTools(context.extension, server),
    registerComparisons(context.extensionUri, server),
    vscode.commands.registerCommand('tpuEmbedding.restartServer', () => server.restart()),
    vscode.commands.registerCommand('tpuEmbedding.showLog', () => log.show()),
    vscode.commands.registerCommand('tpuEmbedding.showReferences', showReferences),
    vscode.commands.registerCommand('tpuEmbedding.showRule', showRule),
    vscode.commands.registerCommand('tpuEmbedding.explainError', () => explainError(server)),
    vscode.commands.registerCommand('tpuEmbedding.reportIssue', () =>
      reportIssue(context.extension, server, end()),
    ),
    vscode.commands.registerCommand('tpuEmbedding.openExample', openExample),
    vscode.commands.registerCommand('tpuEmbedding.newConfiguration', newConfiguration),
  );
  return { documentStatus: (document) => server.documentStatus(document) };
}
