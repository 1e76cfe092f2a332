// Long runs, on a thread of their own: the page answers as quickly as ever, and so does the editor around it.
import {
  type Choices,
  type Computing,
  compute,
  type Hooks,
  type Outcome,
  type Progress,
} from './model/compute';
import type { Options } from './model/options';

/** `order` numbers what is asked for, for a newer one ends an older one. */
type ToThread = { order: number } & ({ choices: Choices; options: Options } | { end: 'stop' | 'cancel' });
type FromThread = { order: number } & ({ progress: Progress } | { outcome: Outcome });

/** Numbers to compute that a page has done before anybody notices. */
const fewNumbers = 200_000;

const isShort = ({ b }: Choices, { rows, columns, steps }: Options) =>
  rows * columns * steps * (b ? 2 : 1) <= fewNumbers;

/** Computes short runs at once, and long ones on a thread that is started when first needed. */
export class Computer {
  readonly #script: string;
  #thread: Promise<Worker | undefined> | undefined;
  #orders = 0;

  /** `script` is the page's own: without a document it is the thread's. */
  constructor(script: string) {
    this.#script = script;
  }

  compute(choices: Choices, options: Options, hooks: Hooks): Computing {
    if (isShort(choices, options)) return compute(choices, options, hooks);
    const order = ++this.#orders;
    let ended: 'stop' | 'cancel' | undefined;
    let end = (how: 'stop' | 'cancel') => {
      ended = how;
    };
    this.#thread ??= startThread(this.#script).catch(() => undefined);
    void this.#thread.then((thread) => {
      if (ended === 'cancel') return;
      if (!thread) {
        // Where there can be no thread, slices on this one do.
        const here = compute(choices, options, hooks);
        end = (how) => here[how]();
      } else {
        const send = (message: ToThread) => thread.postMessage(message);
        thread.onmessage = ({ data }: MessageEvent<FromThread>) => {
          if (data.order !== order || ended === 'cancel') return;
          if ('progress' in data) hooks.progress(data.progress);
          else hooks.done(data.outcome);
        };
        end = (how) => {
          ended = how;
          send({ order, end: how });
        };
        send({ order, choices, options });
      }
      if (ended) end(ended);
    });
    return { cancel: () => end('cancel'), stop: () => end('stop') };
  }
}

/** A page of VS Code starts workers from nothing but what it holds itself. */
async function startThread(script: string): Promise<Worker> {
  const source = await (await fetch(script)).blob();
  const address = URL.createObjectURL(source);
  try {
    return new Worker(address);
  } finally {
    // It has begun to load.
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }
}

declare const self: {
  onmessage: (event: MessageEvent<ToThread>) => void;
  postMessage(message: FromThread, transfer?: Transferable[]): void;
};

/** The thread's side. */
export function serve(): void {
  let current: Computing | undefined;
  self.onmessage = ({ data }) => {
    const { order } = data;
    if ('end' in data) return current?.[data.end]();
    current?.cancel();
    current = compute(data.choices, data.options, {
      progress: (progress) => self.postMessage({ order, progress }),
      done: (outcome) => self.postMessage({ order, outcome }, buffersOf(outcome)),
    });
  };
}

/** What is large moves from thread to thread instead of being copied. */
const buffersOf = ({ runs }: Outcome): Transferable[] =>
  [runs.a, runs.b].flatMap((run) =>
    run ? [run.gradients, ...run.variables.values()].map(({ buffer }) => buffer as ArrayBuffer) : [],
  );
