import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  createConnection,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { CONNECTION_OPTIONS, TIMEOUTS, tolerant } from './connection';
import { disk } from './files/disk';
import { frameCheck } from './frames';
import { startServer } from './server';
import { setUpServer } from './v8-flags';

setUpServer();

// Started by an editor: --stdio, --node-ipc, --socket or --pipe on the command line chooses the transport.
const connection = process.argv.includes('--stdio')
  ? createConnection(
      ProposedFeatures.all,
      checkedInput(),
      new StreamMessageWriter(process.stdout),
      CONNECTION_OPTIONS,
    )
  : createConnection(ProposedFeatures.all, CONNECTION_OPTIONS);

// The state of the process is unknown after this; the client starts a new one.
process.on('uncaughtException', (error) => {
  connection.console.error(`The language server failed: ${error.stack ?? error.message}`);
  process.exit(1);
});

/** Set by tests, whose client may be late on a busy machine. */
const timeout = process.env['TPU_EMBEDDING_TIMEOUT'];

const server = startServer(connection, {
  files: disk,
  protos: pathToFileURL(join(__dirname, 'protos')).href,
  rulePages: pathToFileURL(join(__dirname, '..', 'docs', 'rules')).href,
  collectGarbage: () => void globalThis.gc?.({ type: 'minor' }),
  ...(timeout === undefined ? TIMEOUTS : { settingsTimeout: Number(timeout), pullTimeout: Number(timeout) }),
});

/** The input from a client on standard input. After a broken message, the start of the next one is unknown. */
function checkedInput(): StreamMessageReader {
  const fail = (problem: string) => {
    process.stderr.write(`tpu-embedding: The client sent ${problem}. The language server ends.\n`);
    process.exit(1);
  };
  const reader = tolerant(new StreamMessageReader(process.stdin), (problem) =>
    connection.console.error(problem),
  );
  reader.onError(({ message }) => fail(`what cannot be read: ${message}`));
  process.stdin.on('data', frameCheck(fail));
  process.stdin.on('end', () => process.exit(server.isShutDown ? 0 : 1));
  return reader;
}
