import { touches } from '../../refactoring';
import { type ConfigurationPlace, rangeWithSeparator } from './proposal';

/** The fields that decide in which of the two styles a configuration is written. */
const DECISIVE: ReadonlySet<string> = new Set([
  'table_descriptor',
  'feature_descriptor',
  'batch_size_per_tensor_core',
]);

/** Whether the place is at a field that decides the style. */
export const isAtStyle = ({ message, tree, range }: ConfigurationPlace): boolean =>
  message.fields.some(
    ({ node }) => DECISIVE.has(node.name) && touches(rangeWithSeparator(tree, node), range),
  );
