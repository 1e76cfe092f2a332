/**
 * A stack from which whole tops are taken as arrays. Nested parts of a tree share one, so that each part's array has
 * just its length; an array that grows item by item would reserve room that a large tree never uses.
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
    const taken = this.items.slice(index, this.length);
    this.length = index;
    return taken;
  }
}

const NOTHING: readonly never[] = [];
