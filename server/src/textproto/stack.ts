/**
 * A stack from which several top items are taken at once, as an array. Nested parts of a tree share one stack, so that each
 * part's array has its exact length. An array that grows item by item would reserve memory that a large tree never uses.
 */
export class Stack<T> {
  /** Only the first `length` items are on the stack. */
  readonly items: T[] = [];
  length = 0;

  push(item: T): void {
    this.items[this.length++] = item;
  }

  /** Takes all items from an index on. */
  takeFrom(index: number): readonly T[] {
    if (index === this.length) return NOTHING;
    const top = this.items.slice(index, this.length);
    this.length = index;
    return top;
  }
}

const NOTHING: readonly never[] = [];
