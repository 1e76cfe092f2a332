import type { Node } from '../python/tree';
import { BUILTINS, type Builtin } from './builtins';
import { listOf, setAll, tupleOf } from './containers';
import { callUnseen } from './escape';
import type { Evaluator } from './evaluator';
import { passing, truth, type Value, valuesOf } from './value';

/** A function that calls another one by the class of its first argument. */
export const DISPATCHING = 'functools.singledispatch';

/** What `register(cls)` gives: a decorator. */
const REGISTERING = `${DISPATCHING}.register.decorator`;

const made: Builtin = (ev, { positional: [callee] }, node) =>
  callee && { kind: 'made', callee: DISPATCHING, given: passing(callee, listOf(ev, [], node)), node };

/** `function.register(cls, other)`, also as a decorator with the class as argument or as annotation. */
const register: Builtin = (ev, { positional: [object, first, second] }, node) => {
  if (object?.kind !== 'made' || !first) return undefined;
  if (second) return add(ev, object, first, second, node);
  if (first.kind !== 'function')
    return { kind: 'made', callee: REGISTERING, given: passing(object, first), node };
  const annotation = first.definition.parameters[0]?.annotation;
  const cls = annotation && ev.evaluate(annotation, first.closure);
  return cls && add(ev, object, cls, first, node);
};

function add(
  ev: Evaluator,
  object: Extract<Value, { kind: 'made' }>,
  cls: Value,
  callee: Value,
  node: Node,
): Value {
  const [, rows] = object.given.positional;
  if (rows?.kind === 'list')
    setAll(ev, rows, rows.cell.content && [...rows.cell.content, tupleOf([cls, callee], node)], node);
  return callee;
}

const dispatched: Builtin = (ev, { positional: [object, ...positional], ...more }, node) => {
  const [fallback, rows] = object?.kind === 'made' ? object.given.positional : [];
  const given = { positional, ...more };
  const [value] = positional;
  const registered = rows?.kind === 'list' ? rows.cell.content : undefined;
  const callee = value && fallback && registered && chosen(ev, value, registered, fallback, node);
  return callee ? ev.call(callee, given, node) : callUnseen(ev, given, node, ...(object ? [object] : []));
};

/** The function for the class of a value, if it is certain; the last one that is registered for a class counts. */
function chosen(
  ev: Evaluator,
  value: Value,
  registered: readonly Value[],
  fallback: Value,
  node: Node,
): Value | undefined {
  const rows = registered.flatMap((row) => (row.kind === 'tuple' && row.elements ? [row.elements] : []));
  const order: readonly Value[] = value.kind === 'instance' ? [value.cls, ...value.cls.inherited] : [];
  const rank = (cls: Value) =>
    cls.kind === 'reference' && cls.name === `builtins.${value.kind}`
      ? 0
      : order.findIndex(
          (each) => each.kind === 'class' && cls.kind === 'class' && each.members === cls.members,
        );
  const exact = rows.findLast(([cls]) => rank(cls!) === 0);
  if (exact) return exact[1];
  const isOf = (cls: Value) => truth(BUILTINS.get('isinstance')!(ev, passing(value, cls), node)!);
  const tests = rows.map(([cls]) => isOf(cls!));
  if (tests.includes(undefined)) return undefined;
  const fitting = rows.filter((_, i) => tests[i]);
  const [only, ...others] = fitting.toSorted(([a], [b]) => rank(a!) - rank(b!));
  return others.length > 0 && rank(only![0]!) < 0 ? undefined : (only?.[1] ?? fallback);
}

/** Functions that are chosen by the class of an argument, and calls of them. */
export const DISPATCH: { readonly [name: string]: Builtin } = {
  [DISPATCHING]: made,
  [`${DISPATCHING}.register`]: register,
  [`${REGISTERING}.__call__`]: (ev, { positional: [decorator, callee] }, node) => {
    const [object, cls] = decorator?.kind === 'made' ? valuesOf(decorator.given) : [];
    return object?.kind === 'made' && cls && callee ? add(ev, object, cls, callee, node) : undefined;
  },
  [`${DISPATCHING}.__call__`]: dispatched,
};
