import { once } from '../../../basics/once';
import type { Range, TextEdit } from '../../../basics/range';
import type { BoundTree } from '../../../configuration/bind';
import { findingRules } from '../../../rules';
import type { Edit } from '../../../rules/rule';
import { endingAs, type Refactoring, touches } from '../../refactoring';
import type { Snapshot } from '../../snapshot';
import { absolute, joinTouching } from '../changes';
import { addClippingLimits, addGradientClippingLimits, toConstantRate, toDynamicRate } from './optimizers';
import { type ConfigurationPlace, type Refactor, rangeWithSeparator } from './proposal';
import { sortTables } from './sort-tables';
import { sortTags } from './tags';
import { toFeatureStyle } from './to-feature-style';
import { toTableStyle } from './to-table-style';

/** Refactorings with the smallest scope come first, because the menu preselects the first. */
const REFACTORINGS: readonly Refactor[] = [
  toDynamicRate,
  toConstantRate,
  addClippingLimits,
  addGradientClippingLimits,
  toFeatureStyle,
  toTableStyle,
  sortTables,
  sortTags,
];

/** The refactorings of a configuration whose syntax and types are right. */
export function refactorings(snapshot: Snapshot, range: Range): Refactoring[] {
  const { tree, bound, configuration, derived } = snapshot;
  if (!bound || !configuration || !derived || !isReadable(bound)) return [];
  const table = configuration.tables.find(({ field, message }) =>
    touches(rangeWithSeparator(tree, message.node ?? field.node), range),
  );
  const place: ConfigurationPlace = { ...configuration, tree, derived, range, table };
  const changesOf = (edits: () => readonly Edit[]) => (): TextEdit[] =>
    endingAs(tree.text, joinTouching(edits().map((edit) => absolute(tree, edit))));
  return REFACTORINGS.flatMap((refactor): Refactoring[] => {
    const found = refactor(place);
    if (!found) return [];
    const { edits, snippet, ...proposal } = found;
    return [
      {
        ...proposal,
        kind: 'refactor.rewrite',
        ...(edits && found.disabled === undefined && { changes: changesOf(edits) }),
        ...(snippet && { snippet: changesOf(snippet) }),
      },
    ];
  });
}

/** Whether no parser refuses the text, and all read the same. */
const isReadable = once(
  ({ tree, errors }: BoundTree): boolean =>
    ![...tree.sections.map((section) => section.errors), ...errors.values()].some((found) =>
      found.some(({ code }) => findingRules[code].severity === 'error' || code === 'octal-number'),
    ),
);
