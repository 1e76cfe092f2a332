// The server's process as the system sees it: Linux lists processes as files.
import { readdir, readFile } from 'node:fs/promises';

const read = (path: string) => readFile(`/proc/${path}`, 'utf8').catch(() => '');

/** The number of the server's process, if there is just one: one that was stopped may take a while to end. */
export async function serverProcess(): Promise<number | undefined> {
  const found: number[] = [];
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const ours = (await read(`${entry}/status`)).includes(`\nPPid:\t${process.pid}\n`);
    if (ours && (await read(`${entry}/cmdline`)).includes('dist/server.js')) found.push(Number(entry));
  }
  return found.length === 1 ? found[0] : undefined;
}

/** When a process started, in seconds since the system did, to the hundredth. */
export async function startOf(pid: number): Promise<number> {
  const stat = await read(`${pid}/stat`);
  // The name in brackets may hold spaces; the time is the 22nd field, and the 20th behind the name.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]) / 100;
}

/** Seconds since the system started. */
export const uptime = async () => Number((await read('uptime')).split(' ')[0]);
