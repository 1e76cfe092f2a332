// What certainly fails in calls of libraries. Of several reasons, the last one is reported.
import type { Arguments, Evaluator, Failure, OfMethod, Value } from '../../evaluator';
import { fails, isCertain } from '../../evaluator/failures';
import type { Call, Node } from '../../python/tree';
import { failureOfBase } from './abstract-classes';
import { bufferFailure } from './buffer-sizes';
import { byPackage } from './by-package';
import { changeFailure, noteBuilding } from './changed-features';
import { checkpointFailure, exportFailure } from './checkpoints';
import { updateFailure } from './custom-updates';
import { layerFailure, optimizerFailure } from './flax-layers';
import { tapeFailure, variableFailure } from './graph-once';
import { initialFailure } from './initial-values';
import { initializerFailure } from './initializers';
import { inputFailure, operationFailure } from './keras-inputs';
import { nameFailure } from './keras-names';
import { operandsFailure } from './keras-operands';
import { makingFailure, tensorsFailure } from './keras-rs-tensors';
import { stackingFailure, weightsFailure } from './layer-weights';
import { lookupFailure } from './looked-up-tables';
import { axesFailure } from './meshes';
import { shapesFailure } from './operand-shapes';
import { packingFailure } from './packed-sequences';
import { buildingFailure } from './restored-checkpoints';
import { rowsFailure } from './rows-in-stacks';
import { sizesFailure } from './shapes';
import { signatureFailure } from './signatures';
import { arraysFailure } from './stacked-arrays';
import { noteStacksRead } from './stacks-read';
import { conversionFailure } from './symbolic-tensors';
import { reducingFailure, shardingFailure } from './table-shapes';
import { assignFailure } from './table-variables';

/** By the functions and classes that are called. */
const OF_CALLS = byPackage<Failure>(
  {
    jax: [initializerFailure, axesFailure],
    jax_tpu_embedding: [
      axesFailure,
      optimizerFailure,
      shardingFailure,
      stackingFailure,
      arraysFailure,
      rowsFailure,
      updateFailure,
    ],
    keras: [initializerFailure, operandsFailure, operationFailure, nameFailure],
    keras_rs: [makingFailure],
    numpy: [conversionFailure],
    tensorflow: [
      initializerFailure,
      sizesFailure,
      signatureFailure,
      shapesFailure,
      variableFailure,
      checkpointFailure,
      exportFailure,
      lookupFailure,
      packingFailure,
    ],
  },
  [failureOfBase],
);

/** By the objects whose methods are called. */
const OF_METHODS: readonly OfMethod<Failure>[] = [
  layerFailure,
  inputFailure,
  reducingFailure,
  tapeFailure,
  tensorsFailure,
  weightsFailure,
  assignFailure,
  initialFailure,
  buildingFailure,
  changeFailure,
  bufferFailure,
];

/** Notes a call of a function or class that certainly fails. */
export function checkCall(name: string, given: Arguments, node: Call, ev: Evaluator): void {
  if (!isCertain(ev)) return;
  for (const failure of OF_CALLS(name)) fails(ev, node, failure(name, given, node, ev));
  noteStacksRead(name, given, node, ev);
}

/** Notes a call of a method that certainly fails. */
export function checkMethod(object: Value, name: string, given: Arguments, node: Node, ev: Evaluator): void {
  if (isCertain(ev))
    for (const failure of OF_METHODS) fails(ev, node, failure(object, name, given, node, ev));
  noteBuilding(object, name, ev);
}
