// An editor in a home folder of its own, configured by the snippets of docs/editors.md.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { before, suite, test } from 'node:test';
import { blocksOf } from '../support/editors-page';
import type { Scenario } from './scenarios';

const work = process.env['EDITOR_WORK'] ?? assert.fail('`npm run test:editors` runs these tests.');
/** Command-line prefixes by editor: empty on this machine, or the command that enters a chroot. */
const starts: Record<string, string[]> = JSON.parse(process.env['EDITOR_STARTS']!);

/** Timeout of an editor with all its scenarios, in milliseconds: longer than any of its own waits. */
const HANGS = 10 * 60_000;

export class Editor {
  readonly home: string;
  readonly project: string;

  constructor(
    private readonly name: string,
    /** Of docs/editors.md. */
    heading: string,
  ) {
    this.home = join(work, heading.replace(/\W+/g, '-'));
    this.project = join(this.home, 'project');
    mkdirSync(join(this.project, '.git'), { recursive: true });
    for (const { file, text } of blocksOf(heading)) {
      if (!file) continue;
      const path = join(this.home, file.slice('~/'.length));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text, { flag: 'a' });
    }
  }

  /** A command line whose environment only has this home. */
  command(...command: string[]): [string, ...string[]] {
    const environment = [
      'LANG=C.UTF-8',
      'TERM=xterm-256color',
      `PATH=${process.env['PATH']}`,
      `PROJECT=${this.project}`,
    ];
    const inProject = ['sh', '-c', 'cd "$0" && exec "$@"', this.project];
    const [first, ...rest] = [
      ...starts[this.name]!,
      ...['env', '-i', `HOME=${this.home}`, ...environment, ...inProject, ...command],
    ];
    return [first!, ...rest];
  }

  write(file: string, text: string): string {
    const path = join(this.project, file);
    writeFileSync(path, text);
    return path;
  }

  read(file: string): string {
    return readFileSync(join(this.project, file), 'utf8');
  }

  /** Runs a driver in the editor: it reads `scenarios.json` and writes `results.json`, by title. */
  drive(scenarios: readonly Scenario[], ...command: string[]): Record<string, unknown> {
    const tasks = scenarios.map(({ text, ...scenario }) => {
      this.write(scenario.file, withoutCursor(text));
      return { ...scenario, ...placeOf(text) };
    });
    this.write('scenarios.json', JSON.stringify(tasks));
    const [program, ...args] = this.command(...command);
    const { stdout, stderr, signal } = spawnSync(program, args, { encoding: 'utf8', timeout: HANGS });
    try {
      return JSON.parse(this.read('results.json'));
    } catch {
      return assert.fail(`${this.name} left no results${signal ? ` and hung` : ''}:\n${stdout}${stderr}`);
    }
  }
}

export const withoutCursor = (text: string) => text.replace('|', '');

/** Position of the cursor: the line from 1, the column in code points from 0. */
export function placeOf(text: string): { line: number; column: number } {
  const lines = text.slice(0, Math.max(text.indexOf('|'), 0)).split('\n');
  return { line: lines.length, column: [...lines.at(-1)!].length };
}

/** One test per scenario, by the results of a driver in the editor configured under a heading of the page. */
export function judge(
  name: string,
  heading: string,
  scenarios: readonly Scenario[],
  drive: (editor: Editor) => Record<string, unknown> | Promise<Record<string, unknown>>,
): void {
  suite(heading, () => {
    let results: Record<string, unknown>;
    before(async () => {
      results = await drive(new Editor(name, heading));
    });
    for (const { title, act, expected } of scenarios) {
      test(title, () => {
        const found = results[title];
        if (!['configure', 'diagnose', 'hover', 'show'].includes(act)) return assert.equal(found, expected);
        assert.ok(typeof found === 'string' && found.includes(expected), `${expected}\nis not in\n${found}`);
      });
    }
  });
}

export const driver = (file: string) => resolve('test/editors', file);
