import type { Optimizer } from './optimizer';
import { description } from './sources';

export const userDefinedProgram: Optimizer = {
  name: 'user_defined_program',
  title: 'User-defined program',
  slots: [],
  hyperparameters: [],
  source: description,
  note: 'What it computes is in the compiled program, which is not run here.',
  unpublished: true,
};
