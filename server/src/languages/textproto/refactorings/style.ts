import { touches } from '../../refactoring';
import { type Place, rangeWithSeparator } from './proposal';

/** What decides in which of the two styles a configuration is written. */
const DECISIVE: ReadonlySet<string> = new Set([
  'table_descriptor',
  'feature_descriptor',
  'batch_size_per_tensor_core',
]);

/** Whether a field is asked about that the style, or the order of tables, decides on. */
export const isAtStyle = ({ message, tree, range }: Place): boolean =>
  message.fields.some(
    ({ node }) => DECISIVE.has(node.name) && touches(rangeWithSeparator(tree, node), range),
  );
