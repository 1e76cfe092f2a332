import { fieldOf, numberOf } from '../../config/configuration';
import type { FieldType } from '../../schema/types';
import type { Rule } from '../rule';
import { insertField } from '../support/edits';
import { hasUnknownFields, ownerSpan, valueSpan } from '../support/spans';
import { listing } from '../support/wording';

export const zeroHyperparameter: Rule = {
  code: 'zero-hyperparameter',
  severity: 'warning',
  concludesFromAbsence: true,
  summary: 'A parameter of the optimizer is 0, also by being left out, and spoils it.',
  details:
    'Text format has no useful defaults: what is left out is 0, so that `adam {}` runs with both betas and ' +
    'epsilon at 0, and nothing complains. The Python classes fill in the customary values; a text has to ' +
    'spell them out. A 0 that is written is only reported where it divides by zero or undoes what the ' +
    'optimizer is for.',
  bad: 'table_descriptor { optimization_parameters { adam {} learning_rate { constant: 0.001 } } }',
  good:
    'table_descriptor { optimization_parameters {\n' +
    '  adam { beta1: 0.9 beta2: 0.999 epsilon: 1e-7 }\n  learning_rate { constant: 0.001 }\n} }',
  checkTable({ optimization }, report, { bound }) {
    const choice = optimization?.choice;
    const { field, message } = choice ?? {};
    const zeros = field && ZEROS.get(field.type.name);
    if (!zeros || !message) return;
    let unset: Zero[] | undefined;
    for (const zero of zeros) {
      if (numberOf(message, zero.name) !== 0) continue;
      const written = fieldOf(message, zero.name);
      if (!written) unset = [...(unset ?? []), zero];
      else if (!zero.maybeMeant) {
        const example = exampleOf(message.type.fields, zero.name);
        report({
          span: valueSpan(written),
          message: `${zero.name} is 0, so ${zero.effect}. Set it, for example to ${example}.`,
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
          ? `${field.type.name} leaves ${names} at 0, so ${unset[0]!.effect}. Set it, for example ${text}.`
          : `${field.type.name} leaves ${names} at 0, which spoils it. Set them, for example ${text}.`,
      fixes: () => [{ title: `Set ${text}`, edits: [insertField(bound, message, text)] }],
    });
  },
};

interface Zero {
  readonly name: string;
  /** What a zero leads to, behind "so". */
  readonly effect: string;
  /** Works with 0 as well, so that only leaving it out is suspicious. */
  readonly maybeMeant?: true;
}

const NO_MEMORY = 'only the newest gradient counts';
const NO_MOMENTUM = 'there is no momentum';
const JUMPS = 'the second moment jumps with every gradient';

const ZEROS: ReadonlyMap<string, readonly Zero[]> = new Map<string, readonly Zero[]>([
  [
    'adagrad_momentum',
    [
      { name: 'exponent', effect: 'the root of the accumulator divides by zero' },
      { name: 'beta2', effect: NO_MEMORY },
      { name: 'epsilon', effect: 'an accumulator of 0 divides by zero' },
    ],
  ],
  [
    'frequency_aware_adagrad',
    [
      { name: 'max_lr_multiplier', effect: 'gradients do not move the weights' },
      { name: 'probability_exponent', effect: 'frequency makes no difference', maybeMeant: true },
      { name: 'accumulator_decay', effect: NO_MEMORY },
      { name: 'initial_accumulator_value', effect: 'an accumulator of 0 divides by zero' },
    ],
  ],
  ['ftrl', [{ name: 'lr_power', effect: 'the step size never falls', maybeMeant: true }]],
  [
    'adam',
    [
      { name: 'beta1', effect: NO_MOMENTUM, maybeMeant: true },
      { name: 'beta2', effect: NO_MEMORY },
      { name: 'epsilon', effect: 'a gradient of 0 divides zero by zero in a fresh row' },
    ],
  ],
  ['momentum', [{ name: 'momentum', effect: NO_MOMENTUM, maybeMeant: true }]],
  [
    'lion',
    [
      { name: 'beta1', effect: NO_MOMENTUM, maybeMeant: true },
      { name: 'beta2', effect: 'the momentum keeps the newest gradient alone', maybeMeant: true },
    ],
  ],
  [
    'rms_prop',
    [
      { name: 'rho', effect: NO_MEMORY },
      { name: 'epsilon', effect: 'an average of 0 divides by zero' },
    ],
  ],
  [
    'centered_rms_prop',
    [
      { name: 'rho', effect: 'the estimated variance is always 0' },
      { name: 'epsilon', effect: 'a variance of 0 divides by zero' },
    ],
  ],
  [
    'adadelta',
    [
      { name: 'rho', effect: NO_MEMORY },
      { name: 'epsilon', effect: 'weights whose updates start at 0 never move' },
    ],
  ],
  ['online_yogi', [{ name: 'beta2', effect: JUMPS, maybeMeant: true }]],
  [
    'proximal_yogi',
    [
      { name: 'beta1', effect: NO_MOMENTUM, maybeMeant: true },
      { name: 'beta2', effect: JUMPS, maybeMeant: true },
      { name: 'epsilon', effect: 'a second moment of 0 divides by zero' },
    ],
  ],
  [
    'frequency_estimator',
    [
      { name: 'tau', effect: 'the estimate follows outliers alone' },
      { name: 'max_delta', effect: 'every gap counts as 0 steps' },
      { name: 'outlier_threshold', effect: 'every lookup is an outlier' },
    ],
  ],
]);

function exampleOf(fields: readonly FieldType[], name: string): string {
  return fields.find((field) => field.name === name)?.example ?? '…';
}
