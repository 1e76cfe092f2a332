import { fieldOf, numberOf } from '../../configuration/configuration';
import type { Hyperparameter } from '../../optimizers';
import type { FieldType } from '../../schema/types';
import type { Rule } from '../rule';
import { insertField } from '../support/edits';
import { fix } from '../support/fixes';
import { hasUnknownFields, ownerSpan, valueSpan } from '../support/spans';
import { listing } from '../support/wording';

export const zeroHyperparameter: Rule = {
  code: 'zero-hyperparameter',
  severity: 'warning',
  concludesFromAbsence: true,
  summary: 'An optimizer parameter is 0 or left out, and training fails or goes wrong.',
  details:
    'A field that is left out is 0, so `adam {}` runs with both betas and epsilon at 0, without an error. The Python ' +
    'classes fill in the usual values; text format has to name them. A written 0 is only reported where it causes a ' +
    'division by zero or defeats the purpose of the optimizer.',
  bad: 'table_descriptor { optimization_parameters { adam {} learning_rate { constant: 0.001 } } }',
  good:
    'table_descriptor { optimization_parameters {\n' +
    '  adam { beta1: 0.9 beta2: 0.999 epsilon: 1e-7 }\n  learning_rate { constant: 0.001 }\n} }',
  checkTable({ optimization }, report, { bound }) {
    const { algorithm, choice: { field, message } = {} } = optimization ?? {};
    if (!algorithm || !field || !message) return;
    let unset: Hyperparameter[] | undefined;
    for (const hyperparameter of algorithm.hyperparameters) {
      const { name, atZero, maybeZero } = hyperparameter;
      if (atZero === undefined || numberOf(message, name) !== 0) continue;
      const written = fieldOf(message, name);
      if (!written) unset = [...(unset ?? []), hyperparameter];
      else if (!maybeZero) {
        const example = exampleOf(message.type.fields, name);
        report({
          span: valueSpan(written),
          message: `${name} is 0, so ${atZero}. Set it, for example to ${example}.`,
        });
      }
    }
    if (!unset || hasUnknownFields({ message })) return;
    const names = listing(unset.map(({ name }) => name));
    const text = unset.map(({ name }) => `${name}: ${exampleOf(message.type.fields, name)}`).join(' ');
    report({
      span: ownerSpan({ field, message }),
      message:
        unset.length === 1
          ? `${field.type.name} leaves ${names} at 0, so ${unset[0]!.atZero}. Set it, for example ${text}.`
          : `${field.type.name} leaves ${names} at 0, so it does not train correctly. Set them, for example ${text}.`,
      fixes: () => [fix(`Set ${text}`, insertField(bound, message, text))],
    });
  },
};

function exampleOf(fields: readonly FieldType[], name: string): string {
  return fields.find((field) => field.name === name)?.example ?? '…';
}
