// The language server as a web worker: it gets and posts the protocol's messages, and knows nothing of the browser beside them.
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  createConnection,
  ProposedFeatures,
} from 'vscode-languageserver/browser';
import { CONNECTION_OPTIONS, PATIENCE, tolerant } from './connection';
import { startServer } from './server';

/** What is used of a web worker's global scope; TypeScript declares it for programs that have no Node. */
declare const self: {
  addEventListener(type: 'unhandledrejection', listener: (event: { readonly reason: unknown }) => void): void;
  close(): void;
};

const connection = createConnection(
  ProposedFeatures.all,
  tolerant(new BrowserMessageReader(self), (problem) => connection.console.error(problem)),
  new BrowserMessageWriter(self),
  CONNECTION_OPTIONS,
);

// Where the worker was started people hear of errors alone; the state is unknown after one, and a new worker is started.
self.addEventListener('unhandledrejection', ({ reason }) => {
  setTimeout(() => {
    throw reason;
  });
});
connection.onExit(() => self.close());

startServer(connection, {
  // A client that shows them says where it does.
  protos: 'tpu-embedding:/tpu-embedding-tools/protos',
  rulePages: 'tpu-embedding:/tpu-embedding-tools/rules',
  collectGarbage: () => {},
  ...PATIENCE,
});
