import type { Expression } from '../python/tree';
import type { Evaluator } from './evaluator';
import type { Frame, Value } from './value';

/** A value or, if it is unknown, the value that its annotation declares. */
export function declared(
  ev: Evaluator,
  value: Value,
  annotation: Expression | undefined,
  frame: Frame,
): Value {
  if (!annotation || value.kind !== 'unknown') return value;
  return ev.library.declared?.(annotation, ev, frame) ?? value;
}
