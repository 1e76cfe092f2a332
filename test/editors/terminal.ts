// Runs an editor in a terminal: types keys and reads the screen.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import type { Editor } from './editor';

/** Timeout for a text on the screen, in milliseconds. */
const HANGS = 20_000;

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
  async shows(what: string | RegExp): Promise<string> {
    const isThere = (text: string) => (typeof what === 'string' ? text.includes(what) : what.test(text));
    for (const start = Date.now(); Date.now() - start < HANGS; await setTimeout(50)) {
      const screen = this.screen();
      if (isThere(screen)) return screen;
    }
    return assert.fail(`The screen does not show ${what}:\n${this.screen().replace(/\n+/g, '\n')}`);
  }

  /** Resolves when the editor has ended after these keys. */
  async ends(...keys: string[]): Promise<void> {
    this.type(...keys);
    for (const start = Date.now(); Date.now() - start < HANGS; await setTimeout(50))
      if (this.tmux('list-sessions') === '') return;
    assert.fail(`The editor does not end:\n${this.screen()}`);
  }

  kill(): void {
    this.tmux('kill-server');
  }
}
