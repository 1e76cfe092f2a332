// What annotations, and the types of attributes in the catalogue, say of values that are not known otherwise. The program
// need not respect an annotation, and an object may be of a class derived from the one that is named.

import { classesOf, type Entry, findEntry, type Type } from '../../catalogue';
import type { Evaluator, Frame, Value } from '../../evaluator';
import { type ClassValue, int, passing, UNKNOWN_ARGUMENTS, unknown } from '../../evaluator/value';
import { stringValue } from '../../python/strings';
import type { Expression, Node } from '../../python/tree';
import { builtin } from '../../schema/builtin';
import { type Inferred, instanceOf } from '../calls/types';
import { declared as declaredMessage, newMessage } from '../messages/message-values';
import { assignsAttribute } from './constructor-arguments';

/** The value that an annotation declares; `None` is left out, as a program tests for it before it uses the value. */
export function declaredBy(annotation: Expression, ev: Evaluator, frame: Frame): Value | undefined {
  const inner = (node: Expression) => declaredBy(node, ev, frame);
  switch (annotation.kind) {
    case 'name':
    case 'attribute':
      return objectOf(pathOf(annotation, ev, frame), annotation, ev);
    case 'string': {
      const [first, ...names] = (stringValue(ev.tree.text, annotation) ?? '').split('.');
      if (!/^\w+$/.test(first!)) return undefined;
      const value = names.reduce(
        (object, name) => ev.attribute(object, name, annotation),
        ev.lookUp(first!, frame, annotation),
      );
      return objectOf(value.kind === 'reference' ? value.name : undefined, annotation, ev);
    }
    case 'binary':
      return annotation.operators.every((each) => each === '|')
        ? oneOf(annotation.operands, inner)
        : undefined;
    case 'subscript': {
      const parts = annotation.indices;
      const head = pathOf(annotation.object, ev, frame) ?? '';
      const name = head.slice(head.lastIndexOf('.') + 1);
      if (!GENERIC.test(head)) return undefined;
      if (ALTERNATIVES.has(name)) return oneOf(parts, inner);
      const held = parts.map((part) => inner(part) ?? unknown(part, 'parameter'));
      if (MAPPINGS.has(name))
        return held.length === 2 ? mappingOf(held[0]!, held[1]!, annotation) : undefined;
      const isEven = SEQUENCES.has(name) || (TUPLES.has(name) && isEllipsis(parts[1]));
      return isEven && held[0] ? sequenceOf(held[0], annotation) : undefined;
    }
    default:
      return undefined;
  }
}

/** Modules with generic types: `list[…]`, `typing.List[…]`, `collections.abc.Sequence[…]`. */
const GENERIC = /^(?:builtins|typing(?:_extensions)?|collections(?:\.abc)?)\.\w+$/;
const ALTERNATIVES: ReadonlySet<string> = new Set(['Optional', 'Union', 'Final', 'ClassVar', 'Annotated']);
const MAPPINGS: ReadonlySet<string> = new Set(['dict', 'Dict', 'Mapping', 'MutableMapping', 'OrderedDict']);
const SEQUENCES: ReadonlySet<string> = new Set([
  ...['list', 'List', 'Sequence', 'MutableSequence', 'Iterable', 'Collection', 'Iterator', 'Generator'],
  ...['set', 'Set', 'frozenset', 'FrozenSet'],
]);
/** `Tuple[T, ...]` has any number of elements of one type. */
const TUPLES: ReadonlySet<string> = new Set(['tuple', 'Tuple']);
const isEllipsis = (node: Expression | undefined) => node?.kind === 'constant' && node.value === '...';

/** The only alternative that is not `None`. What `Annotated` adds comes behind the type. */
function oneOf(
  parts: readonly Expression[],
  inner: (node: Expression) => Value | undefined,
): Value | undefined {
  const [only, ...others] = parts.filter((part) => !(part.kind === 'constant' && part.value === 'None'));
  return only && others.length === 0 ? inner(only) : undefined;
}

function pathOf(node: Expression, ev: Evaluator, frame: Frame): string | undefined {
  const value = ev.try(() => ev.evaluate(node, frame));
  return value.kind === 'reference' ? value.name : undefined;
}

/** An object of a class of the catalogue. */
function objectOf(path: string | undefined, node: Node, ev: Evaluator): Value | undefined {
  if (path === 'builtins.int') return int(node, undefined);
  const entry = path === undefined ? undefined : classNamed(path);
  if (!entry) return undefined;
  if (entry.message === undefined) return someObject(entry, node);
  const type = builtin.message(entry.message);
  return type && declaredMessage(newMessage(ev, type, node, undefined, { hasUnknownFields: true }));
}

function classNamed(path: string): Entry | undefined {
  const entry = findEntry(path);
  return entry?.kind === 'class' && !entry.foreign && !entry.removed ? entry : undefined;
}

/** An object of which only the class is known. */
function someObject(entry: Entry, node: Node): Value {
  const facts: Inferred = { kind: 'unknown', declared: entry };
  const cls: Value = { kind: 'reference', name: entry.id, node };
  return {
    kind: 'made',
    callee: 'typing.cast',
    given: { ...UNKNOWN_ARGUMENTS, positional: [cls] },
    facts,
    node,
  };
}

const SEQUENCE = 'typing.Sequence';
const MAPPING = 'typing.Mapping';

const sequenceOf = (element: Value, node: Node): Value => ({
  kind: 'made',
  callee: SEQUENCE,
  given: passing(element),
  node,
});

const mappingOf = (key: Value, value: Value, node: Node): Value => ({
  kind: 'made',
  callee: MAPPING,
  given: passing(key, value),
  node,
});

/** Any element of a declared sequence, or any key of a declared mapping. */
export const elementOfDeclared = (over: Value): Value | undefined =>
  over.kind === 'made' && (over.callee === SEQUENCE || over.callee === MAPPING)
    ? over.given.positional[0]
    : undefined;

/** `object[index]` */
export const itemOfDeclared = (object: Value): Value | undefined =>
  object.kind === 'made' && (object.callee === SEQUENCE || object.callee === MAPPING)
    ? object.given.positional.at(-1)
    : undefined;

/** The result of a method of a declared mapping. */
export function methodOfDeclared(object: Value, name: string, node: Node): Value | undefined {
  if (object.kind !== 'made' || object.callee !== MAPPING) return undefined;
  const [key, value] = object.given.positional as [Value, Value];
  switch (name) {
    case 'keys':
      return sequenceOf(key, node);
    case 'values':
      return sequenceOf(value, node);
    case 'items':
      return sequenceOf({ kind: 'tuple', elements: [key, value], node }, node);
    default:
      return undefined;
  }
}

/** The class of an object whose attribute is looked up. */
export interface Lookup {
  readonly entry: Entry;
  /** The object may be of another class: this one is declared, or inherited. */
  readonly isDeclared: boolean;
}

export function classBehind(value: Value | undefined): Lookup | undefined {
  const made = instanceOf(value);
  if (made) return { entry: made.entry, isDeclared: made.isDeclared === true };
  const facts = value?.kind === 'made' ? (value.facts as Inferred | undefined) : undefined;
  return facts?.kind === 'unknown' && facts.declared
    ? { entry: facts.declared, isDeclared: true }
    : undefined;
}

/** Another object of the same class, unless that is one of messages. */
export function objectLike(value: Value, node: Node): Value | undefined {
  const entry = classBehind(value)?.entry;
  return entry && entry.message === undefined ? someObject(entry, node) : undefined;
}

/** An attribute of an object of the catalogue, by the type that the catalogue gives for it. */
export function declaredAttribute(
  object: Value,
  name: string,
  node: Node,
  { tree }: Evaluator,
): Value | undefined {
  const owner = classBehind(object)?.entry;
  if (!owner?.attributes?.includes(name) || assignsAttribute(tree, name)) return undefined;
  const type = owner.parameters.find((each) => each.name === name)?.type;
  return type && valueOfType(type, node);
}

/** An object of a class of the catalogue, if that has the attribute and passes it on to the classes derived from it. */
export function objectThatHas(name: string, base: string, node: Node): Value | undefined {
  const entry = classNamed(base);
  return entry?.attributes?.includes(name) ? someObject(entry, node) : undefined;
}

/** The attributes of objects of a class of the catalogue. */
export const attributesOfAll = (base: string): readonly string[] | undefined => classNamed(base)?.attributes;

/** The class of the catalogue that a class of the program is derived from. */
export function baseOf({ inherited }: ClassValue): Entry | undefined {
  const base = inherited.find(({ kind }) => kind !== 'class');
  return base?.kind === 'reference' ? classNamed(base.name) : undefined;
}

/** A value of a type, if that is an object of one class. */
export function valueOfType(type: Type, node: Node): Value | undefined {
  if (type.of !== 'instance') return undefined;
  const [first, ...others] = classesOf(type);
  const isOne = 'role' in type || others.length === 0;
  return first && isOne ? someObject(first, node) : undefined;
}
