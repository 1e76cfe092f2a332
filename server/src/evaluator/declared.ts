import type { Expression } from '../python/tree';
import type { Evaluator } from './evaluator';
import type { Frame, Value } from './value';

/** A value or, where it is unknown, what its annotation says. */
export function declared(
  ev: Evaluator,
  value: Value,
  annotation: Expression | undefined,
  frame: Frame,
): Value {
  if (!annotation || value.kind !== 'unknown') return value;
  return ev.library.declared?.(annotation, ev, frame) ?? value;
}
