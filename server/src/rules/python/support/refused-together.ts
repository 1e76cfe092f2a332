import { addTo } from '../../../basics/groups';
import type { Target } from '../../../catalogue/targets';
import type { ApiCall } from '../../../dataflow/calls/python-file';
import type { JudgedArgument } from './later-uses';

/** An argument, and the targets on which its call fails by it. */
export interface Refusal {
  readonly judged: JudgedArgument;
  readonly targets: readonly Target[];
}

/** Arguments of one call that are each refused on some targets, and on all together; the one refused on most comes first. */
export function refusedTogether(all: readonly JudgedArgument[]): Refusal[][] {
  const byUser = new Map<ApiCall, JudgedArgument[]>();
  // What decides where a table is placed leaves fewer targets to the others.
  for (const each of all) if (!each.parameter.moves) addTo(byUser, each.user, each);
  return [...byUser.values()].flatMap((judged) => {
    const cover = coverOf(judged);
    return cover.length > 1 ? [cover] : [];
  });
}

/** The fewest arguments, about, that leave no target; none if some target is left. */
function coverOf(judged: readonly JudgedArgument[]): Refusal[] {
  const left = new Set(judged.flatMap(({ outcomes }) => [...outcomes.keys()]));
  const cover: Refusal[] = [];
  while (left.size > 0) {
    const [best] = judged
      .map((each) => ({ judged: each, targets: failing(each).filter((target) => left.has(target)) }))
      .sort((a, b) => b.targets.length - a.targets.length);
    if (!best || best.targets.length === 0) return [];
    cover.push(best);
    for (const target of best.targets) left.delete(target);
  }
  return cover;
}

const failing = ({ outcomes }: JudgedArgument): Target[] =>
  [...outcomes].flatMap(([target, outcome]) => (outcome === 'fails' ? [target] : []));
