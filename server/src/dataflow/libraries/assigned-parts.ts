// What tables and features of an embedding object got after they were made: only their constructors check it.
import { Attached } from '../../basics/attached';
import type { Arguments, Evaluator, Value } from '../../evaluator';
import { fails, isJudged } from '../../evaluator/failures';
import { refused } from '../../evaluator/refusals';
import { kinds, numberOf } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { instanceOf } from '../calls/types';
import type { AssignedAttributes } from './assigned-attributes';
import { argumentOfMaker, settingOfMaker } from './constructor-arguments';
import { leavesIn } from './nested-results';

interface Reading {
  readonly attribute: string;
  readonly isWrong: (value: Value) => boolean;
  readonly instead: string;
  readonly raises: string;
}

const NO_OBJECT = kinds('none', 'bool', 'int', 'float', 'str', 'bytes', 'list', 'tuple', 'dict', 'set');
const NO_INT = kinds('none', 'float', 'str', 'bytes', 'list', 'tuple', 'dict', 'set');

const size = (attribute: string): Reading => ({
  attribute,
  isWrong: (value) => NO_INT.has(value.kind) || (numberOf(value) ?? 0) < 0,
  instead: 'an int of 1 or more',
  raises: 'TypeError',
});

/** What an embedding object reads of its features when it is made, and of its tables when it is built. */
const OF_FEATURES: readonly Reading[] = [
  {
    attribute: 'table',
    isWrong: ({ kind }) => NO_OBJECT.has(kind),
    instead: 'a `TableConfig`',
    raises: 'AttributeError',
  },
];
const OF_TABLES: readonly Reading[] = [
  size('vocabulary_size'),
  size('dim'),
  {
    attribute: 'initializer',
    isWrong: ({ kind }) => NO_OBJECT.has(kind),
    instead: 'a function or an initializer such as `tf.keras.initializers.RandomNormal()`',
    raises: 'TypeError',
  },
];

/** Objects that something may have built, by the arguments that made them. */
const built = new Attached<Arguments, true>();

/** A method of an embedding object is called. Only the first one that builds it reads its tables. */
export function checkBuilding(
  object: Value,
  name: string,
  attributes: AssignedAttributes,
  node: Node,
  ev: Evaluator,
): void {
  if (object.kind !== 'made' || !BUILDING.has(name)) return;
  if (name === 'build' && !built.has(object.given)) checkAssigned(object, 'built', attributes, node, ev);
  built.set(object.given, true);
}

const BUILDING: ReadonlySet<string> = new Set(['build', 'enqueue', 'call', '__call__', 'embedding_lookup']);

/** Notes values that features or tables of an embedding object got, and that it cannot use once it is made or built. */
export function checkAssigned(
  object: Value,
  when: 'made' | 'built',
  attributes: AssignedAttributes,
  node: Node,
  ev: Evaluator,
): void {
  const { role, library } = instanceOf(object)?.entry ?? {};
  const given = role === 'embedding' && library === 'tensorflow' && settingOfMaker(object, 'features');
  for (const feature of (given && leavesIn(given)) || []) {
    const isFeature = instanceOf(feature)?.entry.role === 'feature';
    const table = attributes.get(feature, 'table', node) ?? argumentOfMaker(feature, 'table');
    const [part, readings] = when === 'made' ? [feature, OF_FEATURES] : [table, OF_TABLES];
    if (!isFeature || !part) continue;
    for (const { attribute, isWrong, instead, raises } of readings) {
      const value = attributes.get(part, attribute, node);
      if (!value || !isWrong(value) || !isJudged(ev, object, part, value)) continue;
      const reason = `\`${attribute}\` of a ${when === 'made' ? 'feature' : 'table'} was set to ${shown(value)}. Set it to ${instead}`;
      fails(ev, node, refused(reason, numberOf(value) === undefined ? raises : 'InvalidArgumentError'));
    }
  }
}

const shown = (value: Value): string => {
  const number = value.kind === 'int' ? numberOf(value) : undefined;
  return number === undefined ? (value.kind === 'none' ? '`None`' : `a ${value.kind}`) : String(number);
};
