import type { Range } from '../../basics/range';
import type { BoundTree } from '../../configuration/bind';
import { checkpointOf } from '../../configuration/comparison/checkpoint';
import { comparableText } from '../../configuration/comparison/comparable';
import { sizesOf } from '../../configuration/sizes';
import { fileTooLarge } from '../../rules/checker/file-too-large';
import type { ComparableConfiguration, SavedConfiguration } from '../answers';
import type { Snapshot } from '../snapshot';
import { keepsFromReading, mistakesIn } from './mistakes';

/** The configuration that a text holds, unless it cannot be read in full. */
export function comparableConfigurations(snapshot: Snapshot): ComparableConfiguration[] {
  const { configuration, derived, bound, text } = snapshot;
  if (!configuration || !derived || !bound) return [];
  const whole = { start: 0, end: text.length };
  const refused = refusal(snapshot, bound);
  if (refused) return [{ ...whole, comparable: undefined, refused }];
  return [{ ...whole, comparable: comparableText(bound, sizesOf(configuration, derived)) }];
}

/** What a checkpoint keeps of it. */
export const savedConfigurations = (snapshot: Snapshot): SavedConfiguration[] =>
  comparableConfigurations(snapshot).map(({ comparable, ...rest }) => ({
    ...rest,
    checkpoint: comparable && checkpointOf(comparable),
  }));

/** Why a configuration may contain more than could be read. */
function refusal(
  { tree, settings, text }: Snapshot,
  bound: BoundTree,
): { reason: string; at: Range } | undefined {
  if (tree.tooLarge) return { reason: fileTooLarge.find(text, settings), at: { start: 0, end: 0 } };
  for (const mistake of mistakesIn(bound)) {
    const { message, start, end } = mistake;
    if (keepsFromReading(mistake)) return { reason: message, at: { start, end } };
  }
  return undefined;
}
