// Small mistakes in Python, one file each: are they found by us or by pyright's command line?
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type Mistake, mistakes } from '../support/mistakes';
import { laptop, PYRIGHT_CLI, PYRIGHT_VERSION } from './pyright';
import { type Finding, table } from './report';

/** A checker's message about a line. */
interface Remark {
  readonly file: string;
  readonly line: number;
  readonly lastLine: number;
  readonly message: string;
}

interface JsonRange {
  readonly start: { readonly line: number };
  readonly end: { readonly line: number };
}

/** The JSON output of a command; checkers exit with a nonzero status if they find something. */
function json<T>(folder: string, ...args: string[]): T {
  const { stdout, error } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
    maxBuffer: 1 << 28,
  });
  if (error) throw error;
  return JSON.parse(stdout) as T;
}

const remark = (file: string, range: JsonRange, message: string): Remark => ({
  file: basename(file),
  line: range.start.line,
  lastLine: range.end.line,
  message,
});

function ours(folder: string): Remark[] {
  const { files } = json<{
    files: { path: string; diagnostics: { range: JsonRange; message: string }[] }[];
  }>(folder, resolve('dist/cli.js'), 'check', '--format', 'json', '.');
  return files.flatMap(({ path, diagnostics }) =>
    diagnostics.map(({ range, message }) => remark(path, range, message)),
  );
}

function pyright(folder: string): Remark[] {
  const { generalDiagnostics } = json<{
    generalDiagnostics: { file: string; range: JsonRange; message: string }[];
  }>(folder, PYRIGHT_CLI, '--outputjson', '.');
  return generalDiagnostics.map(({ file, range, message }) => remark(file, range, message));
}

const wrong = (i: number) => `mistake${i}_wrong.py`;
const right = (i: number) => `mistake${i}_right.py`;

/** Whether a mistake is found: its line has a message that disappears with the fix. */
function finds(remarks: readonly Remark[], { line }: Mistake, i: number): boolean {
  const said = (file: string) =>
    remarks.filter((one) => one.file === file && one.line <= line && line <= one.lastLine);
  const alsoIfRight = new Set(said(right(i)).map(({ message }) => message));
  return said(wrong(i)).some(({ message }) => !alsoIfRight.has(message));
}

export async function benchMistakes(): Promise<Finding> {
  const all = mistakes();
  const folder = laptop('bench-mistakes');
  for (const [i, { text, fixed }] of all.entries()) {
    writeFileSync(join(folder, wrong(i)), text);
    writeFileSync(join(folder, right(i)), fixed);
  }
  const contenders = [ours(folder), pyright(folder)];
  const found = all.map((mistake, i) => contenders.map((remarks) => finds(remarks, mistake, i)));
  const [we, they] = contenders.map((_, k) => found.filter((by) => by[k]).length);
  const yes = (is: boolean | undefined) => (is ? 'yes' : 'no');
  const cells = all.map(({ name, raises }, i) => [name, raises ?? 'nothing', ...found[i]!.map(yes)]);
  return {
    report: `Ours finds ${we} of ${all.length}, pyright ${PYRIGHT_VERSION} ${they} of ${all.length}.

${table(['Mistake', 'TensorFlow 2.21 raises', 'ours finds it', 'pyright finds it'], cells)}`,
    missed: all.flatMap(({ name }, i) => (found[i]![0] ? [] : [`Not found: ${name}.`])),
  };
}
