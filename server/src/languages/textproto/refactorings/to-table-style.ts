import { excerpt } from '../../../basics/excerpt';
import { type Feature, fieldOf } from '../../../configuration/configuration';
import { insertBehind, insertField } from '../../../rules/support/edits';
import type { ConfigurationPlace, Refactor } from './proposal';
import { removeFields } from './removal';
import { isAtStyle } from './style';

/** Table style gives one output of two dimensions a table, in the order of the tables: only such features can go. */
export const toTableStyle: Refactor = (place) => {
  const { derived, tables, features, tree, bound } = place;
  const batch = derived.batchSizePerTensorCore;
  if (derived.style !== 'feature' || !batch || !isAtStyle(place)) return;
  if (features.some(({ tableId }) => tableId === undefined || !tables[tableId])) return;
  if (isMixed(place)) return;
  const disabled = reasonAgainst(place);
  return {
    title: 'Convert to table style',
    ofWhole: true,
    ...(disabled !== undefined && { disabled }),
    edits: () => {
      const nodes = [...new Set(features.map(({ field }) => field.node))];
      const comments = nodes.map((node) => [node, removeFields(tree, [node]).comments] as const);
      const commentsOf = new Map(comments);
      const counted = tables.map(({ message, id }) => {
        const { node } = features[id]!.field;
        const above = commentsOf.get(node) ?? [];
        commentsOf.delete(node);
        const [size] = features[id]!.inputShape as [number];
        return insertField(bound, message, [...above, `num_features: ${size / batch}`].join('\n'));
      });
      return [
        ...counted,
        insertBehind(tree, tables.at(-1)!.field.node, undefined, `batch_size_per_tensor_core: ${batch}`),
        ...removeFields(tree, nodes).edits,
      ];
    },
  };
};

/** Whether something of table style is there, which TensorFlow refuses. */
const isMixed = ({ message, tables }: ConfigurationPlace) =>
  fieldOf(message, 'batch_size_per_tensor_core') !== undefined ||
  tables.some((table) => fieldOf(table.message, 'num_features'));

function reasonAgainst({ tables, features }: ConfigurationPlace): string | undefined {
  const shared = tables.find(({ id }) => features.filter(({ tableId }) => tableId === id).length !== 1);
  if (shared) {
    const count = features.filter(({ tableId }) => tableId === shared.id).length;
    return `Table style gives one output for each table, but "${excerpt(shared.name ?? '')}" has ${count} features.`;
  }
  if (features.some(({ tableId }, i) => tableId !== i))
    return 'Table style gives outputs in the order of the tables, but the features are in another order.';
  const deep = features.find(({ inputShape }) => inputShape.length !== 1);
  if (deep)
    return `Table style gives outputs of two dimensions, but ${title(deep)} has an input_shape of ${deep.inputShape.length}.`;
  const named = features.find(({ name }, i) => name !== '' && name !== tables[i]!.name);
  return named && `Table style has no features, so the name of ${title(named)} would be lost.`;
}

const title = ({ name, index }: Feature) => (name ? `feature "${excerpt(name)}"` : `feature ${index}`);
