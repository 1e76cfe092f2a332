// The page's connection to the extension.
import { type FromPage, isToPage, type ToPage } from '../messages/messages';
import type { Editor } from './steps';

interface VsCode {
  postMessage(message: FromPage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCode;

/** Messages that the extension sends unasked. */
export type News<Kind extends ToPage['kind']> = Extract<ToPage, { kind: Kind }>;

export interface Host extends Editor {
  send(message: FromPage): void;
  /** Also delivers the last earlier message, because some parts of the page are loaded late. */
  on<Kind extends ToPage['kind']>(kind: Kind, listener: (message: News<Kind>) => void): void;
  savedState(): unknown;
  saveState(state: unknown): void;
}

export function connect(): Host {
  const vscode = acquireVsCodeApi();
  const waiting = new Map<number, (problem: string | undefined) => void>();
  let requests = 0;
  const listeners = new Map<string, (message: never) => void>();
  const unheard = new Map<string, ToPage>();
  addEventListener('message', ({ data }) => {
    if (!isToPage(data)) return;
    if (data.kind === 'done') {
      waiting.get(data.request)?.(data.problem);
      waiting.delete(data.request);
      return;
    }
    const listener = listeners.get(data.kind);
    if (listener) listener(data as never);
    else unheard.set(data.kind, data);
  });
  return {
    send: (message) => vscode.postMessage(message),
    request: (request) =>
      new Promise((resolve) => {
        waiting.set(++requests, resolve);
        vscode.postMessage({ ...request, request: requests });
      }),
    on(kind, listener) {
      listeners.set(kind, listener);
      const message = unheard.get(kind);
      if (message) listener(message as never);
    },
    savedState: () => vscode.getState(),
    saveState: (state) => vscode.setState(state),
  };
}
