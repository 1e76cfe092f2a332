import type { Node } from '../python/tree';
import { type Builtin, kept } from './builtins';
import { elementAt, tupleOf } from './containers';
import type { Evaluator } from './evaluator';
import { attributeFailure, fails, isCertain } from './failures';
import { none, passing, unknown, type Value } from './value';

/** Calls what `operator.itemgetter` and its like made: gives one result, or a tuple of several. */
const getting =
  (get: (ev: Evaluator, object: Value, what: Value, node: Node) => Value): Builtin =>
  (ev, { positional: [getter, object, ...more], keywords, hasUnknownArguments }, node) => {
    const isPlain = more.length === 0 && keywords.size === 0 && !hasUnknownArguments;
    if (!isPlain || !object || getter?.kind !== 'made' || getter.given.hasUnknownArguments) return undefined;
    const all = getter.given.positional.map((what) => get(ev, object, what, node));
    return all.length === 1 ? all[0] : tupleOf(all, node);
  };

/** `object.a.b`, for the text `a.b`. */
const attributeAt = (ev: Evaluator, object: Value, path: Value, node: Node): Value =>
  path.kind === 'str' && path.value !== undefined
    ? path.value.split('.').reduce((of, name) => checkedAttribute(ev, of, name, node), object)
    : unknown(node, 'call');

function checkedAttribute(ev: Evaluator, object: Value, name: string, node: Node): Value {
  if (isCertain(ev, object))
    fails(ev, node, attributeFailure(ev, object, name) ?? ev.library.lackedAttribute?.(object, name));
  return ev.attribute(object, name, node);
}

const GETTERS = {
  'operator.itemgetter': getting(elementAt),
  'operator.attrgetter': getting(attributeAt),
};

/** The decorators that a property has: each makes one with another function at its place. */
const PARTS = ['getter', 'setter', 'deleter'];
const PROPERTY = 'builtins.property';

const partOfProperty =
  (place: number): Builtin =>
  (_ev, { positional: [property, part] }, node) => {
    if (property?.kind !== 'made' || !part) return undefined;
    const given = PARTS.map((_, i) => (i === place ? part : (property.given.positional[i] ?? none(node))));
    return { kind: 'made', callee: PROPERTY, given: passing(...given), node };
  };

/** Functions that get something of an object, and calls of what they make; the parts of properties. */
export const ACCESSORS: { readonly [name: string]: Builtin } = Object.fromEntries([
  ...Object.entries(GETTERS).flatMap(([name, call]) => [
    [name, kept(name)],
    [`${name}.__call__`, call],
  ]),
  ...PARTS.map((name, i) => [`${PROPERTY}.${name}`, partOfProperty(i)]),
]);
