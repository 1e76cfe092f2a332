import type { Rule } from '../rule';
import { fileTooLarge } from './file-too-large';
import { unusedSuppression } from './unused-suppression';

export const checkerRules: readonly Rule[] = [fileTooLarge, unusedSuppression];
