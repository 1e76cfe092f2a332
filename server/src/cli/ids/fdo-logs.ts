// Lines that preprocessing of jax-tpu-embedding writes into logs.
import { BYTES_OF_ID } from '../../sizing/sparsecore/buffers';
import { type Runs, runFor } from './runs';

/** Lines about partitions beyond a limit: while ids may be dropped, and where that ends the process. */
const BEYOND = [
  /Allowing ID dropping for table: (?<stack>.+) observed max (?<unique>unique )?ids per partition: (?<found>\d+) is greater/,
  /Observed max (?<unique>unique )?ids per partition: (?<found>\d+) for table: (?<stack>.+) is greater/,
];
/** A line of verbose logs: the number of the first partition, those of the others follow on lines of their own. */
const PARTITIONS =
  /For table (?<stack>.+) on local SparseCore \d+: Observed (?<unique>unique )?ids per global SparseCore partition: +(?<found>\d+)\s*$/;
const USAGE = /Required usage [\d.]+% \((\d+) bytes\) of .* for stacked table (.+) \(Wasted space/;

/** Takes the lines of a log one after the other. */
export function logReader(runs: Runs): (line: string) => void {
  let partitions: number[] | undefined;
  return (line) => {
    if (partitions && /^\s*\d+\s*$/.test(line)) {
      partitions.push(Math.max(partitions.pop()!, Number(line)));
      return;
    }
    partitions = undefined;
    for (const form of [...BEYOND, PARTITIONS]) {
      const { stack, unique, found } = form.exec(line)?.groups ?? {};
      if (stack === undefined) continue;
      const run = runFor(runs, stack);
      run.isLogged = true;
      const numbers = run[unique ? 'uniqueIds' : 'ids'];
      numbers.push(Number(found));
      if (form === PARTITIONS) partitions = numbers;
    }
    const [, bytes, stack] = USAGE.exec(line) ?? [];
    if (stack !== undefined) runFor(runs, stack).buffer.push(Number(bytes) / BYTES_OF_ID);
  };
}
