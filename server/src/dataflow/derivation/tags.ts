import type { Value } from '../../evaluator';
import { sameCallable } from './callables';

/** The tags of learning rate functions: their indices among the distinct functions. */
export class Tags {
  private readonly functions: (Value | undefined)[] = [];
  private isCertain = true;

  /** Undefined if it is unknown which functions are equal. */
  of(rate: Value | undefined): number | undefined {
    const same = this.functions.map((other) => sameCallable(rate, other));
    const found = same.indexOf(true);
    if (found < 0) this.functions.push(rate);
    // This function may equal an earlier one.
    if (found < 0 && same.includes(undefined)) this.isCertain = false;
    return this.isCertain ? (found < 0 ? this.functions.length - 1 : found) : undefined;
  }

  /** Makes all further tags unknown, as an unknown table may use any function. */
  lose(): void {
    this.isCertain = false;
  }
}
