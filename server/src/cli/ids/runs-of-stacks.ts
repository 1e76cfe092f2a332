// What the runs that were observed mean for the stacks of a program.
import { excerpt } from '../../basics/excerpt';
import { listed } from '../../basics/listed';
import { decimal } from '../../reports/limits-text';
import type { IdSource } from '../../sizing/limits';
import type { Traffic } from '../../sizing/sparsecore/expected';
import type { Stack } from '../../sizing/sparsecore/stacks';
import { IdsProblem } from './problem';
import type { Runs } from './runs';

export function observedIn(runs: Runs, stacks: readonly Stack[]): Extract<IdSource, { kind: 'observed' }> {
  if (!stacks.some(({ name }) => runs.has(name)))
    throw new IdsProblem(
      `Nothing is said of ${listed(stacks.map(({ name }) => `"${name}"`))}. Found: ${
        [...runs.keys()]
          .slice(0, 20)
          .map((name) => `"${excerpt(name)}"`)
          .join(', ') || 'no stack'
      }.`,
    );
  const traffic = new Map<string, Traffic>();
  const buffers = new Map<string, number>();
  const what = [
    'Figures are those of the run: expected is the mean of the fullest partition of a step, the most its maximum.',
  ];
  for (const { name, maxIds, maxUniqueIds } of stacks) {
    const run = runs.get(name);
    if (!run || !maxIds || !maxUniqueIds) continue;
    if (run.buffer.length > 0) buffers.set(name, mostOf(run.buffer));
    if (run.dropped.length > 0)
      what.push(
        `Under its own limits, the run dropped ${decimal(meanOf(run.dropped))} ids of "${name}" a step.`,
      );
    if (run.isLogged) what.push(`Of "${name}" only the steps that the log names count.`);
    const figures = (['ids', 'uniqueIds'] as const).map((figure) => {
      const numbers = run[figure];
      const { inForce } = figure === 'ids' ? maxIds : maxUniqueIds;
      if (numbers.length > 0) return { expected: meanOf(numbers), quantile: mostOf(numbers), inForce };
      if (!run.isLogged) return undefined;
      what.push(
        `The log has no line about too many ${figure === 'ids' ? 'ids' : 'unique ids'} of "${name}", so that the limit of ${inForce} is enough if the run had it.`,
      );
      return { expected: inForce, quantile: inForce, inForce };
    });
    const [ids, uniqueIds] = figures;
    if (!ids || !uniqueIds) continue;
    const isEnough = [ids, uniqueIds].every(({ quantile, inForce }) => quantile <= inForce);
    traffic.set(name, { ids, uniqueIds, dropped: isEnough ? 0 : undefined });
  }
  return { kind: 'observed', traffic, buffers, what };
}

const mostOf = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.max(a, b));
const meanOf = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b) / numbers.length;
