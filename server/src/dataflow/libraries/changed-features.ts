// An embedding object keeps the very dict or list of its features, and beside that what it read of it when it was made.
import { Attached } from '../../basics/attached';
import { findEntry } from '../../catalogue';
import { embeddingId } from '../../catalogue/names';
import { counted } from '../../configuration/quantities';
import type { Arguments, Evaluator, Failure, OfMethod, Value } from '../../evaluator';
import { isCertain, isSettled } from '../../evaluator/failures';
import { refused, refusedValue } from '../../evaluator/refusals';
import type { Cell, CellKind } from '../../evaluator/state';
import { argumentAt, valuesOf } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { difference, leavesOf, structureOf } from '../calls/structure';
import { instanceOf } from '../calls/types';
import { settingIn, settingOfMaker } from './constructor-arguments';
import { leavesIn } from './nested-results';
import { strategyAround } from './strategies';
import { isTable, tableNamed } from './table-values';

/** What an object has read of its features: their number, and their tables as far as they are known. */
interface Read {
  readonly count: number;
  readonly tables: readonly (Value | undefined)[];
  /** Whether certainly no call has built the object yet: later ones do nothing. */
  readonly isUnbuilt: Cell<boolean>;
}

const OBJECT = embeddingId('TPUEmbedding');
const whatWasRead = new Attached<Arguments, Read>();

/** What holds on all paths that meet. */
const CERTAINLY: CellKind<boolean> = {
  join: (a, b) => a && b,
  widen: (before, after) => before && after,
  nothing: false,
  letEscape() {},
};

/** An embedding object is made. */
export function noteFeatures(object: Value, node: Node, ev: Evaluator): void {
  const isJudged = instanceOf(object)?.entry.id === OBJECT && strategyAround(ev.around) === 'tpu';
  const features = isJudged ? featuresOf(object) : undefined;
  if (object.kind === 'made' && features)
    whatWasRead.set(object.given, {
      count: features.length,
      tables: tablesIn(features, node, ev),
      isUnbuilt: ev.state.cell(true, CERTAINLY),
    });
}

/** A method of an embedding object is called, be it certain or not: it may build the object. */
export function noteBuilding(object: Value, name: string, { state }: Evaluator): void {
  const known = object.kind === 'made' ? whatWasRead.get(object.given) : undefined;
  if (known && findEntry(`${OBJECT}.${name}`)?.building === 'builds') state.write(known.isUnbuilt, false);
}

/** A call that compares the features with what the object has read of them before the program changed them. */
export const changeFailure: OfMethod<Failure> = (object, name, given, node, ev) => {
  const before = object.kind === 'made' ? whatWasRead.get(object.given) : undefined;
  const config = before && settingOfMaker(object, 'features');
  if (object.kind !== 'made' || !config || !isCertain(ev, object) || !isSettled(ev, config)) return undefined;
  const now = CHECKED.get(name)?.(before, given, config) ? featuresOf(object) : undefined;
  if (!now) return undefined;
  if (now.length !== before.count)
    return refusedValue(
      `\`feature_config\` has ${counted(now.length, 'feature')} here but had ${before.count} when the embedding object was made. The object keeps ` +
        'the very dict or list that it gets, so change that before, or pass a copy',
    );
  // Ids are numbered by their tables when the object is built.
  const other = before.isUnbuilt.content
    ? tablesIn(now, node, ev).find((table) => isNew(table, before))
    : undefined;
  return (
    other &&
    refused(
      `${tableNamed(other, node, ev)} of a feature is new since the embedding object was made, which takes no others later. Change the features before`,
      'KeyError',
    )
  );
};

/** The methods that compare the features, and whether they certainly get there. */
const CHECKED: ReadonlyMap<string, (before: Read, given: Arguments, config: Value) => boolean> = new Map([
  [
    'enqueue',
    (_before, given, config) => {
      const ids = argumentAt(given, 0, 'features');
      return ids !== undefined && !difference(structureOf(config), structureOf(ids));
    },
  ],
  [
    'build',
    ({ isUnbuilt }, given, config) => {
      const shapes = argumentAt(given, 0, 'per_replica_input_shapes');
      const isGiven = valuesOf(given).some(({ kind }) => kind !== 'none' && kind !== 'unknown');
      return isUnbuilt.content && isGiven && (!shapes || areAsMany(shapes, config));
    },
  ],
]);

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
