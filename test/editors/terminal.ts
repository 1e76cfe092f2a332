// Runs an editor in a terminal: types keys and reads the screen.
import { spawnSync } from 'node:child_process';
import { until } from '../../scripts/vscode-host/until.mjs';
import type { Editor } from './editor';

export class Terminal {
  constructor(
    private readonly editor: Editor,
    ...command: string[]
  ) {
    this.tmux('new-session', '-d', '-x', '220', '-y', '40', ...command);
  }

  private tmux(...args: string[]): string {
    const [program, ...rest] = this.editor.command('tmux', '-u', '-S', `${this.editor.home}/tmux`, ...args);
    return spawnSync(program, rest, { encoding: 'utf8' }).stdout;
  }

  /** Keys by tmux's names, such as `Escape`, or text after a `'`. */
  type(...keys: string[]): void {
    for (const key of keys) this.tmux('send-keys', ...(key.startsWith("'") ? ['-l', key.slice(1)] : [key]));
  }

  screen(): string {
    return this.tmux('capture-pane', '-p');
  }

  /** The screen as soon as it shows something. */
  shows(what: string | RegExp): Promise<string> {
    const isThere = (text: string) => (typeof what === 'string' ? text.includes(what) : what.test(text));
    return this.until(`the screen shows ${what}`, () => {
      const screen = this.screen();
      return isThere(screen) && screen;
    });
  }

  /** Resolves when the editor has ended after these keys. */
  async ends(...keys: string[]): Promise<void> {
    this.type(...keys);
    await this.until('the editor ends', () => this.tmux('list-sessions') === '');
  }

  private until<T>(what: string, probe: () => T): ReturnType<typeof until<T>> {
    return until(what, probe).catch((error: Error) => {
      throw new Error(`${error.message}:\n${this.screen().replace(/\n+/g, '\n')}`, { cause: error });
    });
  }

  kill(): void {
    this.tmux('kill-server');
  }
}
