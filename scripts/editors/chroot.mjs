// A chroot with Debian unstable for editors that are not installed.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
const folder = join(cache, 'tpu-embedding-editors');
const root = join(folder, 'unstable');

/** The mounts are visible only to the started process and end with it. Paths are the same inside and outside. */
const ENTER = `
root=$1 node=$2; shift 2
mount -t proc proc "$root/proc"
mount -t devpts devpts "$root/dev/pts"
mount --bind "$node" "$root/usr/bin/node"
while [ "$1" != -- ]; do mkdir -p "$root$1" && mount --bind "$1" "$root$1"; shift; done
shift
exec chroot "$root" "$@"`;

/** Beginning of a command line that runs the rest in the chroot; `folders` of this machine are visible there. */
export const enter = (folders) => [
  ...['unshare', '--mount', 'sh', '-ec', ENTER, 'sh', root, process.execPath, ...folders, '--'],
];

/** Creates the chroot if necessary. Returns the reason if that is impossible. */
export function prepare(packages) {
  if (process.platform !== 'linux' || process.getuid() !== 0)
    return 'only root makes a Debian for it, on Linux';
  if (existsSync(root)) return install(packages);
  if (spawnSync('debootstrap', ['--version']).error) return 'there is no debootstrap to make a Debian for it';
  console.log(`Making Debian unstable in ${root} (once, some minutes) …`);
  const part = `${root}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const made = spawnSync('debootstrap', ['--variant=minbase', 'unstable', part, mirror()], {
    encoding: 'utf8',
  });
  if (made.status !== 0) return `debootstrap failed: ${lastLine(made.stdout + made.stderr)}`;
  writeFileSync(join(part, 'usr/bin/node'), '');
  renameSync(part, root);
  return install(packages);
}

function install(packages) {
  const inside = (...command) => {
    const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive' };
    return spawnSync('chroot', [root, ...command], { env, encoding: 'utf8' });
  };
  if (inside('dpkg', '--status', ...packages).status === 0) return undefined;
  inside('apt-get', 'update');
  const { status, stdout, stderr } = inside(
    ...['apt-get', '-qq', '--yes', '--no-install-recommends', 'install', ...packages],
  );
  return status === 0 ? undefined : `apt-get failed: ${lastLine(stdout + stderr)}`;
}

/** The Debian mirror that this machine uses. */
function mirror() {
  try {
    const sources = execFileSync('apt-get', ['indextargets', '--format', '$(LABEL) $(REPO_URI)'], {
      encoding: 'utf8',
    });
    const debian = sources.split('\n').find((line) => line.startsWith('Debian '));
    if (debian) return debian.slice('Debian '.length);
  } catch {
    // Not a Debian system.
  }
  return 'http://deb.debian.org/debian';
}

const lastLine = (text) => text.trim().split('\n').at(-1);
