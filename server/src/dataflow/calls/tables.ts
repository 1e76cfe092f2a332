import { Attached } from '../../basics/attached';
import { addTo, addToSet } from '../../basics/groups';
import { parameterFor, type Role, type Setting } from '../../catalogue';
import type * as python from '../../python/tree';
import { argumentValue, numberFor } from './argument-values';
import { dependOnAll } from './evaluation';
import { numberOf } from './known-values';
import { eventWithArguments } from './observations';
import {
  type ApiCall,
  argumentThatSets,
  callOf,
  callOfEvent,
  callWith,
  type PythonFile,
} from './python-file';
import type { Inferred, TypeOf } from './types';
import { lastingType } from './types-of-values';

/** The calls that make an embedding object. */
export const embeddings = ({ calls }: PythonFile): readonly ApiCall[] =>
  calls.filter(({ entry }) => entry.role === 'embedding');

/** The known features of an embedding object. */
export function featuresOf(embedding: ApiCall, file: PythonFile): ApiCall[] {
  const config = argumentThatSets(embedding, 'features');
  return config ? callsFor(config, 'feature', embedding.typeOf, file) : [];
}

/** The known tables of these features; a shared table is repeated for each feature. */
export function tablesOf(embedding: ApiCall, file: PythonFile): ApiCall[] {
  return featuresOf(embedding, file).flatMap((feature) => {
    const parameter = parameterFor(feature.entry, 'table_id');
    const assigned = parameter && assignedTo(embedding, feature, parameter.name);
    const table = assigned
      ? madeAs('table', lastingType(assigned, feature.node), file)
      : tableOf(feature, file);
    return table ?? [];
  });
}

/** Whether an attribute of a part of an embedding object was assigned since the part was made. */
export function isAssigned(embedding: ApiCall, part: ApiCall, setting: Setting): boolean {
  const attribute = parameterFor(part.entry, setting)?.name;
  return attribute !== undefined && isChanged(embedding, part, attribute);
}

/** The same for an attribute by its name. */
export const isChanged = (embedding: ApiCall, part: ApiCall, attribute: string): boolean =>
  assignedTo(embedding, part, attribute) !== undefined;

/** The value that such an attribute got. */
export const assignedTo = (embedding: ApiCall, { event, node }: ApiCall, attribute: string) =>
  event && embedding.event?.objects?.get(event.given, attribute, node);

/** The table of a feature. */
export function tableOf(feature: ApiCall, file: PythonFile): ApiCall | undefined {
  const table = argumentThatSets(feature, 'table_id');
  return table && callsFor(table, 'table', feature.typeOf, file)[0];
}

/** Whether an embedding object makes ordinary variables of all its tables that are known, so that none is on a TPU. */
export function keepsAllTables(embedding: ApiCall, file: PythonFile): boolean {
  const { keepsSmallTables } = embedding.entry;
  if (keepsSmallTables === undefined) return false;
  const most = argumentValue(embedding, keepsSmallTables);
  if (most.kind === 'none') return true;
  const limit = numberOf(most) ?? -Infinity;
  const tables = tablesOf(embedding, file);
  return (
    tables.length > 0 && tables.every((table) => (numberFor(table, 'vocabulary_size') ?? Infinity) <= limit)
  );
}

/** The call that makes the object for a setting of a call, if that is of a catalogued class. */
export function instanceOf(call: ApiCall, setting: Setting, file: PythonFile): ApiCall | undefined {
  const expression = argumentThatSets(call, setting);
  const value = expression && call.typeOf(expression);
  return value?.kind === 'instance' ? callThatMakes(value, file) : undefined;
}

/** The call that makes an object, with the event in which it does. */
export function callThatMakes({ entry, given, call }: Instance, file: PythonFile): ApiCall | undefined {
  const event = given && eventWithArguments(given);
  if (event) return callOfEvent(event);
  return call && (entry.foreign ? callWith(call, entry) : callOf(file, call));
}

const users = new Attached<python.Tree, ReadonlyMap<ApiCall, readonly ApiCall[]>>();

/** The embedding objects that are known to use a table. */
export function usersOf(table: ApiCall, file: PythonFile): readonly ApiCall[] {
  dependOnAll(file.tree);
  let byTable = users.get(file.tree);
  if (!byTable) {
    byTable = usersByTable(file);
    users.set(file.tree, byTable);
  }
  return byTable.get(table) ?? [];
}

function usersByTable(file: PythonFile): Map<ApiCall, ApiCall[]> {
  const byTable = new Map<ApiCall, ApiCall[]>();
  // A derived class makes one object in its call and in that of its base.
  const each = new Map(embeddings(file).map((call) => [call.event?.given ?? call, call]));
  for (const embedding of each.values()) {
    for (const table of new Set(tablesOf(embedding, file))) addTo(byTable, table, embedding);
  }
  return byTable;
}

/** A call, or one that makes an object that it uses; `within` are the objects that this is a part of, up to the call. */
export interface Part {
  readonly call: ApiCall;
  readonly within: readonly ApiCall[];
}

/** A call and the objects that reach it: in its arguments, in theirs, and so on. A shared object is found by each owner. */
export function partsOf(user: ApiCall, file: PythonFile): readonly Part[] {
  const maker = user.event?.object && eventWithArguments(user.event.object.given);
  const parts: Part[] = [
    { call: user, within: [] },
    ...(maker ? [{ call: callOfEvent(maker), within: [user] }] : []),
  ];
  const seen = new Map<ApiCall, Set<ApiCall>>();
  // The list grows while it is read.
  for (const { call, within } of parts)
    for (const { value } of within.length < MAX_DEPTH ? call.arguments : [])
      for (const instance of instancesIn(value, call.typeOf)) {
        const made = callThatMakes(instance, file);
        if (!made || seen.get(made)?.has(call)) continue;
        addToSet(seen, made, call);
        parts.push({ call: made, within: [call, ...within] });
      }
  return parts;
}

const MAX_DEPTH = 8;

/** The calls that make the objects of a role in the value of an expression. */
const callsFor = (node: python.Expression, role: Role, typeOf: TypeOf, file: PythonFile): ApiCall[] =>
  instancesIn(node, typeOf).flatMap((value) => madeAs(role, value, file) ?? []);

/** The call that makes an object, if it is of a role. */
const madeAs = (role: Role, value: Inferred, file: PythonFile): ApiCall | undefined =>
  value.kind === 'instance' && value.entry.role === role ? callThatMakes(value, file) : undefined;

type Instance = Extract<Inferred, { kind: 'instance' }>;

function instancesIn(node: python.Expression, typeOf: TypeOf): Instance[] {
  let left = MAX_PARTS;
  const within = (part: python.Expression, depth: number): Instance[] => {
    if (depth > MAX_DEPTH || left-- <= 0) return [];
    const value = typeOf(part);
    if (value.kind === 'instance') return [value];
    if (value.kind === 'list' || value.kind === 'tuple')
      return (value.elements ?? []).flatMap((element) => within(element, depth + 1));
    if (value.kind === 'dict')
      return (value.entries ?? []).flatMap((entry) => within(entry.value, depth + 1));
    return [];
  };
  return within(node, 0);
}

/** `[x, x]` of `[x, x]` and so on has exponentially many parts. */
const MAX_PARTS = 100_000;
