import { asNumber, isLess } from './numbers';
import { equal, type Value } from './value';

/** How two values that are known are ordered. */
export function orderOf(
  left: Value,
  right: Value,
): { less: boolean; same: boolean; greater: boolean } | undefined {
  const a = asNumber(left);
  const b = asNumber(right);
  if (a && b) {
    const less = isLess(a, b);
    const greater = isLess(b, a);
    const same = equal(a, b);
    return less === undefined || greater === undefined || same === undefined
      ? undefined
      : { less, same, greater };
  }
  if (left.kind === 'str' && right.kind === 'str' && left.value !== undefined && right.value !== undefined) {
    // JavaScript compares UTF-16 units, Python characters.
    if (/[\ud800-\udfff]/.test(left.value + right.value)) return undefined;
    return {
      less: left.value < right.value,
      same: left.value === right.value,
      greater: left.value > right.value,
    };
  }
  if (left.kind === 'tuple' && right.kind === 'tuple' && left.elements && right.elements) {
    for (const [i, element] of left.elements.entries()) {
      const other = right.elements[i];
      if (!other) break;
      const order = orderOf(element, other);
      if (!order) return undefined;
      if (!order.same) return order;
    }
    const a = left.elements.length;
    const b = right.elements.length;
    return { less: a < b, same: a === b, greater: a > b };
  }
  return undefined;
}
