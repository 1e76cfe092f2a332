// The language server as a web worker. It receives and posts the protocol's messages, and uses nothing else of the browser.
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  createConnection,
  ProposedFeatures,
} from 'vscode-languageserver/browser';
import { CONNECTION_OPTIONS, TIMEOUTS, tolerant } from './connection';
import { startServer } from './server';

/** The parts of a web worker's global scope that are used. TypeScript declares it only for programs without Node. */
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

// Errors are rethrown to the page that started the worker. The state is unknown after one, so the page starts a new worker.
self.addEventListener('unhandledrejection', ({ reason }) => {
  setTimeout(() => {
    throw reason;
  });
});
connection.onExit(() => self.close());

startServer(connection, {
  // A client that shows these pages gives other URIs.
  protos: 'tpu-embedding:/tpu-embedding-tools/protos',
  rulePages: 'tpu-embedding:/tpu-embedding-tools/rules',
  collectGarbage: () => {},
  ...TIMEOUTS,
});
