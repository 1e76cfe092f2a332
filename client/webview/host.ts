// The extension, as seen from the page.
import { type FromPage, isToPage, type ToPage } from '../messages/messages';

interface VsCode {
  postMessage(message: FromPage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCode;

/** What the extension says by itself of the optimizer, and what of the tables' memory. */
export type News = Extract<ToPage, { kind: 'show' | 'nothing' }>;
export type MemoryNews = Extract<ToPage, { kind: 'sizes' | 'page' }>;

type Request = Extract<FromPage, { request: number }>;
type WithoutNumber<R> = R extends Request ? Omit<R, 'request'> : never;

export interface Host {
  send(message: FromPage): void;
  /** Answers the problem, if there was one, once the extension is done. */
  request(request: WithoutNumber<Request>): Promise<string | undefined>;
  onMessage(listener: (message: News) => void): void;
  onMemory(listener: (message: MemoryNews) => void): void;
  kept(): unknown;
  keep(state: unknown): void;
}

export function connect(): Host {
  const vscode = acquireVsCodeApi();
  const waiting = new Map<number, (problem: string | undefined) => void>();
  let requests = 0;
  const listeners: ((message: News) => void)[] = [];
  const memoryListeners: ((message: MemoryNews) => void)[] = [];
  addEventListener('message', ({ data }) => {
    if (!isToPage(data)) return;
    if (data.kind === 'sizes' || data.kind === 'page') {
      for (const listener of memoryListeners) listener(data);
      return;
    }
    if (data.kind !== 'done') {
      for (const listener of listeners) listener(data);
      return;
    }
    waiting.get(data.request)?.(data.problem);
    waiting.delete(data.request);
  });
  return {
    send: (message) => vscode.postMessage(message),
    request: (request) =>
      new Promise((resolve) => {
        waiting.set(++requests, resolve);
        vscode.postMessage({ ...request, request: requests });
      }),
    onMessage: (listener) => listeners.push(listener),
    onMemory: (listener) => memoryListeners.push(listener),
    kept: () => vscode.getState(),
    keep: (state) => vscode.setState(state),
  };
}
