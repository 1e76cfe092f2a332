import type { Rule } from '../rule';
import * as all from './all';

export const optimizerRules: readonly Rule[] = Object.values(all);
