import type { BoundValue } from '../../configuration/bind';
import { type Configuration, isMessage } from '../../configuration/configuration';
import { mayBeMisspelled } from './spans';

/** Whether the tables decide the outputs: features are certainly absent, not just unreadable or misspelt. */
export function isTableStyle(configuration: Configuration): boolean {
  return configuration.features.length === 0 && areMessages(configuration, 'feature_descriptor');
}

/** Whether each table and each feature can be read, so that table ids are certain. */
export function tableIdsAreKnown(configuration: Configuration): boolean {
  return areMessages(configuration, 'table_descriptor') && areMessages(configuration, 'feature_descriptor');
}

const holdsMessage = ({ value }: BoundValue) => isMessage(value);

/** Whether all entries of a repeated field of the configuration are messages. */
function areMessages(configuration: Configuration, name: string): boolean {
  for (const field of configuration.message.fields) {
    if (field.type.name !== name) continue;
    const single = field.node.value?.kind === 'message';
    if (single ? !isMessage(field.value) : !field.node.value || !field.values.every(holdsMessage))
      return false;
  }
  return !mayBeMisspelled(configuration, name);
}
