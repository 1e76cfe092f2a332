import * as vscode from 'vscode';
import { SOURCE } from '../../server/src/languages/protocol';
import { issueText } from '../../server/src/reports/issue';
import type { Server } from './server';

interface Choice extends vscode.QuickPickItem {
  /** Undefined: without a text. */
  readonly rule: string | undefined;
}

/**
 * Shows what helps to mend a problem of the extension, as a document that a person reads, changes and copies. VS Code's own issue
 * reporter would search GitHub for its title.
 */
export async function reportIssue(
  extension: vscode.Extension<unknown>,
  server: Server,
  log: string,
): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  const choice = await chooseExample(document);
  if (!choice) return;
  const facts = document && (await server.report(document.uri, choice.rule));
  const { versions = [], settings = {}, example } = facts ?? {};
  const { version } = extension.packageJSON;
  const host = vscode.env.uiKind === vscode.UIKind.Web ? 'a browser' : 'a desktop';
  const remote = vscode.env.remoteName ?? 'no remote';
  const text = issueText({
    versions: [
      { package: 'tpu-embedding-tools', version, source: `server ${server.state}` },
      { package: vscode.env.appName, version: vscode.version, source: `${system()}, ${host}, ${remote}` },
      ...versions,
    ],
    settings,
    log,
    ...(choice.rule !== undefined &&
      example !== undefined && { example: { rule: choice.rule, text: example } }),
  });
  const shown = await vscode.workspace.openTextDocument({ language: 'markdown', content: text });
  await vscode.window.showTextDocument(shown, { preview: false });
  void offerCopy(shown, choice.rule !== undefined && example === undefined);
}

/** A browser names no system. */
const system = (): string => (typeof process === 'undefined' ? 'web' : `${process.platform} ${process.arch}`);

/** Which problem of the document to show with the smallest text that has it; undefined if the person gives up. */
async function chooseExample(document: vscode.TextDocument | undefined): Promise<Choice | undefined> {
  const without: Choice = { label: vscode.l10n.t('Without a text of mine'), rule: undefined };
  const diagnostics = document ? vscode.languages.getDiagnostics(document.uri) : [];
  const rules = new Set(diagnostics.filter(({ source }) => source === SOURCE).map(codeOf));
  if (rules.size === 0) return without;
  const items = [...rules].map(
    (rule): Choice => ({
      label: rule,
      rule,
      description: vscode.l10n.t('with the smallest text that shows it'),
    }),
  );
  return vscode.window.showQuickPick([without, ...items], {
    title: vscode.l10n.t('Report an Issue'),
    placeHolder: vscode.l10n.t('Is a problem wrong? Nothing is sent or copied before you have read it'),
  });
}

const codeOf = ({ code }: vscode.Diagnostic): string => String(typeof code === 'object' ? code.value : code);

async function offerCopy(document: vscode.TextDocument, isWithoutText: boolean): Promise<void> {
  const copy = vscode.l10n.t('Copy');
  const read = vscode.l10n.t('Read the report, change what you like, then copy it into an issue.');
  const missing = vscode.l10n.t('The problem does not show in the text alone, so the report has none.');
  const chosen = await vscode.window.showInformationMessage(
    isWithoutText ? `${missing} ${read}` : read,
    copy,
  );
  if (chosen === copy) await vscode.env.clipboard.writeText(document.getText());
}
