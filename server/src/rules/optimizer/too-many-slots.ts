import { MAX_AUXILIARY_VARIABLES as MAX } from '../../optimizers';
import type { Rule } from '../rule';
import { setField } from '../support/edits';
import { fix } from '../support/fixes';
import { declaredShape } from '../support/program-shape';
import { ownerSpan } from '../support/spans';
import { fits } from './user-program-shape';

export const tooManySlots: Rule = {
  code: 'too-many-slots',
  severity: 'error',
  summary: 'A user-defined program has too many slot variables.',
  details:
    'A table may have seven variables in addition to its parameters. Each result of the program except the first ' +
    'is one of them. Gradient accumulation takes another, unless `gradient_accumulation_status` is `DISABLED`. ' +
    'TensorFlow rejects more when parameters are loaded or retrieved.',
  messages: {
    'does not support gradient accumulation because it already has too many other accumulators':
      'The optimizer has so many slot variables that no room is left for accumulated gradients: 7 in all.',
  },
  bad:
    'table_descriptor { optimization_parameters { user_defined_program { program { host_program_shape {\n' +
    '  parameters: [ {}, {}, {}, {}, {}, {}, {}, {}, {} ]\n' +
    '  result { tuple_shapes: [ {}, {}, {}, {}, {}, {}, {}, {} ] }\n} } } } }',
  good:
    'table_descriptor { optimization_parameters { user_defined_program { program { host_program_shape {\n' +
    '  parameters: [ {}, {}, {}, {}, {}, {}, {}, {} ]\n' +
    '  result { tuple_shapes: [ {}, {}, {}, {}, {}, {}, {} ] }\n} } } } }',
  checkTable({ optimization }, report, { bound }) {
    const shape = optimization && declaredShape(optimization);
    if (!shape || !fits(shape)) return;
    const slots = shape.outputs - 1;
    if (slots < MAX || (slots === MAX && optimization.gradientAccumulation !== true)) return;
    if (slots > MAX) {
      report({
        span: ownerSpan(shape.owner),
        message: `The program has ${slots} slot variables, but TensorFlow allows ${MAX}.`,
      });
      return;
    }
    report({
      span: ownerSpan(shape.owner),
      message:
        `The program has ${slots} slot variables, which leaves no room for gradient accumulation: ` +
        `TensorFlow allows ${MAX} in all. Use a slot fewer, or disable accumulation.`,
      fixes: () => [
        fix(
          'Disable gradient accumulation',
          setField(bound, optimization.message, 'gradient_accumulation_status', 'DISABLED'),
        ),
      ],
    });
  },
};
