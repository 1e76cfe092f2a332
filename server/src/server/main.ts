import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  type ConnectionOptions,
  createConnection,
  type DataCallback,
  type Disposable,
  LSPErrorCodes,
  ProposedFeatures,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { readFile } from '../regular-file';
import { frameCheck } from './frames';
import { startServer } from './server';

const options: ConnectionOptions = {
  connectionStrategy: {
    // A request that is still in the queue when it is cancelled costs nothing at all.
    cancelUndispatched: (message) => ({
      jsonrpc: '2.0',
      id: (message as { id?: number | string }).id ?? null,
      error: new ResponseError(LSPErrorCodes.RequestCancelled, 'Cancelled').toJson(),
    }),
  },
};

/** A message on which the library throws, such as a cancellation of nothing, costs itself alone. */
class TolerantReader extends StreamMessageReader {
  override listen(callback: DataCallback): Disposable {
    return super.listen((message) => {
      try {
        callback(message);
      } catch (error) {
        const { method } = message as { method?: unknown };
        connection.console.error(`The message ${method} was ignored: ${error}`);
      }
    });
  }
}

// Started by an editor: --stdio, --node-ipc, --socket or --pipe on the command line says how they talk.
const connection = process.argv.includes('--stdio')
  ? createConnection(ProposedFeatures.all, checkedInput(), new StreamMessageWriter(process.stdout), options)
  : createConnection(ProposedFeatures.all, options);

// The state of the process is unknown after this; the client starts a new one.
process.on('uncaughtException', (error) => {
  connection.console.error(`The language server failed: ${error.stack ?? error.message}`);
  process.exit(1);
});

/** The tests set it, as a client may be late on a busy machine. */
const patience = process.env['TPU_EMBEDDING_PATIENCE'];

const server = startServer(connection, {
  readFile: async (uri, maxBytes) => readFile(fileURLToPath(uri), { maxSize: maxBytes }),
  listFolder: (uri) => readdir(fileURLToPath(uri)),
  listEntries,
  stampOf: async (uri) => {
    const { mtimeMs, size, ino } = await stat(fileURLToPath(uri));
    return `${mtimeMs} ${size} ${ino}`;
  },
  realPath: (uri) => realpath(fileURLToPath(uri)),
  protos: pathToFileURL(join(__dirname, 'protos')).href,
  rulePages: pathToFileURL(join(__dirname, '..', 'docs', 'rules')).href,
  collectGarbage: () => void globalThis.gc?.({ type: 'minor' }),
  settingsPatience: Number(patience ?? 5000),
  pullPatience: Number(patience ?? 2000),
});

/** A link to a folder is not followed: it may lead back to where it lies. */
async function listEntries(uri: string) {
  const entries = await readdir(fileURLToPath(uri), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() || entry.isDirectory() || entry.isSymbolicLink())
    .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
}

/** What a client sends on standard input. After a broken message nobody knows where the next one starts. */
function checkedInput(): StreamMessageReader {
  const fail = (problem: string) => {
    process.stderr.write(`tpu-embedding: The client sent ${problem}. The language server ends.\n`);
    process.exit(1);
  };
  const reader = new TolerantReader(process.stdin);
  reader.onError(({ message }) => fail(`what cannot be read: ${message}`));
  process.stdin.on('data', frameCheck(fail));
  process.stdin.on('end', () => process.exit(server.isShutDown ? 0 : 1));
  return reader;
}
