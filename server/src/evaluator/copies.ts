import type { Node } from '../python/tree';
import { isForeign, memberOf } from './attributes';
import { shallowCopy } from './builtins';
import { listOf } from './containers';
import type { Evaluator } from './evaluator';
import { entries, fields, NO_FIELDS, UNKNOWN_ENTRIES } from './join';
import {
  type DictEntry,
  dictKeyOf,
  type InstanceValue,
  kinds,
  type ListValue,
  unknown,
  type Value,
} from './value';

/** `copy.copy(value)` */
export function copied(ev: Evaluator, value: Value, node: Node): Value {
  if (isImmutable(value)) return value;
  const made = value.kind === 'instance' ? copyOfObject(ev, value, node, (held) => held) : undefined;
  return made ?? shallowCopy(ev, value, node);
}

/** An object with copies of the attributes, unless its class says how it is copied. Members of an enum are their own copies. */
function copyOfObject(
  ev: Evaluator,
  value: InstanceValue,
  node: Node,
  copy: (held: Value) => Value,
  copies?: Map<object, Value>,
): Value | undefined {
  const { cls, fields: of } = value;
  if (cls.form === 'enum') return value;
  if (isForeign(cls) || DECIDING.some((name) => memberOf(cls, name))) return undefined;
  const made: Value = { ...value, fields: fields(ev.state, NO_FIELDS), node };
  copies?.set(of, made);
  const known = new Map([...of.content.known].map(([name, held]) => [name, copy(held)]));
  ev.state.write(made.fields, { ...of.content, known });
  return made;
}

/** Methods by which a class decides how its objects are copied. */
const DECIDING: readonly string[] = [
  ...['__copy__', '__deepcopy__', '__reduce__', '__reduce_ex__', '__getstate__', '__setstate__', '__new__'],
  ...['__getnewargs__', '__getnewargs_ex__', '__getattr__', '__getattribute__', '__slots__'],
];

const IMMUTABLE = kinds(
  ...(['none', 'ellipsis', 'bool', 'int', 'float', 'str', 'bytes'] as const),
  ...(['range', 'function', 'class', 'reference'] as const),
);
const isImmutable = (value: Value) => IMMUTABLE.has(value.kind);

/** An object that is referenced twice is also referenced twice in the copy. */
export function deepCopy(
  ev: Evaluator,
  value: Value,
  node: Node,
  copies: Map<object, Value>,
  depth = 0,
): Value {
  if (isImmutable(value)) return value;
  if (depth > 16) return unknown(node, 'limit');
  const copy = (each: Value) => deepCopy(ev, each, node, copies, depth + 1);
  switch (value.kind) {
    case 'list': {
      const made = copies.get(value.cell);
      if (made) return made;
      const fresh: ListValue = { ...value, cell: listOf(ev, undefined, node).cell, node };
      copies.set(value.cell, fresh);
      ev.state.write(fresh.cell, value.cell.content?.map(copy));
      return fresh;
    }
    case 'tuple':
      return { ...value, elements: value.elements?.map(copy), node };
    case 'dict': {
      const { known, hasUnknownEntries } = value.cell.content;
      const made = copies.get(value.cell);
      if (made) return made;
      const fresh = { ...value, cell: entries(ev.state, UNKNOWN_ENTRIES), node };
      copies.set(value.cell, fresh);
      const copied = [...known].map(([id, entry]) => {
        const key = copy(entry.key);
        return [key === entry.key ? id : dictKeyOf(key), { key, value: copy(entry.value) }] as const;
      });
      const found = copied.filter((each): each is readonly [string, DictEntry] => each[0] !== undefined);
      ev.state.write(fresh.cell, {
        known: new Map(found),
        hasUnknownEntries: hasUnknownEntries || found.length < copied.length,
      });
      return fresh;
    }
    case 'set':
      return shallowCopy(ev, value, node);
    case 'instance':
      return copies.get(value.fields) ?? copyOfObject(ev, value, node, copy, copies) ?? unknown(node, 'call');
    case 'made': {
      const made = copies.get(value.given) ?? ev.library.copy?.(value, node, ev, copy);
      if (made) copies.set(value.given, made);
      return made ?? unknown(node, 'call');
    }
    default:
      return (value.kind === 'external' && ev.library.copy?.(value, node, ev)) || unknown(node, 'call');
  }
}
