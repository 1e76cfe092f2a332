// `tpu-embedding limits --ids` on a large file, compared with pyarrow that reads it and counts nothing.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Finding, table } from './report';

const COUNT = 100_000_000;
/** Our CPU time may be at most this multiple of pyarrow's. */
const TARGET = 2;
const MOST_MEGABYTES = 500;

/** A feature for each column of the file: one with lists, and four with one id a row, are as many ids. */
const programFor = (file: string): string => `import keras_rs
L = keras_rs.layers
t = L.TableConfig('t', 1000000, 16, placement='sparsecore')
names = [${file.startsWith('mixed') ? "'user', 'item', 'shop', 'city', 'age'" : "'user'"}]
layer = L.DistributedEmbedding([L.FeatureConfig(name, t, (65536,), (65536, 16)) for name in names])
`;

/** Prints what a process took. */
const SHOW =
  'data:text/javascript,process.on("exit",()=>console.error(JSON.stringify(process.resourceUsage())))';

/** `scale` is the fraction of ids. */
export async function benchIds(scale: number): Promise<Finding> {
  const count = Math.round(COUNT * scale);
  const folder = mkdtempSync(join(tmpdir(), 'bench-ids-'));
  try {
    const python = process.env['PYTHON'] ?? 'python3';
    const { stdout, status } = spawnSync(python, ['test/bench/ids.py', folder, String(count)], {
      encoding: 'utf8',
    });
    if (status !== 0) return { report: 'No python3 with pyarrow was found; PYTHON names one.', missed: [] };
    const peers = Object.entries(JSON.parse(stdout) as Record<string, number>);
    const program = join(folder, 'program.py');
    const rows = peers.map(([name, peer]) => {
      writeFileSync(program, programFor(name));
      const args = [
        '--import',
        SHOW,
        'dist/cli.js',
        'limits',
        '--chips',
        '4',
        '--ids',
        join(folder, name),
        program,
      ];
      const { stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
      const used = JSON.parse(stderr) as NodeJS.ResourceUsage;
      const seconds = (used.userCPUTime + used.systemCPUTime) / 1e6;
      return { name, peer, seconds, megabytes: used.maxRSS / 1000 };
    });
    return {
      report: table(
        ['Seconds of CPU', 'ours', 'pyarrow', 'ratio', 'target', 'our memory in MB', 'target'],
        rows.map(({ name, peer, seconds, megabytes }) => [
          `${name}, ${count / 1e6} million ids`,
          seconds.toFixed(1),
          peer.toFixed(1),
          (seconds / peer).toFixed(2),
          String(TARGET),
          megabytes.toFixed(0),
          String(MOST_MEGABYTES),
        ]),
      ),
      missed: rows.flatMap(({ name, peer, seconds, megabytes }) => [
        ...(seconds > TARGET * peer
          ? [`${name}: ${(seconds / peer).toFixed(2)} times pyarrow, over ${TARGET}.`]
          : []),
        ...(megabytes > MOST_MEGABYTES
          ? [`${name}: ${megabytes.toFixed(0)} MB, over ${MOST_MEGABYTES}.`]
          : []),
      ]),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
