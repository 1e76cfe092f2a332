import {
  BulkRegistration,
  type Connection,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentDiagnosticRequest,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import { SOURCE } from '../../languages/protocol';
import { bundle } from '../load-analysis-bundle';
import type { Log } from '../log';
import { type Client, canPull } from '../session';

/**
 * Has the client send lists of packages and show their problems, and ask nothing else about them: they have servers of their
 * own. A client that takes no registration sends what its user tells it to.
 */
export function registerDependencyFiles({ client: connection }: Connection, client: Client, log: Log): void {
  const { synchronization, diagnostic } = client.capabilities.textDocument ?? {};
  const pulls = canPull(client);
  if (!synchronization?.dynamicRegistration || (pulls && !diagnostic?.dynamicRegistration)) return;
  const options = { documentSelector: bundle().DEPENDENCY_FILES.map((glob) => ({ pattern: `**/${glob}` })) };
  const all = BulkRegistration.create();
  // The first one: the client sends those that are open already before it asks for their problems.
  all.add(DidOpenTextDocumentNotification.type, options);
  all.add(DidChangeTextDocumentNotification.type, { ...options, syncKind: TextDocumentSyncKind.Incremental });
  all.add(DidCloseTextDocumentNotification.type, options);
  if (pulls)
    all.add(DocumentDiagnosticRequest.type, {
      ...options,
      identifier: SOURCE,
      interFileDependencies: false,
      workspaceDiagnostics: false,
    });
  connection
    .register(all)
    .catch((error) => log.error('The client takes no registration of lists of packages', error));
}
