// The worker that computes long runs.
import { type Computing, compute } from './model/compute';
import { buffersOf, packed } from './model/packed';
import * as ofRows from './model/rows';
import type { FromThread, ToThread } from './thread';

declare const self: {
  onmessage: (event: MessageEvent<ToThread>) => void;
  postMessage(message: FromThread, transfer?: Transferable[]): void;
};

let current: Computing | undefined;
self.onmessage = ({ data }) => {
  const { order } = data;
  if ('end' in data) return current?.[data.end]();
  current?.cancel();
  current = compute(
    data.choices,
    data.options,
    {
      progress: (progress) => self.postMessage({ order, progress }),
      done(whole) {
        const outcome = packed(whole);
        self.postMessage({ order, outcome }, buffersOf(outcome));
      },
    },
    ofRows,
  );
};
