import { devicesOf } from '../../../sizing/library-stacks';
import { type IdSource, idsOf, LIKELY_EXPONENT, limitsReport } from '../../../sizing/limits';
import { type LimitNumbers, obstacleTo, writeLimits } from '../limits';
import { type TableInStack, tablesInStacks } from '../stacks';
import type { ProgramPlace, Refactor } from './place';

export const LAWS: readonly IdSource[] = [LIKELY_EXPONENT, 0].map((exponent) => ({ kind: 'zipf', exponent }));

/** Gives a table the limits that no ids exceed in 999 of 1,000 steps. */
export const giveLimits =
  (source: IdSource): Refactor =>
  (place) => {
    const tables = tablesAt(place);
    const [first] = tables;
    if (!first?.stack.maxIds || !first.stack.maxUniqueIds) return;
    const disabled = obstacleTo(first);
    return {
      title: `Set limits for ${idsOf(source)} on ${first.slice.name}`,
      kind: 'refactor.rewrite',
      ...(disabled !== undefined && { disabled }),
      changes: () =>
        writeLimits(place.file.text, first.part.call, largest(tables.map((each) => proposed(each, source)))),
    };
  };

/** The tables that the innermost call of a table at the place makes. */
function tablesAt({ file, range }: ProgramPlace): readonly TableInStack[] {
  const around = tablesInStacks(file).filter(
    ({ part: { call } }) => call.node.start <= range.start && range.start <= call.node.end,
  );
  const innermost = around.reduce<TableInStack | undefined>(
    (best, each) => (best && best.part.call.node.start >= each.part.call.node.start ? best : each),
    undefined,
  );
  return around.filter(({ part }) => part.call.node === innermost?.part.call.node);
}

function proposed({ sizes, slice, stack }: TableInStack, source: IdSource): LimitNumbers {
  const { stacks } = limitsReport(sizes, { chips: devicesOf(slice), source });
  const found = stacks.find(({ name }) => name === stack.name);
  return found
    ? { maxIds: found.idsPerPartition.proposed, maxUniqueIds: found.uniqueIdsPerPartition.proposed }
    : {};
}

function largest(limits: readonly LimitNumbers[]): LimitNumbers {
  const most = (name: keyof LimitNumbers) => Math.max(...limits.map((each) => each[name] ?? 0));
  const [maxIds, maxUniqueIds] = [most('maxIds'), most('maxUniqueIds')];
  return { ...(maxIds > 0 && { maxIds }), ...(maxUniqueIds > 0 && { maxUniqueIds }) };
}
