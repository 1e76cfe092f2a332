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

/** Whether the program certainly calls what a node gives an optimizer as learning rate, on a TPU. */
export function isRateCalled(optimizer: ApiCall, rate: Node, file: PythonFile): boolean {
  const parameter = parameterFor(optimizer.entry, 'learning_rate');
  const isRate = parameter && argumentOf(optimizer, parameter.name) === rate;
  return isRate === true && trainedOptimizers(file).has(optimizer.node);
}

const trainedOptimizers = once(
  (file: PythonFile): ReadonlySet<Node> =>
    new Set(
      methodCalls(file).flatMap((call) =>
        call.entry.callsRates && isCertain(call, file) ? optimizersOf(call) : [],
      ),
    ),
);

const isCertain = (call: MethodCall, { tree }: PythonFile): boolean =>
  call.event?.place !== undefined &&
  isRun(call.event.place.around) &&
  isOnTpu(call) === true &&
  (caughtAt(tree, call) & TYPE_ERROR) === 0;

/** The calls that made the optimizers of the tables of an embedding object. */
function optimizersOf({ maker }: MethodCall): Node[] {
  if (!maker) return [];
  const embedding = callOfEvent(maker);
  const tables = unlessRefused(() => featuresOf(embedding).tables) ?? [];
  return tables.flatMap((table) => {
    const own = table.attribute(OPTIMIZER).type;
    return makerOf(own.kind === 'none' ? fieldArgumentFor(embedding, OPTIMIZER).type : own)?.node ?? [];
  });
}

const OPTIMIZER = 'optimization_parameters';
