import { fieldOf, type Table } from '../../../configuration/configuration';
import { greatestCommonDivisor } from '../../../configuration/derive';
import { insertBehind } from '../../../rules/support/edits';
import { nodeText } from '../../../textproto/tree';
import type { ConfigurationPlace, Refactor } from './proposal';
import { removeFields } from './removal';
import { isAtStyle } from './style';

/** The greatest size that a shape may have. */
const MAX_INT32 = 2 ** 31 - 1;

/** One feature a table, as TensorFlow itself adds them: outputs, batch and features of each table stay the same. */
export const toFeatureStyle: Refactor = (place) => {
  const { derived, tables, features, batchSizePerTensorCore: batch, tree } = place;
  const counts = tables.map(({ numFeatures }) => numFeatures);
  if (derived.style !== 'table' || tables.length === 0 || features.length > 0 || !isAtStyle(place)) return;
  if (!batch || batch < 0 || !counts.every((count): count is number => count !== undefined && count > 0))
    return;
  if (counts.some((count) => batch * count > MAX_INT32)) return;
  const disabled = reasonAgainst(batch, counts);
  return {
    title: 'Convert to feature style',
    ofWhole: true,
    ...(disabled !== undefined && { disabled }),
    edits: () => {
      const batchGone = removeFields(tree, [fieldOf(place.message, 'batch_size_per_tensor_core')!.node]);
      const written = tables.map((table) => {
        const gone = removeFields(tree, [fieldOf(table.message, 'num_features')!.node]);
        return { gone, text: featureText(place, table, gone.comments) };
      });
      const text = [...batchGone.comments, ...written.map(({ text }) => text)].join('\n');
      return [
        insertBehind(tree, tables.at(-1)!.field.node, undefined, text),
        ...batchGone.edits,
        ...written.flatMap(({ gone }) => gone.edits),
      ];
    },
  };
};

/** TensorFlow takes the greatest size that divides all features for the batch. */
function reasonAgainst(batch: number, counts: readonly number[]): string | undefined {
  const common = counts.reduce((a, b) => greatestCommonDivisor(a, b));
  if (common === 1) return undefined;
  return (
    `TensorFlow would derive a batch of ${batch * common} from the features instead of ${batch}: ` +
    `every num_features is a multiple of ${common}.`
  );
}

function featureText(place: ConfigurationPlace, table: Table, comments: readonly string[]): string {
  const name = table.name ? fieldOf(table.message, 'name')?.values.at(-1) : undefined;
  const lines = [
    ...(name ? [`name: ${nodeText(place.tree, name.node)}`] : []),
    `table_id: ${table.id}`,
    ...comments,
    `input_shape: ${place.batchSizePerTensorCore! * table.numFeatures!}`,
  ];
  return `feature_descriptor {\n${lines.map((line) => `  ${line}\n`).join('')}}`;
}
