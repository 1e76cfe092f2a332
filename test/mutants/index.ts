import { CONFIGURATION_MUTANTS } from './configuration';
import { EDITOR_MUTANTS } from './editor';
import type { Mutant } from './mutant';
import { PYTHON_MUTANTS } from './python';
import { REPORT_MUTANTS } from './reports';

/** In a fixed order, because people name mutants by their numbers. */
export const MUTANTS: readonly Mutant[] = [
  ...CONFIGURATION_MUTANTS,
  ...PYTHON_MUTANTS,
  ...REPORT_MUTANTS,
  ...EDITOR_MUTANTS,
];
