import type { ParameterWords } from './parameters';
import type { Parameter, Type } from './types';

/** An optimizer, a schedule or an initializer of Keras 3. */
export interface KerasClass {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** The slot variables on SparseCores, where it trains tables. */
  readonly slots?: readonly string[];
}

/** Keras takes anything, and fails later if it cannot compute with it. */
export const ANY: Type = { of: 'other', name: 'Any' };

export const words = (doc: string, type: Type = ANY): ParameterWords => ({ doc, type });
