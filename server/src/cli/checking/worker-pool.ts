import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { isUtf16 } from '../../basics/decode';
import { relevant } from '../../catalogue/relevant';
import { NOTHING } from '../../reports/check';
import type { Values } from '../command';
import { isPython } from '../files/files';
import type { NearbyFacts } from '../files/nearby-facts';
import { type Checked, FileChecker, notChecked, type Task } from './check-file';

interface QueuedTask {
  readonly task: Task;
  readonly done: (checked: Checked) => void;
  /** Whether this thread checks the file itself. */
  isTakenHere: boolean;
}

/** In bytes of Python that uses TPU embedding. Checking fewer takes less time than starting another thread. */
const MIN_BYTES_FOR_THREADS = 60_000;

/** Number of files in the queue of each thread, because this thread refills the queues only now and then. */
const QUEUE_LENGTH = 8;

/** Number of threads beside this one. */
const MAX_THREADS = Math.max(1, availableParallelism() - 1);

/** Checks files, with enough work on as many threads as the machine has processors. */
export class WorkerPool {
  private readonly checker: FileChecker;
  private readonly tasks: QueuedTask[] = [];
  /** The unanswered tasks of each thread, in their order. */
  private readonly workers = new Map<Worker, QueuedTask[]>();
  private size = 0;
  private isStopped = false;

  constructor(
    /** The options of the command line, which other threads get. */
    private readonly values: Values,
    private readonly nearby: NearbyFacts,
  ) {
    this.checker = new FileChecker(values, nearby);
  }

  check(task: Task): Checked | Promise<Checked> {
    const { path, named, bytes } = task;
    if (!isPython(path) || isUtf16(bytes)) return this.checker.check(task);
    // All other encodings have the same bytes for the words searched for.
    if (!relevant(bytes.toString('latin1')))
      return named ? this.checker.check(task) : { ...NOTHING, failures: [], asksForTables: false };
    this.size += bytes.length;
    if (this.size < MIN_BYTES_FOR_THREADS) return this.checker.check(task);
    // Problems of its configuration file are recorded here, whichever thread checks the file.
    this.nearby.configuration(path);
    return new Promise((done) => {
      this.tasks.push({ task, done, isTakenHere: false });
      this.distribute();
    });
  }

  /** Empties the queues: this thread checks files too, in the end those that other threads have not started. */
  async drain(): Promise<void> {
    for (let queued = this.lastQueued(); queued; queued = this.lastQueued()) {
      queued.done(this.checker.check(queued.task));
      // Meanwhile, other threads that are done get their next files.
      await setImmediate();
    }
  }

  /** The last waiting task. If it is in another thread's queue, that thread answers later, and the promise ignores the answer. */
  private lastQueued(): QueuedTask | undefined {
    const [longest] = [...this.workers.values()].sort((a, b) => b.length - a.length);
    const queued = this.tasks.pop() ?? longest?.slice(1).findLast(({ isTakenHere }) => !isTakenHere);
    if (queued) queued.isTakenHere = true;
    return queued;
  }

  /** Ends the threads. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all([...this.workers.keys()].map((worker) => worker.terminate()));
  }

  /** Distributes the waiting tasks evenly. */
  private distribute(): void {
    if (this.tasks.length > 0 && this.workers.size < MAX_THREADS) this.startWorker();
    for (let length = 0; length < QUEUE_LENGTH; length++)
      for (const [worker, tasks] of this.workers)
        if (tasks.length <= length && this.tasks.length > 0) {
          const queued = this.tasks.shift()!;
          tasks.push(queued);
          worker.postMessage(queued.task);
        }
  }

  private startWorker(): void {
    const worker = new Worker(join(__dirname, 'cli.js'), { workerData: this.values });
    const tasks: QueuedTask[] = [];
    this.workers.set(worker, tasks);
    worker.on('message', (checked: Checked) => {
      tasks.shift()!.done(checked);
      this.distribute();
    });
    let reason: unknown = new Error('its thread has ended');
    worker.on('error', (error: unknown) => {
      reason = error;
    });
    // If a thread runs out of memory, only one file is failed. Its last results may be heard after its error, but not after its end.
    worker.on('exit', () => {
      this.workers.delete(worker);
      const [failed, ...waiting] = tasks;
      if (!failed || this.isStopped) return;
      this.tasks.unshift(...waiting.filter(({ isTakenHere }) => !isTakenHere));
      const { path } = failed.task;
      failed.done({
        ...notChecked(path),
        failures: [{ path, rule: undefined, error: reason }],
        asksForTables: false,
      });
      this.distribute();
    });
  }
}

/** Runs on each thread of the pool, and checks the files that the thread gets. */
export function serveWorker(): void {
  const checker = new FileChecker(workerData as Values);
  parentPort!.on('message', ({ bytes, ...task }: Task) =>
    parentPort!.postMessage(checker.check({ ...task, bytes: Buffer.from(bytes) })),
  );
}
