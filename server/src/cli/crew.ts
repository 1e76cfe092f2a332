import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { relevant } from '../relevant';
import { NOTHING } from '../reports/check';
import { isUtf16 } from '../text/decode';
import { type Checked, FileChecker, notChecked, type Task } from './check-file';
import type { Values } from './command';
import { isPython } from './files';
import type { Projects } from './projects';

interface Order {
  readonly task: Task;
  readonly done: (checked: Checked) => void;
  /** Whether this thread has taken it on. */
  isTaken: boolean;
}

/** In bytes of Python that uses TPU embedding: less is checked sooner than another thread has started. */
const WORTH_THREADS = 60_000;

/** So many files wait at each thread, because this one looks after them only now and then. */
const AHEAD = 8;

/** Beside this one. */
const THREADS = Math.max(1, availableParallelism() - 1);

/** Checks files, on as many threads as the machine has processors once they are worth it. */
export class Crew {
  private readonly own: FileChecker;
  private readonly orders: Order[] = [];
  /** Each with what it was given and has not answered yet, in order. */
  private readonly workers = new Map<Worker, Order[]>();
  private size = 0;

  constructor(
    /** All that threads need to check as the first one does. */
    private readonly values: Values,
    private readonly projects: Projects,
  ) {
    this.own = new FileChecker(values, projects);
  }

  check(task: Task): Checked | Promise<Checked> {
    const { path, named, bytes } = task;
    if (!isPython(path) || isUtf16(bytes)) return this.own.check(task);
    // All other encodings have the same bytes for the words that are looked for.
    if (!relevant(bytes.toString('latin1')))
      return named ? this.own.check(task) : { ...NOTHING, failures: [], asksForTables: false };
    this.size += bytes.length;
    if (this.size < WORTH_THREADS) return this.own.check(task);
    // What is wrong with its configuration is noted here, whichever thread checks it.
    this.projects.around(path);
    return new Promise((done) => {
      this.orders.push({ task, done, isTaken: false });
      this.next();
    });
  }

  /** Works along, once there is nothing else to do, at last on what threads have been given and have not begun. */
  async help(): Promise<void> {
    for (let order = this.lastOrder(); order; order = this.lastOrder()) {
      order.done(this.own.check(order.task));
      // Threads that are done get their next files meanwhile.
      await setImmediate();
    }
  }

  /** The thread's own answer is one too many then, which its promise passes over. */
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

  /** Hands out what waits, evenly. */
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
    // A thread that runs out of memory takes one file along.
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

/** On one of those threads: checks what it is given. */
export function serveCrew(): void {
  const checker = new FileChecker(workerData as Values);
  parentPort!.on('message', ({ bytes, ...task }: Task) =>
    parentPort!.postMessage(checker.check({ ...task, bytes: Buffer.from(bytes) })),
  );
}
