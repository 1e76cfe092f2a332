import { excerpt } from '../../basics/excerpt';
import { meaningfulNames } from '../../schema/types';
import type { FindingRule } from '../rule';
import { replacement } from '../support/fixes';

/** TensorFlow fails on any unknown number of these enums. */
const CHECKED = new Set(['tensorflow.tpu.GradientAccumulationStatus.Status']);

export const unknownEnumNumber: FindingRule = {
  code: 'unknown-enum-number',
  severity: 'warning',
  summary: 'No value of the enum has this number.',
  details:
    'Enums of `proto3` accept any number, so parsers keep a number without a meaning. TensorFlow then treats it as some ' +
    'other value, or fails: a `gradient_accumulation_status` outside 0 to 2 fails when the slot variables of the table are ' +
    "determined, so it is an error here. Write the value's name.",
  messages: {
    'has no value with number {n}': 'No value of the enum has the number {n}.',
  },
  bad: 'mode: 9',
  good: 'mode: TRAINING',
  explain: ({ detail, field, start, end }, source) => {
    const names = meaningfulNames(field!.enum!);
    const isChecked = CHECKED.has(field!.enum!.name);
    const reaction = isChecked ? 'TensorFlow rejects it' : 'but parsers accept it';
    return {
      message: `${field!.name} has no value ${excerpt(detail)}; ${reaction}. Use one of ${names.join(', ')}.`,
      ...(isChecked && { severity: 'error' }),
      fixes: () => names.map((name) => replacement(source, start, end, name)),
    };
  },
};
