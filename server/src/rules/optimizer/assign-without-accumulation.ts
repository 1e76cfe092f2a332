import type { Rule } from '../rule';
import { accumulationOff } from '../support/accumulation';
import { ownerSpan } from '../support/spans';

export const assignWithoutAccumulation: Rule = {
  code: 'assign-without-accumulation',
  severity: 'warning',
  summary: 'Rows are assigned without gradient accumulation, so a row keeps an arbitrary gradient.',
  details:
    '`assign` overwrites a row with its gradient. An id that comes up twice in a batch has two gradients: with ' +
    'gradient accumulation the row becomes their sum. Without it, one of them overwrites the other, in no fixed order.',
  bad:
    'table_descriptor { optimization_parameters {\n' +
    '  assign {}\n  gradient_accumulation_status: DISABLED\n} }',
  good:
    'table_descriptor { optimization_parameters {\n' +
    '  assign {}\n  gradient_accumulation_status: ENABLED\n} }',
  checkTable({ optimization }, report) {
    if (optimization?.gradientAccumulation !== false || optimization.algorithm?.name !== 'assign') return;
    const { field, message } = optimization.choice!;
    if (!message) return;
    report({
      span: ownerSpan({ field, message }),
      message:
        'assign needs gradient accumulation: without it, an id that comes up twice in a batch keeps an ' +
        'arbitrary one of its values.',
      ...accumulationOff(optimization),
    });
  },
};
