import { once } from '../../../basics/once';
import { type Entry, findEntry, parameterFor } from '../../../catalogue';
import { type CallEvent, caughtFrom, evaluationOf } from '../../../dataflow/calls/evaluation';
import { isOnTpu, type MethodCall, methodCalls } from '../../../dataflow/calls/methods';
import { eventWithArguments } from '../../../dataflow/calls/observations';
import {
  type ApiCall,
  argumentOf,
  callOfEvent,
  caughtAt,
  type PythonFile,
} from '../../../dataflow/calls/python-file';
import type { Inferred } from '../../../dataflow/calls/types';
import { unlessRefused } from '../../../dataflow/derivation/draft';
import { featuresOf } from '../../../dataflow/derivation/features';
import { fieldArgumentFor, makerOf } from '../../../dataflow/derivation/field-argument';
import { assignsAttribute } from '../../../dataflow/libraries/constructor-arguments';
import { isByTable } from '../../../dataflow/libraries/nested-results';
import { isRun } from '../../../dataflow/libraries/strategies';
import { TYPE_ERROR, VALUE_ERROR } from '../../../python/exceptions';
import { allOfKind, isExpression, type Node } from '../../../python/tree';

/**
 * Whether the program certainly calls a function that a node gives a table or an optimizer: a learning rate in a step on a
 * TPU, an initializer or a function that makes slot variables when the object is built.
 */
export function isFunctionCalled(owner: ApiCall, given: Node, file: PythonFile): boolean {
  if (isRate(owner, given)) return trainedOptimizers(file).has(owner.node);
  return (
    CALLED_BY_BUILD.some((name) => argumentOf(owner, name) === given) && builtParts(file).has(owner.node)
  );
}

/** Whether the program certainly builds the table whose name is a value of Python's that is no text. */
export const isNameUsed = (owner: ApiCall, given: Node, file: PythonFile): boolean =>
  owner.entry.role === 'table' &&
  argumentOf(owner, 'name') === given &&
  isExpression(given) &&
  NO_TEXTS.has(owner.typeOf(given).kind) &&
  !assignsAttribute(file.tree, 'name') &&
  builtParts(file).has(owner.node);

const NO_TEXTS: ReadonlySet<string> = new Set(['bool', 'int', 'float', 'bytes', 'tuple']);

/** Whether a node is the learning rate of an optimizer. */
function isRate(owner: ApiCall, given: Node): boolean {
  const rate = parameterFor(owner.entry, 'learning_rate');
  return rate !== undefined && argumentOf(owner, rate.name) === given;
}

const CALLED_BY_BUILD = ['initializer', 'slot_variable_creation_fn'];

/** The calls that made the tables of objects that are certainly built, and their optimizers. */
const builtParts = once(
  (file: PythonFile): ReadonlySet<Node> =>
    new Set(
      [
        ...methodCalls(file).flatMap((call) =>
          isBuilding(call) && isReached(call, file) ? (call.maker ?? []) : [],
        ),
        ...makersRead(file),
      ].flatMap((maker) => [...tablesOf(maker).map((table) => table.call.node), ...optimizersOf(maker)]),
    ),
);

/** The calls that made objects whose tables are certainly read, which makes them. */
const makersRead = (file: PythonFile): CallEvent[] =>
  allOfKind(file.tree, 'attribute').flatMap((node) => {
    const { main } = evaluationOf(file.tree);
    const isRead = node.parent?.kind !== 'assignment' || node.parent.value === node;
    const type = isRead && main.reached(node.object) ? main.typeOf(node.object) : undefined;
    const maker = type?.kind === 'instance' && type.given ? eventWithArguments(type.given) : undefined;
    const member = maker && findEntry(`${maker.entry.id}.${node.name}`);
    return maker &&
      member?.kind === 'property' &&
      makesTables(maker, member) &&
      (caughtFrom(file.tree, node) & (TYPE_ERROR | VALUE_ERROR)) === 0
      ? maker
      : [];
  });

/** Whether reading a property makes the tables if nothing has before: on a CPU, both dicts of variables do. */
const makesTables = (maker: CallEvent, property: Entry): boolean =>
  isByTable(property) || (maker.entry.scope === 'refused' && property.keys !== undefined);

/** Whether a call makes the tables if none has before. */
const isBuilding = ({ entry, maker }: MethodCall): boolean =>
  maker?.entry.scope === 'refused'
    ? LOOKUPS.has(entry.name)
    : maker?.entry.hardware === 'tpu-embedding' && entry.building === 'builds';

const LOOKUPS: ReadonlySet<string> = new Set(['build', '__call__', 'embedding_lookup']);

/** Whether a program certainly builds, on a TPU, the object whose configuration has a learning rate that is no number. */
export function isRateSent(owner: ApiCall, given: Node, file: PythonFile): boolean {
  const isNumber = isExpression(given) && passesAsNumber(owner.typeOf(given));
  return isRate(owner, given) && !isNumber && configuredOptimizers(file).has(owner.node);
}

/** Whether protobuf takes a truth value for a number, or a type gives a number when it is called. */
const passesAsNumber = (value: Inferred): boolean =>
  value.kind === 'bool' ||
  (value.kind === 'array' && value.scalar === true && value.dtype === 'bool') ||
  (value.kind === 'routine' && /^(?:bool|u?int|b?float)/.test(value.dtype ?? ''));

const configuredOptimizers = once(
  (file: PythonFile): ReadonlySet<Node> => new Set(configured(file).flatMap(optimizersOf)),
);

/** Whether the program certainly makes a configuration of what a call has made. */
export const isConfigured = (owner: ApiCall, given: Node, file: PythonFile): boolean =>
  configuredParts(file).has(identityOf(owner)) &&
  !owner.entry.parameters.some(
    ({ name }) => argumentOf(owner, name) === given && assignsAttribute(file.tree, name),
  );

/** The objects that are certainly built on a TPU, their tables, and what these have. */
const configuredParts = once(
  (file: PythonFile): ReadonlySet<object> =>
    new Set(
      configured(file).flatMap((maker) =>
        [callOfEvent(maker), ...tablesOf(maker).map(({ call }) => call), ...heldByTables(maker)].map(
          identityOf,
        ),
      ),
    ),
);

/** A function that makes tables does so at each of its calls. */
const identityOf = ({ event, node }: ApiCall): object => event?.given ?? node;

/** The calls that made the objects of which the program certainly makes a configuration. */
const configured = once((file: PythonFile): readonly CallEvent[] =>
  methodCalls(file).flatMap((call) =>
    call.maker?.entry.hardware === 'tpu-embedding' && isBuilding(call) && isCertain(call, file)
      ? call.maker
      : [],
  ),
);

const trainedOptimizers = once(
  (file: PythonFile): ReadonlySet<Node> =>
    new Set(
      methodCalls(file).flatMap((call) =>
        call.entry.callsRates && isCertain(call, file) ? makersOf(call).flatMap(optimizersOf) : [],
      ),
    ),
);

/** Whether the program certainly gets to a call of a method, on a TPU. */
export const isCertain = (call: MethodCall, file: PythonFile): boolean =>
  isReached(call, file) && isOnTpu(call) === true;

const isReached = (call: MethodCall, { tree }: PythonFile): boolean =>
  call.event?.place !== undefined &&
  isRun(call.event.place.around) &&
  (caughtAt(tree, call) & (TYPE_ERROR | VALUE_ERROR)) === 0;

/** The calls that made the optimizers of the tables of an embedding object. */
function optimizersOf(maker: CallEvent): Node[] {
  const embedding = callOfEvent(maker);
  return tablesOf(maker).flatMap((table) => {
    const own = table.attribute(OPTIMIZER).type;
    return makerOf(own.kind === 'none' ? fieldArgumentFor(embedding, OPTIMIZER).type : own)?.node ?? [];
  });
}

/** The calls that made the objects that the tables of an embedding object have, such as their optimizers. */
export const heldByTables = (maker: CallEvent): ApiCall[] => {
  const embedding = callOfEvent(maker);
  return tablesOf(maker).flatMap((table) =>
    table.call.entry.parameters.flatMap((parameter) => {
      const { type } = table.argument(parameter);
      const isLeft = type.kind === 'none' && parameter === parameterFor(table.call.entry, OPTIMIZER);
      return makerOf(isLeft ? fieldArgumentFor(embedding, OPTIMIZER).type : type) ?? [];
    }),
  );
};

const makersOf = ({ maker }: MethodCall): CallEvent[] => (maker ? [maker] : []);

const tablesOf = (maker: CallEvent) => unlessRefused(() => featuresOf(callOfEvent(maker)).tables) ?? [];

const OPTIMIZER = 'optimization_parameters';
