import { counted } from '../../configuration/quantities';
import type { Rule } from '../rule';
import { declaredShape } from '../support/program-shape';
import { ownerSpan } from '../support/spans';

export const userProgramShape: Rule = {
  code: 'user-program-shape',
  severity: 'error',
  summary: 'A user-defined program has the wrong number of parameters or results.',
  details:
    'The parameters of a program are the gradient, the weights, every slot variable, and optionally one ' +
    'scalar; its result is a tuple of the new weights and every new slot. So there are one or two ' +
    'parameters more than results, and at least two. TensorFlow counts them in `host_program_shape` and ' +
    'rejects any other program when parameters are loaded or retrieved.',
  messages: {
    'User-defined TPU embedding optimizer program must have at least two inputs':
      'A user-defined optimizer takes the gradient and the weights, and returns one or two values fewer than it takes.',
  },
  bad:
    'table_descriptor { optimization_parameters { user_defined_program { program { host_program_shape {\n' +
    '  parameters {}\n  result { tuple_shapes {} }\n} } } } }',
  good:
    'table_descriptor { optimization_parameters { user_defined_program { program { host_program_shape {\n' +
    '  parameters {}\n  parameters {}\n  result { tuple_shapes {} }\n} } } } }',
  checkTable({ optimization }, report) {
    const shape = optimization && declaredShape(optimization);
    if (!shape || fits(shape)) return;
    const { inputs, outputs, owner } = shape;
    report({
      span: ownerSpan(owner),
      message:
        `The program declares ${counted(inputs, 'parameter')} and ${counted(outputs, 'result')} in ` +
        'host_program_shape. It needs at least two parameters, and one or two more of them than results.',
    });
  },
};

/** Whether a program's shape determines its slot variables for TensorFlow. */
export function fits({ inputs, outputs }: { inputs: number; outputs: number }): boolean {
  return inputs >= 2 && (inputs === outputs + 1 || inputs === outputs + 2);
}
