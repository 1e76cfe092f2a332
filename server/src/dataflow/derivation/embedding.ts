import { excerpt } from '../../basics/excerpt';
import type { Hardware } from '../../optimizers';
import type { Node } from '../../python/tree';
import { truth } from '../calls/known-values';
import type { ApiCall, PythonFile } from '../calls/python-file';
import { defaultName } from '../libraries/table-names';
import { Draft, Refusal } from './draft';
import { draftUnknownParts, type Feature, type Features, featuresOf } from './features';
import { type FieldArgument, fieldArgumentFor, markUnknown, setScalar, setText } from './field-argument';
import { refuseMisfit } from './misfits';
import { flatten } from './nest';
import type { EmbeddingPart } from './parts';
import { draftShape, type Incoming, isLeftOut, type Shape, shapeOf, sizeIn } from './shapes';
import type { Strategy } from './strategy';
import { draftTable } from './tables';
import { Tags } from './tags';

/** The calls that make objects for which TensorFlow builds configurations. */
export const embeddingsIn = (file: PythonFile): readonly ApiCall[] => embeddingsOn('tpu-embedding', file);

/** The calls that make embedding objects whose tables this hardware always trains. */
export const embeddingsOn = (hardware: Hardware, { calls }: PythonFile): readonly ApiCall[] =>
  calls.filter(({ entry }) => entry.hardware === hardware);

/** The configuration that TensorFlow builds when it initializes the TPU. Throws a `Refusal` if TensorFlow refuses. */
export function draftEmbedding(embedding: ApiCall, strategy: Strategy): Draft {
  const draft = new Draft();
  draft.madeBy(embedding);
  const found = featuresOf(embedding);
  const { features, tables } = found;
  draftTables(draft, found, embedding, strategy);
  const incoming = incomingShapes(found, strategy);
  for (const [i, feature] of features.entries())
    draftFeature(draft.within(`featureDescriptor[${i}]`), feature, tables, incoming[i]!);
  draftUnknownParts(draft, embedding, found, { tables: 'tableDescriptor', features: 'featureDescriptor' });
  draftStrategy(draft, embedding, strategy);
  return draft;
}

/** Writes the tables before the first unknown one. */
function draftTables(
  draft: Draft,
  { parts, tables }: Features,
  embedding: ApiCall,
  strategy: Strategy,
): void {
  const optimizer = fieldArgumentFor(embedding, 'optimization_parameters');
  const names = new Set<string>();
  const tags = new Tags();
  for (const [i, table] of tables.entries()) {
    refuseWithoutOptimizer(table, optimizer);
    refuseNameTwice(table, i, names);
    draftTable(draft.within(`tableDescriptor[${i}]`), table, i, { parts, optimizer, strategy, tags });
  }
}

function refuseWithoutOptimizer(table: EmbeddingPart, { type, node }: FieldArgument): void {
  if (type.kind === 'none' && table.attribute('optimization_parameters').type.kind === 'none')
    throw new Refusal(
      'Neither a table nor the embedding object has an optimizer: on a TPU, every table needs one (ValueError).',
      node,
    );
}

function refuseNameTwice(table: EmbeddingPart, index: number, names: Set<string>): void {
  const { type, node } = table.attribute('name');
  const name = type.kind === 'none' ? defaultName(index) : type.kind === 'str' ? type.value : undefined;
  if (name === undefined) return;
  if (names.has(name))
    throw new Refusal(
      `Two tables have the name "${excerpt(name)}", but each table needs a unique name (ValueError).`,
      node,
    );
  names.add(name);
}

function draftFeature(
  draft: Draft,
  { leaf, part, table }: Feature,
  tables: readonly EmbeddingPart[],
  incoming: Incoming,
): void {
  draft.madeBy(part.call);
  const name = part.attribute('name');
  if (truth(name.type) !== false) setText(draft, 'name', name);
  const argument = part.attribute('table_id');
  const id = table ? tables.indexOf(table) : -1;
  if (id >= 0) draft.set('tableId', id, argument.node);
  else if (!table) markUnknown(draft, 'tableId', argument);
  else draft.setUnknown('tableId', 'The table of an earlier feature is not known.', argument.node);
  draftShape(draft, part, leaf.path, incoming);
}

/** Writes the settings of the strategy and of the object itself. */
function draftStrategy(draft: Draft, embedding: ApiCall, strategy: Strategy): void {
  const { numHosts, numReplicas, numCoresPerReplica, assignment } = strategy;
  const { callee } = embedding.node;
  draft.set('mode', 'TRAINING', callee);
  if (numHosts !== undefined) draft.set('numHosts', numHosts);
  else draft.setUnknown('numHosts', 'The program does not say on how many hosts it runs.');
  const isAssigned = assignment !== undefined && numCoresPerReplica === undefined;
  if (isAssigned)
    for (const path of ['numTensorCores', 'spmdSharding'])
      draft.setUnknown(path, 'It depends on the device assignment, which is not known.', assignment);
  else if (numReplicas !== undefined) draft.set('numTensorCores', numReplicas * (numCoresPerReplica ?? 1));
  else draft.setUnknown('numTensorCores', 'The program does not say on how many replicas it runs.');
  const pipeline = fieldArgumentFor(embedding, 'pipeline_execution_with_tensor_core');
  refuseMisfit('bool', pipeline);
  setScalar(draft, 'pipelineExecutionWithTensorCore', pipeline, truth(pipeline.type));
  if (numCoresPerReplica === undefined) return;
  draft.set('spmdSharding.enabled', true);
  draft.set('spmdSharding.numCoresPerReplica', numCoresPerReplica);
}

/** The shapes that `build` gives the features of an embedding object, in their order, as far as they are known. */
export const shapesFromBuild = (embedding: ApiCall, strategy: Strategy): readonly Incoming[] =>
  incomingShapes(featuresOf(embedding), strategy);

/** The shapes that `build` gives the features, in their order. */
function incomingShapes(
  { features, firstUnknown }: Features,
  { inputShapes, batchSize, perReplicaBatchSize }: Strategy,
): readonly Incoming[] {
  const isLeft = !inputShapes || inputShapes.type.kind === 'none';
  if (!isLeft && STRUCTURES.has(inputShapes.type.kind))
    return shapesOfInputs(features, firstUnknown === undefined, inputShapes);
  const given = isLeft ? batchSize : inputShapes;
  if (given) refuseSize(given);
  if (isLeft && given && isIgnored(given)) for (const feature of features) refuseWithoutShape(feature, given);
  const size = perReplicaBatchSize ?? (given?.type.kind === 'int' ? sizeIn(given.type) : undefined);
  const isOpen = isLeft && OPEN.has(given?.type.kind ?? '');
  return features.map((feature) =>
    size === undefined && !isOpen
      ? UNKNOWN_BATCH
      : shapeOfBatch(feature, size, perReplicaBatchSize === undefined ? given?.node : undefined),
  );
}

/** What a batch size that is not known may be: without one, `build` fails. */
const OPEN: ReadonlySet<string> = new Set(['int', 'unknown']);

const STRUCTURES: ReadonlySet<string> = new Set(['list', 'tuple', 'dict', 'object']);

function refuseSize(argument: FieldArgument): void {
  const { type, parameter, node } = argument;
  if (type.kind === 'none' || truth(type) === false) return;
  refuseMisfit('int32', argument);
  const size = sizeIn(type);
  if (size !== undefined && size < 0)
    throw new Refusal(`build gets ${parameter!.name}=${size}, but a size is 0 or more (ValueError).`, node);
}

/** Whether `build` takes a batch size for none, which 0 is. */
const isIgnored = ({ type }: FieldArgument): boolean => type.kind !== 'none' && truth(type) === false;

function refuseWithoutShape({ part, leaf: { path } }: Feature, { parameter, node }: FieldArgument): void {
  if (!isLeftOut(part.attribute('input_shape'))) return;
  const name = path === '' ? 'the feature' : `the feature ${excerpt(path)}`;
  throw new Refusal(
    `build ignores a ${parameter!.name} of 0, so the shape of ${name} is not known (ValueError).`,
    node,
  );
}

const UNKNOWN_BATCH: Incoming = {
  reason: 'It starts with the batch size of each replica, which is not known.',
};

function shapeOfBatch({ part }: Feature, size: number | undefined, node: Node | undefined): Incoming {
  const most = sequenceLength(part);
  if (most === undefined) {
    const { parameter } = part.attribute('sequence_length');
    return { reason: `The ${parameter!.name} of the feature is not known.` };
  }
  const shape = most > 0 ? [size, most] : [size];
  // The number of axes is certain all the same.
  return { shape, ...(node && { node }), ...(size === undefined && UNKNOWN_BATCH) };
}

/** 0 if the feature does not make sequences. */
function sequenceLength(part: Feature['part']): number | undefined {
  const { parameter, type } = part.attribute('sequence_length');
  return parameter && isLeftOut(part.attribute('input_shape')) ? sizeIn(type) : 0;
}

/** One shape of inputs for each feature. Its last size is the number of ids, which the lookup removes. */
function shapesOfInputs(
  features: readonly Feature[],
  isWhole: boolean,
  argument: FieldArgument,
): readonly Incoming[] {
  const { leaves, firstUnknown } = flatten(argument);
  if (firstUnknown || !isWhole) return features.map(() => UNKNOWN_SHAPE);
  if (leaves.length !== features.length)
    throw new Refusal(
      `build gets ${leaves.length} shapes or sizes for ${features.length} features, but needs one tf.TensorShape for each feature (ValueError).`,
      argument.node,
    );
  return features.map(({ part, leaf: { path } }, i): Incoming => {
    const { type, expression } = leaves[i]!;
    const given = { ...argument, type, value: undefined, node: expression };
    const shape = shapeOf(given);
    if (type.kind === 'object' && (shape ? shape.length === 0 : isLeftOut(given)))
      throw new Refusal(
        `build gets a shape without sizes for the feature${path && ` ${excerpt(path)}`}, but ids have one or more (ValueError).`,
        expression,
      );
    const most = sequenceLength(part);
    return type.kind === 'object' && shape && shape.length > 0 && most !== undefined
      ? { shape: shapeOfInput(shape, most), node: expression }
      : UNKNOWN_SHAPE;
  });
}

const UNKNOWN_SHAPE: Incoming = { reason: 'The shape that build gets for it is not known.' };

function shapeOfInput(shape: Shape, most: number): Shape {
  if (shape.length === 1) return shape;
  const [size, ids] = shape;
  // A feature with one id for each sample is no sequence.
  if (shape.length === 2 && ids !== 1 && most > 0) return [size, ids === undefined ? undefined : most];
  return shape.slice(0, -1);
}
