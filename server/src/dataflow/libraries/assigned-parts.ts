// Values that attributes of tables and features got later. No constructor checks these, so they fail where an embedding
// object reads them.
import { Attached } from '../../basics/attached';
import { excerpt } from '../../basics/excerpt';
import type { Arguments, Evaluator, Value } from '../../evaluator';
import { fails, isJudged, typeName } from '../../evaluator/failures';
import { refused } from '../../evaluator/refusals';
import { kinds, numberOf } from '../../evaluator/value';
import { textMatches } from '../../python/text-matches';
import type { Node } from '../../python/tree';
import { instanceOf } from '../calls/types';
import type { AssignedAttributes } from './assigned-attributes';
import { argumentOfMaker, settingOfMaker } from './constructor-arguments';
import { leavesIn } from './nested-results';

interface Reading {
  readonly attribute: string;
  /** What Python raises for a value; undefined where it may be right. */
  readonly raises: (value: Value) => string | undefined;
  readonly instead: string;
}

const NO_OBJECT = kinds('none', 'bool', 'int', 'float', 'str', 'bytes', 'list', 'tuple', 'dict', 'set');
const NO_INT = kinds('none', 'float', 'str', 'bytes', 'list', 'tuple', 'dict', 'set');

/** TensorFlow makes a table of no rows, but none of fewer. */
const size = (attribute: string): Reading => ({
  attribute,
  raises: (value) =>
    NO_INT.has(value.kind) ? 'TypeError' : (numberOf(value) ?? 0) < 0 ? 'InvalidArgumentError' : undefined,
  instead: 'an int of 1 or more',
});

/** What an embedding object reads of its features when it is made. */
const OF_FEATURES: readonly Reading[] = [
  {
    attribute: 'table',
    raises: ({ kind }) => (NO_OBJECT.has(kind) ? 'AttributeError' : undefined),
    instead: 'a `TableConfig`',
  },
];

/** What it reads of its tables when it is built. */
const OF_TABLES: readonly Reading[] = [
  size('vocabulary_size'),
  size('dim'),
  {
    attribute: 'initializer',
    raises: ({ kind }) => (NO_OBJECT.has(kind) ? 'TypeError' : undefined),
    instead: 'a function or an initializer such as `tf.keras.initializers.RandomNormal()`',
  },
];

/** Notes values of features that an embedding object cannot use when it is made. */
export function checkAssigned(
  object: Value,
  attributes: AssignedAttributes,
  node: Node,
  ev: Evaluator,
): void {
  for (const feature of featuresOf(object)) check('feature', feature, OF_FEATURES, attributes, node, ev);
}

const BUILDING: ReadonlySet<string> = new Set(['build', 'enqueue', 'call', '__call__', 'embedding_lookup']);
/** Reading the tables may build them, too. */
const READ = /embedding_tables/;

/** Objects that a call may have built, by the arguments that made them. */
const built = new Attached<Arguments, true>();

/** Notes values of tables that a call of a method cannot use if it builds the object, and that the object is built then. */
export function checkBuilding(
  object: Value,
  name: string,
  attributes: AssignedAttributes,
  node: Node,
  ev: Evaluator,
): void {
  if (object.kind !== 'made' || !BUILDING.has(name)) return;
  const isFirst = !built.has(object.given) && !textMatches(ev.tree, READ);
  built.set(object.given, true);
  if (name !== 'build' || !isFirst) return;
  for (const feature of featuresOf(object)) {
    // What the feature got later may not be the table that the object has.
    const table = attributes.get(feature, 'table', node) ? undefined : argumentOfMaker(feature, 'table');
    if (table) check('table', table, OF_TABLES, attributes, node, ev);
  }
}

function featuresOf(object: Value): readonly Value[] {
  const { role, library } = instanceOf(object)?.entry ?? {};
  const given = role === 'embedding' && library === 'tensorflow' && settingOfMaker(object, 'features');
  const leaves = (given && leavesIn(given)) || [];
  return leaves.filter((leaf) => instanceOf(leaf)?.entry.role === 'feature');
}

function check(
  what: string,
  part: Value,
  readings: readonly Reading[],
  attributes: AssignedAttributes,
  node: Node,
  ev: Evaluator,
): void {
  for (const { attribute, raises, instead } of readings) {
    const value = attributes.get(part, attribute, node);
    const exception = value && raises(value);
    if (exception === undefined || !isJudged(ev, part, value!)) continue;
    const reason = `\`${attribute}\` of a ${what} was set to ${shown(value!)}. Set it to ${instead}`;
    fails(ev, node, refused(reason, exception));
  }
}

function shown(value: Value): string {
  if (value.kind === 'none') return '`None`';
  const known = value.kind === 'str' ? value.value : numberOf(value);
  if (known === undefined) return `a value of the type \`${typeName(value)}\``;
  return value.kind === 'str' ? `\`'${excerpt(String(known))}'\`` : `\`${known}\``;
}
