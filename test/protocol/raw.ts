import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { StreamMessageReader } from 'vscode-languageserver-protocol/node';
import { endOf, waiting } from '../support/client';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A client without a protocol library: sends any message at any time, and several in one write. */
export class RawClient {
  readonly process: ChildProcess;
  readonly exited: Promise<number | null>;
  /** All messages of the server, in order. */
  readonly received: Message[] = [];
  /** What the server wrote to standard error. */
  readonly complaints: string[] = [];
  private waiting: (() => void)[] = [];

  constructor(args: readonly string[] = ['lsp', '--stdio'], timeout?: number) {
    this.process = spawn(process.execPath, [resolve('dist/cli.js'), ...args], {
      env: waiting(timeout),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.exited = endOf(this.process);
    this.process.stderr!.on('data', (text: Buffer) => this.complaints.push(text.toString()));
    new StreamMessageReader(this.process.stdout!).listen((message) => {
      this.received.push(message as Message);
      for (const wake of this.waiting.splice(0)) wake();
    });
  }

  /** Writes the messages at once. */
  send(...messages: readonly Message[]): void {
    const frames = messages.map((message) => {
      const body = JSON.stringify({ jsonrpc: '2.0', ...message });
      return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    });
    this.process.stdin!.write(frames.join(''));
  }

  /** Waits for the first message that satisfies a condition. */
  async next(accept: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const found = this.received.find(accept);
      if (found) return found;
      await new Promise<void>((wake) => this.waiting.push(wake));
    }
  }

  answer(id: number): Promise<Message> {
    return this.next((message) => message.id === id && message.method === undefined);
  }

  /** The code of the error that answers a request. */
  async errorCode(id: number): Promise<number | undefined> {
    return (await this.answer(id)).error?.code;
  }

  async initialize(capabilities: object = {}): Promise<void> {
    this.send({ id: 0, method: 'initialize', params: { processId: null, rootUri: null, capabilities } });
    await this.answer(0);
    this.send({ method: 'initialized', params: {} });
  }

  async stop(): Promise<number | null> {
    this.send({ id: -1, method: 'shutdown' }, { method: 'exit' });
    return this.exited;
  }
}

export function didOpen(uri: string, text: string, version = 1): Message {
  const textDocument = { uri, languageId: 'textproto', version, text };
  return { method: 'textDocument/didOpen', params: { textDocument } };
}

export function didChange(uri: string, version: number, text: string): Message {
  return {
    method: 'textDocument/didChange',
    params: { textDocument: { uri, version }, contentChanges: [{ text }] },
  };
}

/** A request about a document. */
export function request(id: number, method: string, uri: string, params: object = {}): Message {
  return { id, method: `textDocument/${method}`, params: { textDocument: { uri }, ...params } };
}

export function cancel(id: number): Message {
  return { method: '$/cancelRequest', params: { id } };
}
