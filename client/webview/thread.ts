// Long runs, on a thread of their own: the page answers as quickly as ever, and so does the editor around it.
import {
  type Choices,
  type Computing,
  compute,
  type Hooks,
  type Outcome,
  type Progress,
} from './model/compute';
import { translations } from './model/l10n';
import type { Options } from './model/options';

/** `order` numbers what is asked for, for a newer one ends an older one. */
type ToThread = { order: number } & ({ choices: Choices; options: Options } | { end: 'stop' | 'cancel' });
type FromThread = { order: number } & ({ progress: Progress } | { outcome: Outcome });

/** Numbers to compute that a page has done before anybody notices. */
const FEW_NUMBERS = 200_000;

const isShort = ({ b }: Choices, { rows, columns, steps }: Options) =>
  rows * columns * steps * (b ? 2 : 1) <= FEW_NUMBERS;

/** Computes short runs at once, and long ones on a thread that is started when first needed. */
export class Computer {
  private readonly script: string;
  private thread: Promise<Worker | undefined> | undefined;
  private orders = 0;
  /** Computes the newest order on the page's own thread, if it is still wanted. */
  private takeOver = () => {};

  /** `script` is the page's own: without a document it is the thread's. */
  constructor(script: string) {
    this.script = script;
  }

  compute(choices: Choices, options: Options, hooks: Hooks): Computing {
    if (isShort(choices, options)) return compute(choices, options, hooks);
    const order = ++this.orders;
    let wanted = true;
    let stopped = false;
    let running: Computing | undefined;
    const begun = (computing: Computing) => {
      running = computing;
      if (stopped) running.stop();
    };
    this.takeOver = () => {
      if (wanted) begun(compute(choices, options, hooks));
    };
    this.thread ??= this.start();
    void this.thread.then((thread) => {
      if (!wanted) return;
      if (!thread) return this.takeOver();
      const send = (message: ToThread) => thread.postMessage(message);
      thread.onmessage = ({ data }: MessageEvent<FromThread>) => {
        if (data.order !== order || !wanted) return;
        if ('progress' in data) return hooks.progress(data.progress);
        wanted = false;
        hooks.done(data.outcome);
      };
      send({ order, choices, options });
      begun({ cancel: () => send({ order, end: 'cancel' }), stop: () => send({ order, end: 'stop' }) });
    });
    return {
      cancel() {
        wanted = false;
        running?.cancel();
      },
      stop() {
        stopped = true;
        running?.stop();
      },
    };
  }

  /** Where there can be no thread, or it fails, slices on the page's own do. */
  private async start(): Promise<Worker | undefined> {
    try {
      const thread = await startThread(this.script);
      // A script that is refused fails only here, too.
      thread.onerror = (event) => {
        // The page is told of no failure: it computes the run itself.
        event.preventDefault();
        thread.terminate();
        this.thread = Promise.resolve(undefined);
        this.takeOver();
      };
      return thread;
    } catch {
      return undefined;
    }
  }
}

/** A page of VS Code starts workers from nothing but what it holds itself. */
async function startThread(script: string): Promise<Worker> {
  const source = await (await fetch(script)).blob();
  const words = `globalThis.translations = ${JSON.stringify(translations)};\n`;
  const address = URL.createObjectURL(new Blob([words, source]));
  try {
    return new Worker(address, { name: 'preview' });
  } finally {
    // By then it has loaded.
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
