import type { Rule } from '../rule';
import * as all from './all';

export const configurationRules: readonly Rule[] = Object.values(all);
