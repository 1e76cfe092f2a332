import type { BoundMessage } from '../../configuration/bind';
import { type Configuration, fieldOf, isMessage } from '../../configuration/configuration';
import type { Report, Rule } from '../rule';
import { insertField } from '../support/edits';
import { fix, LIKELY } from '../support/fixes';
import { hasUnknownFields, ownerSpan } from '../support/spans';

export const enabledMissing: Rule = {
  code: 'enabled-missing',
  severity: 'warning',
  concludesFromAbsence: true,
  summary: 'Settings have no effect because they are not enabled.',
  details:
    '`simulated_quantization` and `spmd_sharding` have no effect unless `enabled` is true, and its default ' +
    'is false. Write `enabled: false` to keep settings that are switched off on purpose.',
  bad: 'spmd_sharding { num_cores_per_replica: 2 }',
  good: 'spmd_sharding { num_cores_per_replica: 2 enabled: true }',
  check(configuration, report) {
    withoutEnabled(configuration.message, 'spmd_sharding', configuration, report);
  },
  checkTable({ optimization }, report, configuration) {
    if (optimization) withoutEnabled(optimization.message, 'simulated_quantization', configuration, report);
  },
};

function withoutEnabled(parent: BoundMessage, name: string, { bound }: Configuration, report: Report): void {
  const field = fieldOf(parent, name);
  const message = field?.value;
  if (!field || !isMessage(message) || message.fields.length === 0) return;
  if (fieldOf(message, 'enabled') || hasUnknownFields({ message })) return;
  report({
    span: ownerSpan({ field, message }),
    message: `${name} has no effect until it is enabled. Add enabled: true.`,
    fixes: () => [fix('Add enabled: true', insertField(bound, message, 'enabled: true'), LIKELY)],
  });
}
