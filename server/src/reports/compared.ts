// What differs in meaning between two configurations, as JSON and as text.
import { excerpt } from '../basics/excerpt';
import type { Comparison, Difference, Sides, Uncompared } from '../configuration/comparison/compare';
import type { MadeComparison } from '../configuration/comparison/compare-made';
import type { Loading } from '../configuration/comparison/loading';
import { madeWording } from '../configuration/comparison/made-wording';
import {
  memoryText,
  onDevices,
  sentence,
  type Wording,
  wordingOf,
} from '../configuration/comparison/wording';

/** Whether both are known to mean the same. */
export const isSame = ({ differences, unknown }: Comparison): boolean =>
  differences.length === 0 && unknown.length === 0;

export const comparedJson = (comparison: Comparison) => ({
  same: isSame(comparison),
  differences: comparison.differences.map((each) => differenceJson(each, wordingOf(each))),
  ...(comparison.unknown.length > 0 && { unknown: comparison.unknown }),
  deviceBytes: comparison.deviceBytes,
});

export const comparedMadeJson = ({ differences, unknown, assumed, deviceBytes }: MadeComparison) => ({
  same: differences.length === 0 && unknown.length === 0,
  differences: differences.map((each) => differenceJson(each, madeWording(each))),
  ...(assumed.length > 0 && { assumed }),
  ...(unknown.length > 0 && { unknown }),
  deviceBytes,
});

const differenceJson = (
  { path, kind, before, after }: Pick<Difference, 'path' | 'kind'> & Sides<unknown>,
  wording: Wording,
) => ({ path, kind, before, after, text: sentence(wording) });

export const loadingJson = ({ loads, breaking, unknown, assumed }: Loading) => ({
  loads,
  breaking: breaking.map(({ at: _, ...change }) => change),
  ...(assumed.length > 0 && { assumed }),
  ...(unknown.length > 0 && { unknown }),
});

/** Styles a part of a line by its meaning. */
export type Paint = (part: 'owner' | 'before' | 'after', text: string) => string;

/** A line for each difference, and one for its effect on memory; none if there is no difference. */
export const comparedText = (comparison: Comparison, paint: Paint): string[] =>
  textOf(comparison.differences.map(wordingOf), [memoryText(comparison)], paint);

/** The same, and what is assumed. */
export const comparedMadeText = (
  { differences, assumed, deviceBytes }: MadeComparison,
  paint: Paint,
): string[] => textOf(differences.map(madeWording), [onDevices(deviceBytes), ...assumed], paint);

const textOf = (wordings: readonly Wording[], effects: readonly string[], paint: Paint): string[] =>
  wordings.length === 0 ? [] : [...wordings.map((each) => line(each, paint)), ...effects];

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
    found.paths.add(excerpt(path));
  }
  return [...byReason.values()].map(
    ({ title, reason, paths }) => `${title}: not compared: ${[...paths].join(', ')}. ${reason}`,
  );
}
