/** The order of answers: each waits for its turn, for the settings, and for all messages that arrived before. */
export class Turns {
  /** Counts the messages that concern documents. */
  private received = 0;
  /** Resolves when the last of the waiting answers may be given. */
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly settled: () => Promise<unknown>) {}

  messageArrived(): void {
    this.received++;
  }

  /**
   * Resolves when the settings are known and all messages that arrived before are processed. Answers are given one
   * by one in the order of their requests, so that changes and cancellations can be processed in between.
   */
  next(): Promise<void> {
    const settled = this.settled();
    this.last = this.last.then(() => settled).then(() => this.quiet());
    return this.last;
  }

  /** The connection hands out one message in each turn of the event loop. */
  private async quiet(): Promise<void> {
    let before: number;
    do {
      before = this.received;
      await nextTurn();
      await nextTurn();
    } while (this.received !== before);
  }
}

/** In a web worker there is no setImmediate. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}
