import type { Log } from '../log';
import type { Turns } from '../turns';
import type { Documents } from './documents';
import type { ReadableWorkspace } from './program-inputs';
import type { Refresh } from './refresh';

/** The open programs that read other files. */
export class ProgramReaders {
  private isReading = false;

  constructor(
    private readonly documents: Pick<Documents, 'all' | 'settle'>,
    private readonly readable: ReadableWorkspace,
    private readonly turns: Turns,
    private readonly refresh: Pick<Refresh, 'all'>,
    private readonly log: Log,
  ) {}

  /** Reads their files again, because these may have changed. */
  async readAgain(): Promise<void> {
    const readers = this.documents.all().filter((document) => document.files.hasAsked);
    if (this.isReading || readers.length === 0) return;
    this.isReading = true;
    await this.turns.next();
    this.isReading = false;
    const changed = await this.log.attemptLater(
      'Reading again what programs read',
      Promise.all(readers.map((document) => this.documents.settle(document, this.readable))),
      [],
    );
    if (changed.includes(true)) this.refresh.all();
  }
}
