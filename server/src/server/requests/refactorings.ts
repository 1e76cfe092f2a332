// Refactorings as code actions. For clients that resolve actions, the edits are computed when one is chosen.

import {
  type ClientCapabilities,
  type CodeAction,
  type CodeActionContext,
  LSPErrorCodes,
  type Range,
  ResponseError,
} from 'vscode-languageserver';
import type { Refactoring } from '../../languages/refactoring';
import type { OpenDocument } from '../documents/open-document';
import { takesSnippets, takesVersions, toSnippetEdit, toTextEdit, toWorkspaceEdit } from './convert';

/** The key to find a refactoring again. */
interface Chosen {
  readonly uri: string;
  readonly version: number;
  readonly range: Range;
  readonly title: string;
}

/** Whether an editor asks for actions of a kind, if perhaps among others. */
export const wants = ({ only }: CodeActionContext, kind: string): boolean =>
  !only || only.some((wanted) => kind === wanted || kind.startsWith(`${wanted}.`));

export function refactoringActions(
  document: OpenDocument,
  range: Range,
  context: CodeActionContext,
  capabilities: ClientCapabilities,
): CodeAction[] {
  const { disabledSupport, resolveSupport } = capabilities.textDocument?.codeAction ?? {};
  // If only these are requested, the client also shows why one is disabled.
  const showsDisabled = disabledSupport === true && context.only !== undefined;
  return find(document, range)
    .filter(({ kind }) => wants(context, kind))
    .flatMap((refactoring): CodeAction[] => {
      const { title, kind, disabled } = refactoring;
      if (disabled !== undefined)
        return showsDisabled ? [{ title, kind, disabled: { reason: disabled } }] : [];
      if (!editorOf(refactoring, capabilities)) return [];
      const { uri, version } = document;
      const data: Chosen = { uri, version, range, title };
      return resolveSupport?.properties.includes('edit')
        ? [{ title, kind, data }]
        : [{ title, kind, edit: editOf(document, refactoring, capabilities) }];
    });
}

/** An action with its edit, if that was left out. */
export function resolveRefactoring(
  action: CodeAction,
  documentAt: (uri: string) => OpenDocument | undefined,
  capabilities: ClientCapabilities,
): CodeAction | ResponseError<void> {
  const chosen = action.data as Chosen | undefined;
  if (!chosen || action.edit) return action;
  const document = documentAt(chosen.uri);
  if (document?.version !== chosen.version)
    return new ResponseError(LSPErrorCodes.ContentModified, 'The text has changed meanwhile');
  const refactoring = find(document, chosen.range).find(({ title }) => title === chosen.title);
  return refactoring ? { ...action, edit: editOf(document, refactoring, capabilities) } : action;
}

const find = (document: OpenDocument, range: Range): readonly Refactoring[] =>
  document.analysis.refactorings(document.offsetsOf(range));

/** The changes as the client can take them, and whether they are a snippet. */
function editorOf({ changes, snippet }: Refactoring, capabilities: ClientCapabilities) {
  if (snippet && takesSnippets(capabilities)) return { work: snippet, toEdit: toSnippetEdit };
  return changes && { work: changes, toEdit: toTextEdit };
}

function editOf(document: OpenDocument, refactoring: Refactoring, capabilities: ClientCapabilities) {
  const { work, toEdit } = editorOf(refactoring, capabilities)!;
  return toWorkspaceEdit(document, work(), takesVersions(capabilities), toEdit);
}
