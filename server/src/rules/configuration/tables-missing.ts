import { fieldOf } from '../../configuration/configuration';
import type { Rule } from '../rule';
import { hasUnknownFields, startOfText } from '../support/spans';

export const tablesMissing: Rule = {
  code: 'tables-missing',
  severity: 'warning',
  concludesFromAbsence: true,
  summary: 'The configuration has no table.',
  details:
    'A configuration without `table_descriptor` parses, but there is nothing to look up, and ' +
    '`RecvTPUEmbeddingActivations` has no outputs.',
  bad: 'mode: TRAINING',
  good: 'mode: TRAINING\ntable_descriptor { name: "t" }',
  check(configuration, report) {
    const { features, message, tables } = configuration;
    if (tables.length > 0 || features.length > 0) return;
    if (fieldOf(message, 'table_descriptor')?.values.length || hasUnknownFields(configuration)) return;
    report({
      span: startOfText(configuration),
      message: 'There is no table to look up. Describe each embedding table with table_descriptor.',
    });
  },
};
