import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  createProtocolConnection,
  type DataCallback,
  type Disposable,
  type Message,
  type ProtocolConnection,
} from 'vscode-languageserver-protocol';

/** Runs in a thread: gives a script the globals of web workers, and hides those of Node. */
const SCOPE = `
const { parentPort, workerData } = require('node:worker_threads');
const { runInNewContext } = require('node:vm');
const listeners = { message: [], error: [], unhandledrejection: [] };
const self = {
  setTimeout, clearTimeout, setInterval, clearInterval, queueMicrotask, console, performance,
  TextDecoder, TextEncoder, URL, AbortController, atob, btoa, crypto, structuredClone,
  postMessage: (message) => parentPort.postMessage(message),
  addEventListener: (type, listener) => listeners[type].push(listener),
  close: () => process.exit(0),
};
self.self = self;
parentPort.on('message', (data) => self.onmessage({ data }));
process.on('unhandledRejection', (reason) => listeners.unhandledrejection.forEach((hear) => hear({ reason })));
runInNewContext(workerData.script, self, { filename: workerData.file });
`;

class Reader extends AbstractMessageReader {
  constructor(private readonly worker: Worker) {
    super();
  }
  listen(callback: DataCallback): Disposable {
    this.worker.on('message', callback);
    return { dispose: () => this.worker.off('message', callback) };
  }
}

class Writer extends AbstractMessageWriter {
  constructor(private readonly worker: Worker) {
    super();
  }
  async write(message: Message): Promise<void> {
    this.worker.postMessage(message);
  }
  end(): void {}
}

/** Runs a script of `dist/web` as a server, in a thread with the globals of web workers only. */
export function startWebWorker(file: string): {
  readonly worker: Worker;
  readonly connection: ProtocolConnection;
} {
  const script = readFileSync(file, 'utf8');
  const worker = new Worker(SCOPE, { eval: true, workerData: { script, file } });
  const connection = createProtocolConnection(new Reader(worker), new Writer(worker));
  return { worker, connection };
}
