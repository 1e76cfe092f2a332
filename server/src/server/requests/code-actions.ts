// Quick fixes, explanations of rules, refactorings, and all safe fixes at once.

import { CodeActionKind, CodeActionRequest } from 'vscode-languageserver';
import { bundle } from '../load-analysis-bundle';
import { takesSnippets, takesVersions, toCodeAction, toExplanation, toWorkspaceEdit } from './convert';
import { refactoringActions, wants } from './refactorings';
import { request } from './request';

const FIX_ALL = `${CodeActionKind.SourceFixAll}.tpuEmbedding`;

export const codeActions = request(CodeActionRequest.type, {
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
    const versioned = takesVersions(client.capabilities);
    const withSnippets = takesSnippets(client.capabilities);
    const found = wants(context, CodeActionKind.QuickFix)
      ? document.analysis.actions(document.offsetAt(range.start), document.offsetAt(range.end))
      : [];
    const { ruleCommand } = client;
    const explained = new Map(found.map(({ diagnostic }) => [diagnostic.code, diagnostic]));
    const actions = [
      ...found
        .filter(({ isSnippet }) => withSnippets || !isSnippet)
        .map((action) => toCodeAction(document, action, versioned, linkTo)),
      ...(ruleCommand === undefined
        ? []
        : [...explained.values()].map((diagnostic) =>
            toExplanation(document, diagnostic, ruleCommand, linkTo),
          )),
      ...refactoringActions(document, range, context, client.capabilities),
    ];
    const changes = context.only && wants(context, FIX_ALL) ? bundle().fixAll(document.diagnose()) : [];
    if (changes.length === 0) return actions;
    const edit = toWorkspaceEdit(document, changes, versioned);
    return [...actions, { title: 'Fix all problems that have one safe fix', kind: FIX_ALL, edit }];
  },
});
