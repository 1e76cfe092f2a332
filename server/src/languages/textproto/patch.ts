// Other values for the fields of a message that is written already.
import type { BoundField, BoundMessage } from '../../configuration/bind';
import { fieldOf, isMessage } from '../../configuration/configuration';
import { fieldByJsonName, isWrapper, type JsonMessage } from '../../configuration/to-json';
import type { Edit } from '../../rules/rule';
import { insertField } from '../../rules/support/edits';
import type { FieldType } from '../../schema/types';
import { spanOf } from '../../textproto/tree';
import { fieldText, valueText } from '../optimizer/values';
import type { Snapshot } from '../snapshot';

/** Whether a field is written in such a way that another value can take the place of its own. */
export function isReplaceable(field: FieldType, { node: { value }, value: message }: BoundField): boolean {
  if (!isWrapper(field)) return value?.kind === 'scalar';
  if (!isMessage(message)) return false;
  const inner = fieldOf(message, 'value');
  return !inner || inner.node.value?.kind === 'scalar';
}

/** The edits that write the values of `patch` into a message. */
export function patchMessage(snapshot: Snapshot, message: BoundMessage, patch: JsonMessage): Edit[] {
  return Object.entries(patch).flatMap(([name, value]) => {
    const field = fieldByJsonName(message.type, name)!;
    const written = fieldOf(message, field.name);
    if (!written) return insertField(snapshot.bound!, message, fieldText(field, value));
    if (isMessage(written.value)) {
      const inner = isWrapper(field) ? { value } : (value as JsonMessage);
      return patchMessage(snapshot, written.value, inner);
    }
    return { span: spanOf(written.node.value!), newText: valueText(field, value)! };
  });
}
