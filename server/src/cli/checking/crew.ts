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

interface Order {
  readonly task: Task;
  readonly done: (checked: Checked) => void;
  /** Whether this thread has taken the job. */
  isTaken: boolean;
}

/** In bytes of Python that uses TPU embedding. Checking less takes less time than starting another thread. */
const WORTH_THREADS = 60_000;

/** Number of files queued at each thread, because this thread refills the queues only now and then. */
const AHEAD = 8;

/** Number of threads beside this one. */
const THREADS = Math.max(1, availableParallelism() - 1);

/** Checks files, with enough work on as many threads as the machine has processors. */
export class Crew {
  private readonly own: FileChecker;
  private readonly orders: Order[] = [];
  /** Each thread with its jobs that are not answered yet, in order. */
  private readonly workers = new Map<Worker, Order[]>();
  private size = 0;

  constructor(
    /** All data that threads need to check like the first one. */
    private readonly values: Values,
    private readonly nearby: NearbyFacts,
  ) {
    this.own = new FileChecker(values, nearby);
  }

  check(task: Task): Checked | Promise<Checked> {
    const { path, named, bytes } = task;
    if (!isPython(path) || isUtf16(bytes)) return this.own.check(task);
    // All other encodings have the same bytes for the words searched for.
    if (!relevant(bytes.toString('latin1')))
      return named ? this.own.check(task) : { ...NOTHING, failures: [], asksForTables: false };
    this.size += bytes.length;
    if (this.size < WORTH_THREADS) return this.own.check(task);
    // Problems of its configuration file are recorded here, whichever thread checks the file.
    this.nearby.configuration(path);
    return new Promise((done) => {
      this.orders.push({ task, done, isTaken: false });
      this.next();
    });
  }

  /** Lets this thread check files too, in the end those queued at other threads but not started. */
  async help(): Promise<void> {
    for (let order = this.lastOrder(); order; order = this.lastOrder()) {
      order.done(this.own.check(order.task));
      // Meanwhile, other threads that are done get their next files.
      await setImmediate();
    }
  }

  /** The last waiting job. If another thread has it queued, that thread's answer comes second, and the promise ignores it. */
  private lastOrder(): Order | undefined {
    const [longest] = [...this.workers.values()].sort((a, b) => b.length - a.length);
    const order = this.orders.pop() ?? longest?.slice(1).findLast(({ isTaken }) => !isTaken);
    if (order) order.isTaken = true;
    return order;
  }

  /** Ends the threads. */
  async dismiss(): Promise<void> {
    await Promise.all([...this.workers.keys()].map((worker) => worker.terminate()));
  }

  /** Distributes the waiting jobs evenly. */
  private next(): void {
    if (this.orders.length > 0 && this.workers.size < THREADS) this.hire();
    for (let given = 0; given < AHEAD; given++)
      for (const [worker, orders] of this.workers)
        if (orders.length <= given && this.orders.length > 0) {
          const order = this.orders.shift()!;
          orders.push(order);
          worker.postMessage(order.task);
        }
  }

  private hire(): void {
    const worker = new Worker(join(__dirname, 'cli.js'), { workerData: this.values });
    const given: Order[] = [];
    this.workers.set(worker, given);
    worker.on('message', (checked: Checked) => {
      given.shift()!.done(checked);
      this.next();
    });
    // If a thread runs out of memory, only one file is lost.
    worker.on('error', (error: unknown) => {
      this.workers.delete(worker);
      const [lost, ...waiting] = given;
      this.orders.unshift(...waiting);
      if (lost) {
        const { path } = lost.task;
        lost.done({
          ...notChecked(path),
          failures: [{ path, rule: undefined, error }],
          asksForTables: false,
        });
      }
      this.next();
    });
  }
}

/** Runs on one of those threads, and checks the files it gets. */
export function serveCrew(): void {
  const checker = new FileChecker(workerData as Values);
  parentPort!.on('message', ({ bytes, ...task }: Task) =>
    parentPort!.postMessage(checker.check({ ...task, bytes: Buffer.from(bytes) })),
  );
}
