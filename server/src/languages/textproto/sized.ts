import { sizesOf } from '../../config/sizes';
import { rangeOf } from '../../textproto/tree';
import type { SizedConfiguration } from '../sized';
import type { Snapshot } from '../snapshot';

/** What decides the memory of a text's configuration; none where it is of another message. */
export function sizedConfigurations({ configuration, derived, tree, text }: Snapshot): SizedConfiguration[] {
  if (!configuration || !derived) return [];
  const first = tree.sections.find(({ field }) => field)?.field;
  const range = first ? rangeOf(tree, first) : { start: 0, end: text.length };
  return [{ ...range, sizes: sizesOf(configuration, derived) }];
}
