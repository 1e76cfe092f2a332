import { once } from '../../../basics/once';
import { parameterFor } from '../../../catalogue';
import { isOnTpu, type MethodCall, methodCalls } from '../../../dataflow/calls/methods';
import {
  type ApiCall,
  argumentOf,
  callOfEvent,
  caughtAt,
  type PythonFile,
} from '../../../dataflow/calls/python-file';
import { unlessRefused } from '../../../dataflow/derivation/draft';
import { featuresOf } from '../../../dataflow/derivation/features';
import { fieldArgumentFor, makerOf } from '../../../dataflow/derivation/field-argument';
import { isRun } from '../../../dataflow/libraries/strategies';
import { TYPE_ERROR } from '../../../python/exceptions';
import type { Node } from '../../../python/tree';

/**
 * Whether the program certainly calls a function that a node gives a table or an optimizer: a learning rate in a step on a
 * TPU, an initializer or a function that makes slot variables when the object is built.
 */
export function isFunctionCalled(owner: ApiCall, given: Node, file: PythonFile): boolean {
  const isGiven = (name: string | undefined) => name !== undefined && argumentOf(owner, name) === given;
  if (isGiven(parameterFor(owner.entry, 'learning_rate')?.name))
    return trainedOptimizers(file).has(owner.node);
  return CALLED_BY_BUILD.some(isGiven) && builtParts(file).has(owner.node);
}

const CALLED_BY_BUILD = ['initializer', 'slot_variable_creation_fn'];

/** The calls that made the tables of objects that are certainly built, and their optimizers. */
const builtParts = once(
  (file: PythonFile): ReadonlySet<Node> =>
    new Set(
      methodCalls(file).flatMap((call) =>
        isBuilding(call) && isReached(call, file)
          ? [...tablesOf(call).map((table) => table.call.node), ...optimizersOf(call)]
          : [],
      ),
    ),
);

/** Whether a call makes the tables if none has before. */
const isBuilding = ({ entry, maker }: MethodCall): boolean =>
  maker?.entry.scope === 'refused'
    ? LOOKUPS.has(entry.name)
    : maker?.entry.hardware === 'tpu-embedding' && entry.building === 'builds';

const LOOKUPS: ReadonlySet<string> = new Set(['build', '__call__', 'embedding_lookup']);

/** Whether a program certainly builds, on a TPU, the object whose configuration has a learning rate that is no number. */
export function isRateSent(owner: ApiCall, given: Node, file: PythonFile): boolean {
  const rate = argumentOf(owner, parameterFor(owner.entry, 'learning_rate')?.name ?? '');
  // Protobuf takes a truth value for a number.
  return rate === given && owner.typeOf(rate).kind !== 'bool' && configuredOptimizers(file).has(owner.node);
}

const configuredOptimizers = once(
  (file: PythonFile): ReadonlySet<Node> =>
    new Set(
      methodCalls(file).flatMap((call) =>
        call.maker?.entry.hardware === 'tpu-embedding' && isBuilding(call) && isCertain(call, file)
          ? optimizersOf(call)
          : [],
      ),
    ),
);

const trainedOptimizers = once(
  (file: PythonFile): ReadonlySet<Node> =>
    new Set(
      methodCalls(file).flatMap((call) =>
        call.entry.callsRates && isCertain(call, file) ? optimizersOf(call) : [],
      ),
    ),
);

const isCertain = (call: MethodCall, file: PythonFile): boolean =>
  isReached(call, file) && isOnTpu(call) === true;

const isReached = (call: MethodCall, { tree }: PythonFile): boolean =>
  call.event?.place !== undefined &&
  isRun(call.event.place.around) &&
  (caughtAt(tree, call) & TYPE_ERROR) === 0;

/** The calls that made the optimizers of the tables of an embedding object. */
function optimizersOf(call: MethodCall): Node[] {
  if (!call.maker) return [];
  const embedding = callOfEvent(call.maker);
  return tablesOf(call).flatMap((table) => {
    const own = table.attribute(OPTIMIZER).type;
    return makerOf(own.kind === 'none' ? fieldArgumentFor(embedding, OPTIMIZER).type : own)?.node ?? [];
  });
}

const tablesOf = ({ maker }: MethodCall) =>
  (maker && unlessRefused(() => featuresOf(callOfEvent(maker)).tables)) ?? [];

const OPTIMIZER = 'optimization_parameters';
