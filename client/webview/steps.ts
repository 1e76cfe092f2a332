// What a person changed on a page, and the ways back and forth.
import type { FromPage } from '../messages/messages';
import { History } from './model/history';
import { t } from './model/l10n';

type Request = Extract<FromPage, { request: number }>;
type WithoutNumber<R> = R extends Request ? Omit<R, 'request'> : never;

export interface Editor {
  /** Answers the problem, if there was one, once the extension is done. */
  request(request: WithoutNumber<Request>): Promise<string | undefined>;
}

/** What the last request to the document came to. */
export interface Notice {
  text: string;
  /** Whether a step back would take back what it tells of. */
  canUndo: boolean;
}

export interface StepsOf<State> {
  /** What can be taken back, as it is now. */
  state(): State;
  restore(state: State): void;
  /** Shows the page again, with another notice. */
  show(): void;
}

export class Steps<State> {
  notice: Notice | undefined;
  private readonly history = new History<State>();
  /** Steps come one after the other, as some wait for the editor. */
  private travelled: Promise<void> = Promise.resolve();
  /** The document as it will be shown next is as the page wrote it. */
  private wrote = false;

  constructor(
    private readonly editor: Editor,
    private readonly page: StepsOf<State>,
  ) {}

  /** Remembers what is about to change; `what` names it. */
  note(what: string): void {
    this.history.note(what, this.page.state(), performance.now());
    this.notice = undefined;
  }

  /** Asks to write to the document, which is a step as well. */
  async write(request: Parameters<Editor['request']>[0]): Promise<void> {
    const before = this.page.state();
    const problem = await this.editor.request(request);
    if (problem === undefined) {
      this.history.note('write', before, performance.now(), true);
      this.wrote = true;
    }
    this.tell(problem ?? t('Written to the document.'), problem === undefined);
  }

  /** Takes the last change back, what was written included. */
  undo(): void {
    this.travelled = this.travelled.then(() => this.travel('back', 'undo'));
  }

  /** Makes the change again that was taken back last. */
  redo(): void {
    this.travelled = this.travelled.then(() => this.travel('forth', 'redo'));
  }

  /** The extension told of the document, or of another, which has steps of its own. */
  received(isAnother: boolean): void {
    if (isAnother) this.history.clear();
    if (isAnother || !this.wrote) this.notice = undefined;
    this.wrote = false;
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
