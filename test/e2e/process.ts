// Finds the server's process. Linux lists processes as files.
import { readdir, readFile } from 'node:fs/promises';

const read = (path: string) => readFile(`/proc/${path}`, 'utf8').catch(() => '');

/** The process id of the server if there is exactly one: a stopped one may take a while to end. */
export async function serverProcess(): Promise<number | undefined> {
  const found: number[] = [];
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const ours = (await read(`${entry}/status`)).includes(`\nPPid:\t${process.pid}\n`);
    if (ours && (await read(`${entry}/cmdline`)).includes('dist/server.js')) found.push(Number(entry));
  }
  return found.length === 1 ? found[0] : undefined;
}

/** Start time of a process, in seconds since boot, to the hundredth. */
export async function startOf(pid: number): Promise<number> {
  const stat = await read(`${pid}/stat`);
  // The name in brackets may contain spaces; the time is field 22, the 20th after the name.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]) / 100;
}

/** Seconds since boot. */
export const uptime = async () => Number((await read('uptime')).split(' ')[0]);
