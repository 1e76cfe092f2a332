import { RequestType } from 'vscode-languageserver';
import * as own from '../../protocol';
import { bundle } from '../load-analysis-bundle';
import { workspaceRequest } from './request';

export const askTool = workspaceRequest(
  new RequestType<own.AskToolParams, own.ToolAnswer | null, void>(own.askTool),
  {
    async answer({ tool, arguments: given }, { assistants, token }) {
      try {
        const found = await bundle().ask(tool, given, assistants.answering(token));
        return 'problem' in found ? found : { ...found, data: { ...found.data } };
      } catch (error) {
        if (token.isCancellationRequested) return null;
        throw error;
      }
    },
  },
);
