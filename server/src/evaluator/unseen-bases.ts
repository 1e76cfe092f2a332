// What bases in unseen code do to the objects of classes that are derived from them.

import type { Evaluator } from './evaluator';
import { letEscape, UNKNOWN_FIELDS } from './join';
import { type ClassValue, type InstanceValue, kinds, unknown, type Value } from './value';

/** Code of the bases from elsewhere runs on an object. Of those that are not known, it may set or fill what the object holds. */
export function letBasesFill(ev: Evaluator, object: InstanceValue): void {
  if (hasFillingBase(ev, object.cls)) letFill(ev, object);
}

/** From here on, an object may hold anything. What is assigned later is known again. */
export function letFill({ state }: Evaluator, { fields }: InstanceValue): void {
  fields.kind.letEscape(fields.content, state);
  state.write(fields, UNKNOWN_FIELDS);
}

/** A method of such a base is called on a class: the same for what the class holds beside its own methods. */
export function letBasesFillClass(ev: Evaluator, cls: ClassValue): void {
  if (!hasFillingBase(ev, cls)) return;
  const { content } = cls.members;
  const known = new Map<string, Value>();
  for (const [name, value] of content.known) {
    if (!METHODS.has(value.kind)) letEscape(value, ev.state);
    known.set(name, METHODS.has(value.kind) ? value : unknown(value.node, 'changed'));
  }
  ev.state.write(cls.members, { ...content, known });
}

const METHODS = kinds('function', 'made');

const hasFillingBase = (ev: Evaluator, { inherited }: ClassValue): boolean =>
  inherited.some((base) => mayFill(ev, base));

function mayFill(ev: Evaluator, base: Value): boolean {
  switch (base.kind) {
    case 'unknown':
      return true;
    case 'reference':
      return ev.library.fillsObjects?.(base.name) === true;
    case 'made':
      return ev.library.fillsObjects?.(base.callee) === true;
    case 'oneOf':
      return base.options.some((option) => mayFill(ev, option));
    default:
      return false;
  }
}
