// What calls return by the words of the catalogue alone, whatever their arguments are.
import { type Entry, findEntry, type Result, type Role } from '../../catalogue';
import type { Evaluator, Value } from '../../evaluator';
import { dictOf, listOf, tupleOf } from '../../evaluator/containers';
import { entries, UNKNOWN_ENTRIES } from '../../evaluator/join';
import { bool, exact, float, int, none, str, UNKNOWN_ARGUMENTS, unknown } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import type { Inferred } from '../calls/types';

type Attributes = ReadonlyMap<string, Value>;

/** The value of a result, and what is known of the attributes of its objects by the ids of their classes. */
export function valueOfResult(
  result: Result,
  node: Node,
  ev: Evaluator,
  attributesOf?: (id: string) => Attributes | undefined,
): Value {
  if (result === null) return none(node);
  if (typeof result === 'string') return objectOf(result, node, attributesOf?.(result));
  if (!('of' in result))
    return tupleOf(
      result.map((each) => valueOfResult(each, node, ev, attributesOf)),
      node,
    );
  switch (result.of) {
    case 'bool':
      return exact(bool(node, undefined));
    case 'int':
      return exact(int(node, result.value === undefined ? undefined : BigInt(result.value)));
    case 'float':
      return exact(float(node, undefined));
    case 'str':
      return exact(str(node, result.value));
    case 'list':
      return listOf(ev, undefined, node);
    case 'dict':
      return dictOfAny(valueOfResult(result.holds ?? '', node, ev), node, ev);
    case 'array': {
      const shape = result.rank === undefined ? undefined : Array<undefined>(result.rank).fill(undefined);
      const facts: Inferred = { kind: 'array', dtype: undefined, shape };
      return { kind: 'made', callee: 'jax.Array', given: { ...UNKNOWN_ARGUMENTS }, facts, node };
    }
  }
}

/** A dict by names that are not known. */
export const dictOfAny = (value: Value, node: Node, ev: Evaluator): Value => ({
  ...dictOf(ev, node),
  cell: entries(ev.state, UNKNOWN_ENTRIES),
  any: { key: str(node, undefined), value },
});

/** An object of a class of the catalogue, by its id, and what is known of its attributes. */
export function objectOf(id: string, node: Node, known?: Attributes): Value {
  const entry = findEntry(id);
  const facts: Inferred | undefined = entry && {
    kind: 'instance',
    entry,
    call: undefined,
    ...withoutOperators(entry),
  };
  const given = { ...UNKNOWN_ARGUMENTS, ...(known && { keywords: known }) };
  return facts ? { kind: 'made', callee: id, given, facts, node } : unknown(node, 'call');
}

/** Roles of objects that take part in no arithmetic. */
const WITHOUT_OPERATORS: ReadonlySet<Role | undefined> = new Set<Role>(['table', 'feature']);

/** That objects of a class take part in no arithmetic, as none of TensorFlow's do that have no elements. */
export function withoutOperators(entry: Entry): { lacksOperators?: string } {
  const { name, role, optimizer, lacksItems, library } = entry;
  const isPlain =
    WITHOUT_OPERATORS.has(role) ||
    optimizer !== undefined ||
    (library === 'tensorflow' && lacksItems === true);
  return isPlain ? { lacksOperators: name } : {};
}
