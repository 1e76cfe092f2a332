import type { Node } from '../python/tree';
import { dictOf, iterate, listOf, putEntry, tupleOf } from './containers';
import type { Evaluator } from './evaluator';
import { fields } from './join';
import {
  type Arguments,
  type ClassField,
  type ClassValue,
  entriesOf,
  FIELD,
  type InstanceValue,
  NO_ARGUMENTS,
  str,
  type TupleValue,
  unknown,
  type Value,
} from './value';

/** What the objects of a class have beside their fields. */
interface Inherited {
  readonly members?: ReadonlyMap<string, Value>;
  readonly bases?: readonly Value[];
}

/** A class that is made by a call. */
const classOf = (
  ev: Evaluator,
  name: string,
  form: ClassValue['form'],
  fieldsOfIt: readonly ClassField[],
  node: Node,
  { members = new Map(), bases = [] }: Inherited = {},
): ClassValue => ({
  kind: 'class',
  name,
  definition: node,
  members: fields(ev.state, { known: members, hasUnknownFields: false }),
  bases,
  inherited: bases,
  form,
  fields: fieldsOfIt,
  node,
});

/** More deeply nested records are unknown. */
const MAX_DEPTH = 16;

/** The fields of a record as a dict or a tuple, with records in them as such, too. Tuples become `tuples`. */
export function unpacked(
  ev: Evaluator,
  { cls, fields: { content } }: InstanceValue,
  node: Node,
  form: 'dict' | 'tuple',
  tuples: 'tuple' | 'list',
  depth = 0,
): Value | undefined {
  if (cls.form !== 'dataclass' || content.hasUnknownFields || content.unsure || depth > MAX_DEPTH)
    return undefined;
  const copy = (value: Value): Value => {
    const all = (values: readonly Value[] | undefined) => values?.map(copy);
    switch (value.kind) {
      case 'instance':
        return (
          (value.cls.form === 'dataclass' && unpacked(ev, value, node, form, tuples, depth + 1)) ||
          unknown(node, 'call')
        );
      case 'list':
        if (value.isDeque || value.cls) return unknown(node, 'call');
        return listOf(ev, all(value.cell.content), node);
      case 'tuple':
        if (value.cls) return unknown(node, 'call');
        return tuples === 'list' ? listOf(ev, all(value.elements), node) : tupleOf(all(value.elements), node);
      case 'dict': {
        const items = value.cls || value.form || value.isSpecial ? undefined : entriesOf(value);
        if (!items) return unknown(node, 'call');
        const made = dictOf(ev, node);
        for (const entry of items) putEntry(ev, made, entry.key, copy(entry.value));
        return made;
      }
      case 'none':
      case 'bool':
      case 'int':
      case 'float':
      case 'str':
      case 'bytes':
      case 'function':
      case 'class':
      case 'reference':
        return value;
      default:
        return unknown(node, 'call');
    }
  };
  const held: [name: string, value: Value][] = [];
  for (const { name, isPassedOn } of cls.fields) {
    const value = content.known.get(name);
    if (!value || isPassedOn) return undefined;
    held.push([name, copy(value)]);
  }
  if (form === 'tuple')
    return tupleOf(
      held.map(([, value]) => value),
      node,
    );
  const made = dictOf(ev, node);
  for (const [name, value] of held) putEntry(ev, made, str(node, name), value);
  return made;
}

/** `dataclasses.fields(record)`: objects of which the name and the default are known. */
export function fieldsOfRecord(
  _ev: Evaluator,
  { positional: [record] }: Arguments,
  node: Node,
): Value | undefined {
  const cls = record?.kind === 'instance' ? record.cls : record;
  if (cls?.kind !== 'class' || cls.form !== 'dataclass') return undefined;
  const fieldsOfIt = cls.fields.filter(({ isPassedOn }) => !isPassedOn);
  return tupleOf(
    fieldsOfIt.map(({ name, default: value }): Value => {
      const keywords = new Map<string, Value>([['name', str(node, name)]]);
      if (value) keywords.set('default', value);
      return { kind: 'made', callee: FIELD, given: { ...NO_ARGUMENTS, keywords }, node };
    }),
    node,
  );
}

/** The class of objects that hold keywords. */
export const NAMESPACE = 'types.SimpleNamespace';

/** Whether a class is what stands for that one at a call of it. */
export const isNamespace = ({ name, definition }: ClassValue): boolean =>
  definition.kind === 'call' && name === 'SimpleNamespace';

/** `types.SimpleNamespace(a=1)`: an object that holds its keywords. */
export function namespace(
  ev: Evaluator,
  { positional, keywords, hasUnknownArguments }: Arguments,
  node: Node,
): Value | undefined {
  return positional.length > 0
    ? undefined
    : objectWith(ev, 'SimpleNamespace', keywords, hasUnknownArguments, node);
}

/** An object of a class of its own. */
export function objectWith(
  ev: Evaluator,
  name: string,
  known: ReadonlyMap<string, Value>,
  hasUnknownFields: boolean,
  node: Node,
  inherited?: Inherited,
): InstanceValue {
  const cls = classOf(ev, name, 'plain', [], node, inherited);
  return { kind: 'instance', cls, fields: fields(ev.state, { known, hasUnknownFields }), node };
}

/** `collections.namedtuple('Name', 'a b', defaults=[1])` */
export function namedTuple(ev: Evaluator, given: Arguments, node: Node): Value | undefined {
  const { positional, keywords, hasUnknownArguments } = given;
  const [name = keywords.get('typename'), names = keywords.get('field_names'), ...more] = positional;
  if (
    hasUnknownArguments ||
    more.length > 0 ||
    name?.kind !== 'str' ||
    name.value === undefined ||
    keywords.has('rename')
  )
    return undefined;
  const all = names && fieldNames(ev, names);
  const defaults = keywords.get('defaults');
  const values = !defaults || defaults.kind === 'none' ? [] : iterate(ev, defaults);
  if (!all || !values) return undefined;
  const first = all.length - values.length;
  const own = all.map((each, i) => ({ name: each, default: values[i - first], factory: undefined }));
  return classOf(ev, name.value, 'namedtuple', own, node);
}

/** A named tuple of a class of its own. */
export function record(
  ev: Evaluator,
  name: string,
  fieldsOfIt: readonly string[],
  elements: readonly Value[],
  node: Node,
): TupleValue {
  const own = fieldsOfIt.map((each) => ({ name: each, default: undefined, factory: undefined }));
  return { kind: 'tuple', elements, cls: classOf(ev, name, 'namedtuple', own, node), node };
}

function fieldNames(ev: Evaluator, names: Value): readonly string[] | undefined {
  if (names.kind === 'str') return names.value?.split(/[\s,]+/).filter((each) => each !== '');
  const all = iterate(ev, names)?.flatMap((each) => (each.kind === 'str' ? (each.value ?? []) : []));
  return all?.length === iterate(ev, names)?.length ? all : undefined;
}
