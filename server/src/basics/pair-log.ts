/** So many pairs are in each list. */
const LENGTH = 16;

/** Pairs in the order in which they were added. It grows list by list: one list that grows is copied again and again. */
export class PairLog<A, B> {
  private readonly full: (A | B)[][] = [];
  private last: (A | B)[] = [];
  private count = 0;

  get size(): number {
    return this.full.length * LENGTH + this.count;
  }

  add(first: A, second: B): void {
    if (this.count === LENGTH) {
      this.full.push(this.last);
      this.count = 0;
    }
    if (this.count === 0) this.last = new Array<A | B>(2 * LENGTH);
    this.last[2 * this.count] = first;
    this.last[2 * this.count + 1] = second;
    this.count++;
  }

  each(take: (first: A, second: B) => void): void {
    for (const list of this.full) takeFrom(list, LENGTH, take);
    takeFrom(this.last, this.count, take);
  }

  clear(): void {
    this.full.length = 0;
    this.last = [];
    this.count = 0;
  }
}

function takeFrom<A, B>(list: readonly (A | B)[], count: number, take: (first: A, second: B) => void): void {
  for (let i = 0; i < count; i++) take(list[2 * i] as A, list[2 * i + 1] as B);
}
