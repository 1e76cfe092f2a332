import type { Value } from '../dataflow/evaluator';
import { sameCallable } from './callables';

/** The tags of the functions that give learning rates: their places among the distinct ones. */
export class Tags {
  private readonly functions: (Value | undefined)[] = [];
  private isCertain = true;

  /** Undefined where it is not known which of them are equal. */
  of(rate: Value | undefined): number | undefined {
    const same = this.functions.map((other) => sameCallable(rate, other));
    const found = same.indexOf(true);
    if (found < 0) this.functions.push(rate);
    // An earlier one may be equal to yet another.
    if (found < 0 && same.includes(undefined)) this.isCertain = false;
    return this.isCertain ? (found < 0 ? this.functions.length - 1 : found) : undefined;
  }

  /** Nothing is known of the tags from here on: any function may be among those of a table that is not known. */
  lose(): void {
    this.isCertain = false;
  }
}
