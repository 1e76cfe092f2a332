import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createConnection, LSPErrorCodes, ProposedFeatures, ResponseError } from 'vscode-languageserver/node';
import { readFile } from './cli/files';
import { startServer } from './server';

// Started by an editor: --stdio, --node-ipc, --socket or --pipe on the command line says how they talk.
const connection = createConnection(ProposedFeatures.all, {
  connectionStrategy: {
    // A request that is still in the queue when it is cancelled costs nothing at all.
    cancelUndispatched: (message) => ({
      jsonrpc: '2.0',
      id: (message as { id?: number | string }).id ?? null,
      error: new ResponseError(LSPErrorCodes.RequestCancelled, 'Cancelled').toJson(),
    }),
  },
});

// The state of the process is unknown after this; the client starts a new one.
process.on('uncaughtException', (error) => {
  connection.console.error(`The language server failed: ${error.stack ?? error.message}`);
  process.exit(1);
});

startServer(connection, {
  readFile: async (uri, maxBytes) => readFile(fileURLToPath(uri), maxBytes),
  protos: pathToFileURL(join(__dirname, 'protos')).href,
});
