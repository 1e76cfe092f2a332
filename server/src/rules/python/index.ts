import * as all from './all';
import type { CallRule } from './call-rule';

/** Every rule about calls in Python. */
export const callRules: readonly CallRule[] = Object.values(all).map((rule) => ({
  ...rule,
  language: 'python',
}));
