import { isMessage } from '../../../configuration/configuration';
import { type DynamicTag, dynamicTags } from '../../../configuration/derive';
import type { Edit } from '../../../rules/rule';
import { insertField } from '../../../rules/support/edits';
import { spanOf } from '../../../textproto/tree';
import type { ConfigurationPlace, Refactor } from './proposal';
import { isAtStyle } from './style';

/** The tags of all tables; undefined if one of them is invalid. */
export function tagsOf({ tables }: ConfigurationPlace): readonly DynamicTag[] | undefined {
  const tags = tables.flatMap(dynamicTags);
  return tags.every(({ tag }) => tag >= 0) ? tags : undefined;
}

/** Gives inputs other tags; where a tag is not written it is 0. */
export function numberTags(
  { bound }: ConfigurationPlace,
  inputs: readonly DynamicTag[],
  numberOf: (tag: number) => number,
): Edit[] {
  return inputs.flatMap(({ tag, field, source }): Edit[] => {
    const number = numberOf(tag);
    if (number === tag) return [];
    const value = field.values.at(-1);
    if (!isMessage(field.value)) return value ? [{ span: spanOf(value.node), newText: `${number}` }] : [];
    const isImplied = source === 'step_counter' && field.type.name !== 'step_counter';
    return [
      insertField(bound, field.value, isImplied ? `step_counter { tag: ${number} }` : `tag: ${number}`),
    ];
  });
}

/** Afterwards the program must pass its learning rates in that order. */
export const sortTags: Refactor = (place) => {
  const tags = tagsOf(place);
  if (!tags || !isAtStyle(place)) return;
  const order = [...new Set(tags.map(({ tag }) => tag))];
  if (order.every((tag, i) => tag === i)) return;
  return {
    title: 'Number the learning rates in the order of the tables',
    ofWhole: true,
    edits: () => numberTags(place, tags, (tag) => order.indexOf(tag)),
  };
};
