// An embedding object keeps the very dict or list of its features, and beside that what it read of it when it was made.
import { excerpt } from '../../basics/excerpt';
import { embeddingId } from '../../catalogue/names';
import { counted } from '../../configuration/quantities';
import type { Arguments, Evaluator, Failure, OfMethod, Value } from '../../evaluator';
import { isCertain, isSettled } from '../../evaluator/failures';
import { refused, refusedValue } from '../../evaluator/refusals';
import { argumentAt, valuesOf } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { difference, leavesOf, structureOf } from '../calls/structure';
import { instanceOf } from '../calls/types';
import { settingIn, settingOfMaker } from './constructor-arguments';
import { leavesIn } from './nested-results';
import { strategyAround } from './strategies';

/** What an object has read of its features: their number, and their tables as far as they are known. */
interface Read {
  readonly count: number;
  readonly tables: readonly (Value | undefined)[];
}

const OBJECT = embeddingId('TPUEmbedding');
const read = new WeakMap<Arguments, Read>();
/** The call that builds an object: later ones do nothing. */
const building = new WeakMap<Arguments, Node>();

/** An embedding object is made. */
export function noteFeatures(object: Value, node: Node, ev: Evaluator): void {
  const isJudged = instanceOf(object)?.entry.id === OBJECT && strategyAround(ev.around) === 'tpu';
  const features = isJudged ? featuresOf(object) : undefined;
  if (object.kind === 'made' && features)
    read.set(object.given, { count: features.length, tables: tablesIn(features, node, ev) });
}

/** A call that compares the features with what the object has read of them before the program changed them. */
export const changeFailure: OfMethod<Failure> = (object, name, given, node, ev) => {
  const before = object.kind === 'made' ? read.get(object.given) : undefined;
  const config = before && settingOfMaker(object, 'features');
  if (object.kind !== 'made' || !config || !isCertain(ev, object) || !isSettled(ev, config)) return undefined;
  const now = CHECKED[name]?.(object, given, config, node) ? featuresOf(object) : undefined;
  if (!now) return undefined;
  if (now.length !== before.count)
    return refusedValue(
      `\`feature_config\` has ${counted(now.length, 'feature')} here, and had ${before.count} when the embedding object was made, which keeps ` +
        'the very dict or list: change it before, or pass a copy',
    );
  const other =
    name === 'enqueue' ? tablesIn(now, node, ev).find((table) => isNew(table, before)) : undefined;
  const text = other && ev.attribute(other, 'name', node);
  if (!text) return undefined;
  const named = text.kind === 'str' && text.value !== undefined ? ` '${excerpt(text.value)}'` : '';
  return refused(
    `The table${named} of a feature was not there when the embedding object was made, which takes no others later: change the features before`,
    'KeyError',
  );
};

/** The methods that compare the features, and whether they certainly get there. */
const CHECKED: Readonly<
  Record<string, (object: Made, given: Arguments, config: Value, node: Node) => boolean>
> = {
  enqueue(_object, given, config) {
    const ids = argumentAt(given, 0, 'features');
    return ids !== undefined && !difference(structureOf(config), structureOf(ids));
  },
  build(object, given, config, node) {
    const first = building.get(object.given) ?? node;
    building.set(object.given, first);
    const shapes = argumentAt(given, 0, 'per_replica_input_shapes');
    const isGiven = valuesOf(given).some(({ kind }) => kind !== 'none' && kind !== 'unknown');
    return first === node && isGiven && (!shapes || areAsMany(shapes, config));
  },
};

type Made = Extract<Value, { kind: 'made' }>;

/** Whether shapes are as many as features, if they are known; one number counts for all. */
function areAsMany(shapes: Value, config: Value): boolean {
  const structure = structureOf(shapes);
  const [given, wanted] = [leavesOf(structure), leavesOf(structureOf(config))];
  return (
    structure.kind !== 'branch' || given.unknown.length > 0 || given.paths.length === wanted.paths.length
  );
}

function featuresOf(object: Value): readonly Value[] | undefined {
  const config = settingOfMaker(object, 'features');
  return config && leavesIn(config);
}

const tablesIn = (features: readonly Value[], node: Node, ev: Evaluator) =>
  features.map((feature) => settingIn(feature, 'table_id', node, ev));

/** Whether a table is certainly none of those that the object knows. */
const isNew = (table: Value | undefined, { tables }: Read): boolean =>
  isTable(table) && tables.every((known) => isTable(known) && known.given !== table.given);

const isTable = (value: Value | undefined): value is Made =>
  value?.kind === 'made' && instanceOf(value)?.entry.role === 'table';
