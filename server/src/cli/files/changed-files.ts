import { spawnSync } from 'node:child_process';
import { sha1 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { excerpt } from '../../basics/excerpt';
import { UsageError } from '../../basics/usage-error';
import { pathInside, realPath } from './paths';

/** The files of a repository that differ from another state of it: committed, staged, unstaged or untracked. */
export interface ChangedFiles {
  /** The name of the state they are compared with, for messages. */
  readonly base: string;
  has(path: string, bytes: Buffer): boolean;
}

/** What a branch is compared with by default. */
const BASES = ['@{upstream}', 'origin/HEAD', 'main', 'master'];

/** Runs git without any program that the repository's configuration names: no hook, monitor, filter or transport. */
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

/**
 * The files that differ from where the branch left `base`, or from the first of `BASES` that exists. `places` are the paths
 * that are named.
 */
export function changedFiles(base: string, places: readonly string[]): ChangedFiles {
  const root = line(mustGit(['rev-parse', '--show-toplevel']));
  const outside = places.find((path) => path !== '-' && pathInside(root, realPath(path)) === undefined);
  if (outside !== undefined)
    throw new UsageError(
      `--changed: "${excerpt(outside)}" is outside of the repository ${root}. Run the command in the repository of that file.`,
    );
  const { name, start } = startOf(base);
  const before =
    start === undefined ? new Map() : blobsOf(mustGit(['ls-tree', '-r', '-z', '--full-tree', start]));
  const now = new Set(
    parts(mustGit(['-C', root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'])),
  );
  return {
    base: start === undefined ? name : `${name} (${start.slice(0, 12)})`,
    has(path, bytes) {
      const inside = pathInside(root, realPath(path));
      if (inside === undefined) return false;
      const blob = before.get(inside);
      return now.has(inside) && (blob === undefined || !isBlob(blob, bytes));
    },
  };
}

/** The commit to compare with, and its name for messages. A branch without a commit is compared with an empty folder. */
function startOf(base: string): { readonly name: string; readonly start: string | undefined } {
  if ((base === '' || base === 'HEAD') && commitOf('HEAD') === undefined)
    return { name: 'an empty folder, as there is no commit yet', start: undefined };
  const [name, commit] = baseCommit(base);
  const merge = git(['merge-base', commit, 'HEAD']);
  if (merge.status === 0) return { name, start: line(merge.stdout) };
  throw new UsageError(`--changed: ${name} and the branch have no commit in common here.${shallowAdvice()}`);
}

/** Advice for a shallow clone, which CI services make. */
function shallowAdvice(): string {
  const isShallow = line(mustGit(['rev-parse', '--is-shallow-repository'])) === 'true';
  return isShallow
    ? ' This clone is shallow: fetch more of the history, in GitHub Actions with fetch-depth: 0.'
    : '';
}

function commitOf(name: string): string | undefined {
  const { status, stdout } = git([
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${name}^{commit}`,
  ]);
  return status === 0 ? line(stdout) : undefined;
}

function baseCommit(given: string): [name: string, commit: string] {
  for (const name of given === '' ? BASES : [given]) {
    const commit = commitOf(name);
    if (commit !== undefined) return [name, commit];
  }
  throw new UsageError(
    given === ''
      ? `--changed: there is neither an upstream branch nor origin/HEAD, main or master to compare with. Name a branch or commit, as in --changed=origin/develop.${shallowAdvice()}`
      : `--changed: there is no branch or commit "${excerpt(given)}" here.${shallowAdvice()}`,
  );
}

/** Git's hash of each file's content, by path. */
function blobsOf(listing: Buffer): ReadonlyMap<string, string> {
  return new Map(
    parts(listing).map((entry) => {
      const tab = entry.indexOf('\t');
      return [entry.slice(tab + 1), entry.slice(0, tab).split(' ')[2]!];
    }),
  );
}

/**
 * Whether a hash of git is that of a content. Computed here, because git itself might run filters that the repository
 * configures. The usual filter changes line ends, so both are tried.
 */
function isBlob(name: string, bytes: Buffer): boolean {
  const isNamed = (content: Buffer) => {
    const hash = (name.length === 64 ? sha256 : sha1)
      .create()
      .update(utf8ToBytes(`blob ${content.length}\0`));
    return bytesToHex(hash.update(content).digest()) === name;
  };
  return isNamed(bytes) || isNamed(Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'));
}

function git(args: readonly string[]) {
  // Windows would run a git.exe in the working directory.
  process.env['NoDefaultCurrentDirectoryInExePath'] = '1';
  const result = spawnSync('git', [...SAFE, ...args], {
    env: { ...process.env, ...ENVIRONMENT },
    maxBuffer: 2 ** 30,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (result.error)
    throw new UsageError(
      `--changed needs git, which cannot be started: ${result.error.message}. Install git, or name the files.`,
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
