// Long runs, on a thread of their own: the page answers as quickly as ever, and so does the editor around it.
import { type Choices, type Computing, compute, type Hooks, type Progress } from './model/compute';
import { translations } from './model/l10n';
import type { Options } from './model/options';
import { type PackedOutcome, unpacked } from './model/packed';

/** `order` numbers what is asked for. */
export type ToThread = { order: number } & (
  | { choices: Choices; options: Options }
  | { end: 'stop' | 'cancel' }
);
export type FromThread = { order: number } & ({ progress: Progress } | { outcome: PackedOutcome });

/** Numbers to compute that a page has done well within one picture. */
const FEW_NUMBERS = 15_000;

/** A run that is under way this long is given up for a newer one; a shorter one is shown before. */
const PATIENCE_MS = 500;

const isShort = ({ b }: Choices, { preset, rows, columns, steps }: Options) =>
  preset !== 'rows' && rows * columns * steps * (b ? 2 : 1) <= FEW_NUMBERS;

interface Job {
  order: number;
  choices: Choices;
  options: Options;
  hooks: Hooks;
}

/**
 * Computes short runs at once, and long ones on a thread that is started when first needed. Of what is asked for while
 * the thread computes, it takes up the newest alone.
 */
export class Computer {
  private readonly script: string;
  private thread: Promise<Worker | undefined> | undefined;
  private orders = 0;
  /** On the page's own thread. */
  private here: Computing | undefined;
  /** On the other thread. */
  private running: Job | undefined;
  /** When that began. */
  private since = 0;
  private next: Job | undefined;

  /** `script` is the thread's. */
  constructor(script: string) {
    this.script = script;
  }

  /** Takes the place of what was asked for before. */
  compute(choices: Choices, options: Options, hooks: Hooks): void {
    const job = { order: ++this.orders, choices, options, hooks };
    this.here?.cancel();
    if (isShort(choices, options)) {
      this.cancel();
      this.here = compute(choices, options, hooks);
    } else if (this.running && performance.now() - this.since < PATIENCE_MS) this.next = job;
    else this.begin(job);
  }

  /** Ends what is computed, and reports what there is of it. */
  stop(): void {
    if (this.next) this.begin(this.next);
    this.here?.stop();
    this.end('stop');
  }

  /** Ends what is computed without a report. */
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
    }, PATIENCE_MS);
    this.thread ??= this.start();
    void this.thread.then((thread) => {
      if (this.running !== job) return;
      if (!thread) return void this.takeOver();
      const { order, choices, options } = job;
      thread.postMessage({ order, choices, options } satisfies ToThread);
    });
  }

  /** Computes on the page's own thread what the other does not. */
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
    // It goes before what the report asks for, which is of older values.
    if (next) this.begin(next);
  }

  /** Where there can be no thread, or it fails, slices on the page's own do. */
  private async start(): Promise<Worker | undefined> {
    try {
      const thread = await startThread(this.script);
      thread.onmessage = ({ data }: MessageEvent<FromThread>) => this.receive(data);
      // A script that is refused fails only here, too.
      thread.onerror = (event) => {
        // The page is told of no failure: it computes the run itself.
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
