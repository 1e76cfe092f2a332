// Requests about forms of a configuration.
import { RequestType } from 'vscode-languageserver';
import { strategyOf } from '../../project/strategy';
import * as own from '../../protocol';
import { bundle } from '../load-analysis-bundle';
import { workspaceRequest } from './request';

export const convert = workspaceRequest(
  new RequestType<own.ConvertParams, own.ConvertResult, void>(own.convert),
  {
    capabilities: {},
    async answer({ name, content, ...asked }, { analyzer: { settings } }) {
      const { convertFile, decodeBase64, encodeBase64 } = bundle();
      const bytes = decodeBase64(content) ?? new Uint8Array();
      const result = convertFile({ ...asked, path: name, bytes, strategy: strategyOf(settings) });
      if ('problems' in result) return { from: result.from, problems: [...result.problems] };
      return { from: result.from, content: encodeBase64(result.output), notes: [...result.notes] };
    },
  },
);
