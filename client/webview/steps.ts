// Undo and redo of a page.
import type { FromPage } from '../messages/messages';
import { History } from './model/history';
import { t } from './model/l10n';

type Request = Extract<FromPage, { request: number }>;
type WithoutNumber<R> = R extends Request ? Omit<R, 'request'> : never;

export interface Editor {
  /** Resolves with the problem, if there was one, once the extension is done. */
  request(request: WithoutNumber<Request>): Promise<string | undefined>;
}

/** The result of the last request to the document. */
interface Notice {
  text: string;
  /** Whether undo would revert what the notice reports. */
  canUndo: boolean;
}

interface StepsOf<State> {
  /** The current undoable state. */
  state(): State;
  restore(state: State): void;
  /** Updates the page, with another notice. */
  show(): void;
}

export class Steps<State> {
  notice: Notice | undefined;
  private readonly history = new History<State>();
  /** The end of the last step, whether or not that failed. */
  private last: Promise<void> = Promise.resolve();
  /** The next update of the document comes from our own write. */
  private wrote = false;

  constructor(
    private readonly editor: Editor,
    private readonly page: StepsOf<State>,
  ) {}

  /** Remembers the state before a change; `what` names the change. */
  note(what: string): void {
    this.history.note(what, this.page.state(), performance.now());
    this.notice = undefined;
  }

  /** Writes to the document, which is an undo step as well. */
  write(request: Parameters<Editor['request']>[0]): Promise<void> {
    return this.inTurn(() => this.send(request));
  }

  /** Undoes the last change, including writes to the document. */
  undo(): Promise<void> {
    return this.inTurn(() => this.travel('back', 'undo'));
  }

  /** Redoes the change that was undone last. */
  redo(): Promise<void> {
    return this.inTurn(() => this.travel('forth', 'redo'));
  }

  /** The extension sent an update; another document has its own history. */
  received(isAnother: boolean): void {
    if (isAnother) this.history.clear();
    if (isAnother || !this.wrote) this.notice = undefined;
    this.wrote = false;
  }

  /** Steps run one after the other, because they wait for the editor. */
  private inTurn(step: () => Promise<void>): Promise<void> {
    const turn = this.last.then(step);
    this.last = turn.catch(() => {});
    return turn;
  }

  private async send(request: Parameters<Editor['request']>[0]): Promise<void> {
    const before = this.page.state();
    const problem = await this.editor.request(request);
    if (problem === undefined) {
      this.history.note('write', before, performance.now(), true);
      this.wrote = true;
    }
    this.tell(problem ?? t('Written to the document.'), problem === undefined);
  }

  private async travel(way: 'back' | 'forth', kind: 'undo' | 'redo'): Promise<void> {
    const step = this.history[way](this.page.state());
    if (!step) return;
    const problem = step.written ? await this.editor.request({ kind }) : undefined;
    if (problem !== undefined) return this.tell(problem, false);
    this.notice = undefined;
    this.page.restore(step.state);
  }

  private tell(text: string, canUndo: boolean): void {
    this.notice = { text, canUndo };
    this.page.show();
  }
}
