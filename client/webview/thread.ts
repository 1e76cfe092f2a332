// Long runs are computed in a worker, so that the page and the editor stay responsive.
import { type Choices, type Computing, compute, type Hooks, type Progress } from './model/compute';
import { language, translations } from './model/l10n';
import type { Options } from './model/options';
import { type PackedResults, unpacked } from './model/packed';

/** `order` numbers the requests. */
export type ToThread = { order: number } & (
  | { choices: Choices; options: Options }
  | { end: 'stop' | 'cancel' }
);
export type FromThread = { order: number } & ({ progress: Progress } | { outcome: PackedResults });

/** As many numbers as the page can compute within one frame. */
const FEW_NUMBERS = 15_000;

/** A run that has taken longer than this is aborted for a newer one. A shorter one finishes and is shown first. */
const ABORT_AFTER_MS = 500;

const isShort = ({ b }: Choices, { preset, rows, columns, steps }: Options) =>
  preset !== 'rows' && rows * columns * steps * (b ? 2 : 1) <= FEW_NUMBERS;

interface Job {
  order: number;
  choices: Choices;
  options: Options;
  hooks: Hooks;
}

/**
 * Computes short runs at once, and long ones in a worker that is started on demand. Of the requests that arrive while
 * the worker is busy, only the newest is kept.
 */
export class Computer {
  private readonly script: string;
  private thread: Promise<Worker | undefined> | undefined;
  private orders = 0;
  /** The run on the page's own thread. */
  private here: Computing | undefined;
  /** The run in the worker. */
  private running: Job | undefined;
  /** When that run started. */
  private since = 0;
  private next: Job | undefined;

  /** `script` is the worker's script. */
  constructor(script: string) {
    this.script = script;
  }

  /** Replaces the previous request. */
  compute(choices: Choices, options: Options, hooks: Hooks): void {
    const job = { order: ++this.orders, choices, options, hooks };
    this.here?.cancel();
    if (isShort(choices, options)) {
      this.cancel();
      this.here = compute(choices, options, hooks);
    } else if (this.running && performance.now() - this.since < ABORT_AFTER_MS) this.next = job;
    else this.begin(job);
  }

  /** Stops the computation and reports the partial result. */
  stop(): void {
    if (this.next) this.begin(this.next);
    this.here?.stop();
    this.end('stop');
  }

  /** Stops the computation without a report. */
  cancel(): void {
    this.next = undefined;
    this.here?.cancel();
    this.end('cancel');
    this.running = undefined;
  }

  private end(end: 'stop' | 'cancel'): void {
    const { running } = this;
    if (running)
      void this.thread?.then((thread) =>
        thread?.postMessage({ order: running.order, end } satisfies ToThread),
      );
  }

  private begin(job: Job): void {
    this.running = job;
    this.next = undefined;
    this.since = performance.now();
    setTimeout(() => {
      if (this.running === job && this.next) this.begin(this.next);
    }, ABORT_AFTER_MS);
    this.thread ??= this.start();
    void this.thread.then((thread) => {
      if (this.running !== job) return;
      if (!thread) return void this.takeOver();
      const { order, choices, options } = job;
      thread.postMessage({ order, choices, options } satisfies ToThread);
    });
  }

  /** Computes on the page's own thread when the worker cannot. */
  private async takeOver(): Promise<void> {
    const { running } = this;
    const ofRows = await import('./model/rows');
    if (!running || this.running !== running) return;
    const { choices, options, hooks } = this.next ?? running;
    this.cancel();
    this.here = compute(choices, options, hooks, ofRows);
  }

  private receive(message: FromThread): void {
    const { running, next } = this;
    if (message.order !== running?.order) return;
    if ('progress' in message) return running.hooks.progress(message.progress);
    this.running = undefined;
    running.hooks.done(unpacked(message.outcome, running.choices, running.options));
    // Start it before any request that the report causes, because those have older values.
    if (next) this.begin(next);
  }

  /** Undefined if there is no worker: then the page computes in slices. */
  private async start(): Promise<Worker | undefined> {
    try {
      const thread = await startThread(this.script);
      thread.onmessage = ({ data }: MessageEvent<FromThread>) => this.receive(data);
      // A blocked script also fails only here.
      thread.onerror = (event) => {
        // The user sees no error: the page computes the run itself.
        event.preventDefault();
        thread.terminate();
        this.thread = Promise.resolve(undefined);
        void this.takeOver();
      };
      return thread;
    } catch {
      return undefined;
    }
  }
}

/** VS Code's webviews can only start workers from their own blobs. */
async function startThread(script: string): Promise<Worker> {
  const source = await (await fetch(script)).blob();
  const words = `globalThis.translations = ${JSON.stringify(translations)}; globalThis.language = ${JSON.stringify(language)};\n`;
  const address = URL.createObjectURL(new Blob([words, source]));
  try {
    return new Worker(address, { name: 'preview' });
  } finally {
    // The script has loaded by then.
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }
}
