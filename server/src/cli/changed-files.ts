import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { excerpt } from '../text/excerpt';
import { UsageError } from './command';

/** The files of a repository that differ from another state of it: committed, staged, neither, or not known to git at all. */
export interface ChangedFiles {
  /** What they are compared with, for the person. */
  readonly base: string;
  has(path: string, bytes: Buffer): boolean;
}

/** What a branch is compared with if nobody says so. */
const BASES = ['@{upstream}', 'origin/HEAD', 'main', 'master'];

/** Asks git, and lets it run nothing that a repository's configuration names: no hook, monitor, filter or transport. */
const SAFE = [
  ...['--no-pager', '--no-replace-objects', '-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false'],
  ...['-c', 'protocol.allow=never'],
];
const ENVIRONMENT = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  LC_ALL: 'C',
};

/** The files that differ from where the branch left `base`, or from the first of `BASES` that there is. */
export function changedFiles(base: string): ChangedFiles {
  const root = line(mustGit(['rev-parse', '--show-toplevel']));
  const [name, commit] = baseCommit(base);
  const merge = git(['merge-base', commit, 'HEAD']);
  if (merge.status !== 0)
    throw new UsageError(
      `--changed: ${name} and the branch have no commit in common here. A shallow clone lacks it: fetch more of the history, in GitHub Actions with fetch-depth: 0.`,
    );
  const start = line(merge.stdout);
  const before = blobsOf(mustGit(['ls-tree', '-r', '-z', '--full-tree', start]));
  const now = new Set(
    parts(mustGit(['-C', root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'])),
  );
  return {
    base: `${name} (${start.slice(0, 12)})`,
    has(path, bytes) {
      const inside = relative(root, realPath(path)).split(sep).join('/');
      const blob = before.get(inside);
      return now.has(inside) && (blob === undefined || !isBlob(blob, bytes));
    },
  };
}

function baseCommit(given: string): [name: string, commit: string] {
  for (const name of given === '' ? BASES : [given]) {
    const { status, stdout } = git([
      'rev-parse',
      '--verify',
      '--quiet',
      '--end-of-options',
      `${name}^{commit}`,
    ]);
    if (status === 0) return [name, line(stdout)];
  }
  throw new UsageError(
    given === ''
      ? `--changed: there is neither an upstream branch nor origin/HEAD, main or master to compare with. Name a branch or commit, as in --changed=origin/develop.`
      : `--changed: there is no branch or commit "${excerpt(given)}" here.`,
  );
}

/** The name of each file's content, by its path. */
function blobsOf(listing: Buffer): ReadonlyMap<string, string> {
  return new Map(
    parts(listing).map((entry) => {
      const tab = entry.indexOf('\t');
      return [entry.slice(tab + 1), entry.slice(0, tab).split(' ')[2]!];
    }),
  );
}

/**
 * Whether git knows a content by a name. Worked out here, as git itself might run filters that the repository configures. Of
 * these, the usual one writes other line ends.
 */
function isBlob(name: string, bytes: Buffer): boolean {
  const isNamed = (content: Buffer) => {
    const hash = createHash(name.length === 64 ? 'sha256' : 'sha1').update(`blob ${content.length}\0`);
    return hash.update(content).digest('hex') === name;
  };
  return isNamed(bytes) || isNamed(Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'));
}

function git(args: readonly string[]) {
  // Windows would take a git.exe of the working directory.
  process.env['NoDefaultCurrentDirectoryInExePath'] = '1';
  const result = spawnSync('git', [...SAFE, ...args], {
    env: { ...process.env, ...ENVIRONMENT },
    maxBuffer: 2 ** 30,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (result.error)
    throw new UsageError(
      `--changed asks git, which cannot be started: ${result.error.message}. Install git, or name the files.`,
    );
  return result;
}

function mustGit(args: readonly string[]): Buffer {
  const { status, stdout, stderr } = git(args);
  if (status === 0) return stdout;
  const [reason = ''] = stderr.toString().split('\n');
  throw new UsageError(
    /not a git repository/.test(reason)
      ? '--changed needs a git repository, and the working directory is in none. Name the files.'
      : `--changed: git says: ${excerpt(reason.replace(/^fatal: /, ''))}`,
  );
}

const line = (output: Buffer) => output.toString().replace(/\n$/, '');

const parts = (output: Buffer) => output.toString().split('\0').filter(Boolean);

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}
