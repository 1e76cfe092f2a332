import { meaningfulNames } from '../../schema/types';
import { excerpt } from '../../text/excerpt';
import type { FindingRule } from '../rule';
import { replacement } from '../support/fixes';

/** TensorFlow asks for these by name and fails on any other number. */
const CHECKED = new Set(['tensorflow.tpu.GradientAccumulationStatus.Status']);

export const unknownEnumNumber: FindingRule = {
  code: 'unknown-enum-number',
  severity: 'warning',
  summary: 'No value of the enum has this number.',
  details:
    'Enums of `proto3` accept any number, so parsers keep one that means nothing. TensorFlow then takes it for some ' +
    "other value, or fails: a `gradient_accumulation_status` beyond 0 to 2 is an error when the table's state is " +
    "laid out, and it is one here. Write the value's name.",
  bad: 'mode: 9',
  good: 'mode: TRAINING',
  explain: ({ detail, field, start, end }, source) => {
    const names = meaningfulNames(field!.enum!);
    const isChecked = CHECKED.has(field!.enum!.name);
    const reaction = isChecked ? 'TensorFlow rejects it' : 'parsers accept it all the same';
    return {
      message: `${field!.name} has no value ${excerpt(detail)}; ${reaction}. Use one of ${names.join(', ')}.`,
      ...(isChecked && { severity: 'error' }),
      fixes: () => names.map((name) => replacement(source, start, end, name)),
    };
  },
};
