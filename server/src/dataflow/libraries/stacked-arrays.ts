// Arrays of tables and stacks by their names, which a description of features takes apart or puts together.
import { excerpt } from '../../basics/excerpt';
import { findEntry } from '../../catalogue';
import { type ArraysByName, DESCRIPTION, USERS_OF_ARRAYS } from '../../catalogue/jax-tpu-embedding/uses';
import type { Evaluator, Failure, OfCall, Value } from '../../evaluator';
import { dictBy } from '../../evaluator/containers';
import { refused } from '../../evaluator/refusals';
import { entriesOf, kinds } from '../../evaluator/value';
import { valueOfParameter } from '../calls/arguments';
import { about } from './by-package';
import { valueOfResult } from './described-results';
import { stacksOfFeatures, tablesByName } from './nested-results';
import { isArrayOfNumPy } from './numpy';

/** A stack or table without an array. */
export const arraysFailure: OfCall<Failure> = (name, given, node, ev) => {
  const entry = name.startsWith('jax_tpu_embedding.') ? findEntry(name) : undefined;
  const user = entry && USERS_OF_ARRAYS.get(entry.id);
  if (!entry || !user) return undefined;
  const { arrays: parameter, of: what, description } = user;
  const arrays = valueOfParameter(entry, parameter, given, node);
  const isSure = arrays?.kind === 'dict' && !arrays.cls && !(subscripts(description) && arrays.missing);
  const held = isSure ? heldIn(arrays) : undefined;
  const keys = isSure ? namesIn(arrays) : undefined;
  if (!held || !keys) return undefined;
  const described = valueOfParameter(entry, description, given, node);
  const features = description === 'embedding_specs' ? featuresOf(described) : described;
  const tables = features && tablesByName(features, node, ev);
  const wanted =
    what === 'stack' ? features && stacksOfFeatures(features, node, ev) : tables && namesIn(tables);
  const missing = wanted?.find((each) => !keys.includes(each));
  if (missing !== undefined)
    return refused(
      `\`${parameter}\` lacks the ${what} '${excerpt(missing)}': it is keyed by the names of ${what}s`,
      description === 'embedding_specs' ? 'ValueError' : 'KeyError',
    );
  // Of stacks, only those of the message are looked at, and the functions of arrays take nested ones as well.
  const isRead = (key: string) => what === 'table' || wanted?.includes(key);
  const odd =
    description === 'embedding_specs'
      ? held.findIndex(({ value }, i) => isNoArrayOfJax(value, ev) && isRead(keys[i]!))
      : -1;
  const reason = `\`${parameter}\` has no array of JAX for '${excerpt(keys[odd] ?? '')}'. Make one by \`jnp.asarray(…)\``;
  return odd < 0 ? undefined : refused(reason, 'AttributeError');
};

/** What the functions give that take a message: arrays by the names of tables for those of stacks, and the other way round. */
export const arraysByName = about<Value>(
  (name) => arraysWanted(name)?.description === 'embedding_specs',
  (name, given, node, ev) => {
    const user = arraysWanted(name)!;
    const features = featuresOf(valueOfParameter(findEntry(name)!, user.description, given, node));
    const tables = features && tablesByName(features, node, ev);
    const names =
      user.of === 'stack' ? tables && namesIn(tables) : features && stacksOfFeatures(features, node, ev);
    return names && dictBy(ev, names, () => valueOfResult({ of: 'array' }, node, ev), node);
  },
);

/** What a function of jax-tpu-embedding wants arrays of. */
const arraysWanted = (name: string) =>
  name.startsWith('jax_tpu_embedding.') ? USERS_OF_ARRAYS.get(findEntry(name)?.id ?? '') : undefined;

/** Whether the function subscripts the dict, which then may make what it lacks; the others call its `get`. */
const subscripts = (description: ArraysByName['description']) => description === 'table_specs';

const heldIn = (value: Value) => (value.kind === 'dict' ? entriesOf(value) : undefined);

/** The keys of a dict, if all are known texts. */
function namesIn(value: Value): readonly string[] | undefined {
  const names = heldIn(value)?.map(({ key }) => (key.kind === 'str' ? key.value : undefined));
  return names?.includes(undefined) ? undefined : (names as string[] | undefined);
}

/** The features that a message describes. */
function featuresOf(proto: Value | undefined): Value | undefined {
  if (proto?.kind !== 'made' || !DESCRIPTION.includes(proto.callee) || proto.node.kind !== 'call')
    return undefined;
  const entry = findEntry(proto.callee);
  return entry && valueOfParameter(entry, 'feature_specs', proto.given, proto.node);
}

const isNoArrayOfJax = (value: Value, ev: Evaluator): boolean =>
  PLAIN.has(value.kind) || isArrayOfNumPy(value, ev);

const PLAIN = kinds('none', 'bool', 'int', 'float', 'str', 'list', 'tuple', 'dict');
