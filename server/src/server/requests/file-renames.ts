import { FileOperationPatternKind, WillRenameFilesRequest, type WorkspaceEdit } from 'vscode-languageserver';
import { addTo } from '../../basics/groups';
import type { TextEdit } from '../../basics/range';
import { FILES_GLOB } from '../../project/files/files';
import { type MovedPath, movedPaths } from '../../project/names/moves';
import type { NamedFile } from '../../project/names/names';
import { isNotebook } from '../../python/notebooks';
import { uriKey } from '../files/uri-keys';
import type { IndexedDocument } from '../workspace/names-index';
import { joinWorkspaceEdits, takesVersions, toWorkspaceEdit } from './convert';
import { workspaceRequest } from './request';

/** Before files move, changes the paths in programs that name them. */
export const willRenameFiles = workspaceRequest(WillRenameFilesRequest.type, {
  capabilities: {
    workspace: {
      fileOperations: {
        willRename: {
          filters: [
            { scheme: 'file', pattern: { glob: FILES_GLOB, matches: FileOperationPatternKind.file } },
            { scheme: 'file', pattern: { glob: '**', matches: FileOperationPatternKind.folder } },
          ],
        },
      },
    },
  },
  async answer({ files }, { names, client, token }) {
    const links = await names.links(token);
    const moves = files.map(({ oldUri, newUri }) => ({ from: uriKey(oldUri), to: uriKey(newUri) }));
    const byDocument = new Map<IndexedDocument, MovedPath<IndexedDocument>[]>();
    for (const moved of movedPaths(links?.documents ?? [], moves)) addTo(byDocument, moved.document, moved);
    const versioned = takesVersions(client.capabilities);
    const edits: WorkspaceEdit[] = [];
    for (const [document, paths] of byDocument) {
      const read = await document.file.read();
      // The protocol cannot change the cells of a closed notebook.
      if (!read || (read.version === null && isNotebook(document.key))) continue;
      const { analysis } = read;
      const changes = paths.flatMap(({ file, path }): readonly TextEdit[] =>
        isThere(analysis.names().files, file) ? (analysis.writePath(file, path) ?? []) : [],
      );
      if (changes.length > 0) edits.push(toWorkspaceEdit(read, changes, versioned));
    }
    return edits.length > 0 ? joinWorkspaceEdits(edits, versioned) : null;
  },
});

/** Whether a text still names a file at the same place as when it was indexed. */
const isThere = (files: readonly NamedFile[], { start, path }: NamedFile): boolean =>
  files.some((file) => file.start === start && file.path === path);
