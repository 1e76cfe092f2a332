// Modules of Flax Linen in the program: records, whose methods run once they are bound to variables.
import type { Evaluator, OfMethod, Value } from '../../evaluator';
import { attributeOf, memberOf } from '../../evaluator/attributes';
import { tupleOf } from '../../evaluator/containers';
import { fields } from '../../evaluator/join';
import {
  type Elements,
  type Fields,
  type InstanceValue,
  NO_ARGUMENTS,
  passing,
  unknown,
} from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { frozenMade } from './frozen-dict';

/** Whether a class is the base of modules of Flax Linen. */
export const isModule = (base: string): boolean => /^flax\.linen\.Module$/.test(base);

/** Methods that run `__call__` with variables, or to make these; the first argument is not for it. */
export const BINDING: ReadonlySet<string> = new Set(['init', 'init_with_output', 'apply']);

/** What else is not for the method that runs. */
export const OPTIONS: ReadonlySet<string> = new Set([
  ...['rngs', 'variables', 'mutable', 'capture_intermediates', 'method'],
]);

/** Methods that decide what a module holds, or what its attributes give. */
const OTHERS = ['__post_init__', '__getattr__', '__getattribute__', '__setattr__'];

/** A method that a module of the program inherits. */
export const inheritedBinding = (
  base: string,
  name: string,
  object: InstanceValue | undefined,
  node: Node,
): Value | undefined =>
  object && isModule(base) && BINDING.has(name) ? { kind: 'method', object, name, node } : undefined;

/** A module of the program makes its variables or gets them: Flax copies it, sets it up and calls it. */
export const moduleBound: OfMethod<Value> = (
  object,
  name,
  { positional, keywords, hasUnknownArguments },
  node,
  ev,
) => {
  if (object.kind !== 'instance' || !BINDING.has(name)) return undefined;
  const { cls } = object;
  const isOfFlax = cls.inherited.some((base) => base.kind === 'reference' && isModule(base.name));
  const isUsual = positional.length > 0 && !hasUnknownArguments && !keywords.has('method');
  if (!isOfFlax || !isUsual || !memberOf(cls, '__call__') || OTHERS.some((each) => memberOf(cls, each)))
    return undefined;
  const copy = copied(object, node, ev);
  if (memberOf(cls, 'setup')) {
    ev.call(attributeOf(ev, copy, 'setup', node), NO_ARGUMENTS, node);
    ev.state.write(copy.fields, frozenFields(copy, node, ev));
  }
  const passed = [...keywords].filter(([key]) => !OPTIONS.has(key));
  const given = { positional: positional.slice(1), keywords: new Map(passed), hasUnknownArguments: false };
  ev.call(attributeOf(ev, copy, '__call__', node), given, node);
  return unknown(node, 'call');
};

/** The copy of a module, in which lists are tuples, and dicts cannot be changed. */
function copied(object: InstanceValue, node: Node, ev: Evaluator): InstanceValue {
  return { ...object, fields: fields(ev.state, frozenFields(object, node, ev)), node };
}

function frozenFields({ fields: { content } }: InstanceValue, node: Node, ev: Evaluator): Fields {
  const known = new Map([...content.known].map(([name, value]) => [name, frozen(value, node, ev)]));
  return { ...content, known };
}

const MAX_DEPTH = 8;

function frozen(value: Value, node: Node, ev: Evaluator, depth = 0): Value {
  const all = (values: Elements): Elements => values?.map((each) => frozen(each, node, ev, depth + 1));
  switch (value.kind) {
    case 'list':
      return depth > MAX_DEPTH ? unknown(node, 'call') : tupleOf(all(value.cell.content), node);
    case 'tuple':
      if (value.cls) return value;
      return depth > MAX_DEPTH || value.standsFor
        ? unknown(node, 'call')
        : tupleOf(all(value.elements), node);
    case 'dict': {
      const made = frozenMade('flax.core.FrozenDict', passing(value), node, ev);
      if (made?.kind !== 'dict' || depth > MAX_DEPTH) return unknown(node, 'call');
      const { content } = made.cell;
      const known = new Map(
        [...content.known].map(([key, entry]) => [
          key,
          { ...entry, value: frozen(entry.value, node, ev, depth + 1) },
        ]),
      );
      ev.state.write(made.cell, { ...content, known });
      return made;
    }
    default:
      return value;
  }
}
