import { RequestType } from 'vscode-languageserver';
import { errorMessage } from '../../basics/error-message';
import * as own from '../../languages/protocol';
import type { SearchedFile } from '../../reports/extraction/search';
import { uriKey } from '../files/uri-keys';
import { bundle } from '../load-analysis-bundle';
import { workspaceRequest } from './request';

const NOTHING: own.ExtractResult = { configurations: [], files: 0, problems: [] };

export const extract = workspaceRequest(
  new RequestType<own.ExtractParams, own.ExtractResult, void>(own.extract),
  {
    async answer({ uri }, { files, token }) {
      const { searchPath, extracted, headed, nothingFound } = bundle();
      const places = {
        open: files.openFile,
        list: files.listFolder,
        join: (folder: string, name: string) => `${folder.replace(/\/$/, '')}/${encodeURIComponent(name)}`,
      };
      const searched: SearchedFile[] = [];
      const problems: string[] = [];
      try {
        for await (const file of searchPath(uri, places, (error) => problems.push(errorMessage(error)))) {
          if (token.isCancellationRequested) return NOTHING;
          searched.push(file);
          problems.push(...file.problems.map((problem) => `${shownPath(file.path, uri)}: ${problem}`));
          // A large file takes long, so requests that arrive meanwhile are answered first.
          await new Promise((next) => setTimeout(next));
        }
      } catch (error) {
        problems.push(errorMessage(error));
      }
      const found = extracted(searched.map((file) => ({ ...file, path: shownPath(file.path, uri) })));
      const isFolder = searched.every(({ path }) => path.startsWith(`${uri}/`));
      if (found.length === 0 && !isFolder)
        problems.push(...searched.map((file) => nothingFound({ ...file, path: shownPath(file.path, uri) })));
      const configurations = found.map((each) => ({ text: headed(each), holders: each.holders }));
      return { configurations, files: searched.length, problems };
    },
  },
);

/** The path relative to the parent folder of the requested file or folder. */
const shownPath = (uri: string, asked: string): string =>
  uriKey(uri).slice(uriKey(asked).replace(/\/$/, '').lastIndexOf('/') + 1);
