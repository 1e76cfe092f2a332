// What differs in meaning between two configurations, as JSON and as text.
import type { Comparison, Sides, Uncompared } from '../configuration/comparison/compare';
import type { Loading } from '../configuration/comparison/loading';
import { memoryText, sentence, type Wording, wordingOf } from '../configuration/comparison/wording';

/** Whether both are known to mean the same. */
export const isSame = ({ differences, unknown }: Comparison): boolean =>
  differences.length === 0 && unknown.length === 0;

export function comparedJson(comparison: Comparison) {
  const { differences, unknown, deviceBytes } = comparison;
  return {
    same: isSame(comparison),
    differences: differences.map((difference) => {
      const { path, kind, before, after } = difference;
      return { path, kind, before, after, text: sentence(wordingOf(difference)) };
    }),
    ...(unknown.length > 0 && { unknown }),
    deviceBytes,
  };
}

export const loadingJson = ({ loads, breaking, unknown, assumed }: Loading) => ({
  loads,
  breaking: breaking.map(({ at: _, ...change }) => change),
  ...(assumed.length > 0 && { assumed }),
  ...(unknown.length > 0 && { unknown }),
});

/** Styles a part of a line by its meaning. */
export type Paint = (part: 'owner' | 'before' | 'after', text: string) => string;

/** A line for each difference, and one for its effect on memory; none if there is no difference. */
export function comparedText(comparison: Comparison, paint: Paint): string[] {
  const { differences } = comparison;
  if (differences.length === 0) return [];
  return [...differences.map((each) => line(wordingOf(each), paint)), memoryText(comparison)];
}

const line = ({ owner, what, before, after }: Wording, paint: Paint): string =>
  sentence({
    owner: owner && paint('owner', owner),
    what,
    before: before && paint('before', before),
    after: after && paint('after', after),
  });

/** A line for each reason why something is not compared. */
export function uncomparedText(unknown: readonly Uncompared[], titles: Sides<string>): string[] {
  const byReason = new Map<string, { title: string; reason: string; paths: Set<string> }>();
  for (const { path, side, reason } of unknown) {
    const title = titles[side];
    const key = JSON.stringify([title, reason]);
    const found = byReason.get(key) ?? { title, reason, paths: new Set() };
    byReason.set(key, found);
    found.paths.add(path);
  }
  return [...byReason.values()].map(
    ({ title, reason, paths }) => `${title}: not compared: ${[...paths].join(', ')}. ${reason}`,
  );
}
