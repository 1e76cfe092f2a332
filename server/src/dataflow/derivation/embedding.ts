import { excerpt } from '../../basics/excerpt';
import type { Hardware } from '../../optimizers';
import { truth } from '../calls/argument-values';
import type { ApiCall, PythonFile } from '../calls/python-file';
import { Draft, Refusal } from './draft';
import { type Feature, type Features, featuresOf } from './features';
import { type GivenTo, givenFor, leaveOpen, setScalar, setText } from './given';
import { refuseMisfit } from './misfits';
import { flatten } from './nest';
import type { Part } from './parts';
import { draftShape, type Incoming, isLeftOut, type Shape, shapeOf, sizeIn } from './shapes';
import type { Strategy } from './strategy';
import { defaultName, draftTable } from './tables';
import { Tags } from './tags';

/** The calls that make objects for which TensorFlow builds configurations. */
export const embeddingsIn = (file: PythonFile): readonly ApiCall[] => embeddingsOn('tpu-embedding', file);

/** The calls that make embedding objects whose tables are always trained by this. */
export const embeddingsOn = (hardware: Hardware, { calls }: PythonFile): readonly ApiCall[] =>
  calls.filter(({ entry }) => entry.hardware === hardware);

/** What TensorFlow builds from a `TPUEmbedding` when it initializes the TPU; throws a `Refusal` where it refuses. */
export function draftEmbedding(embedding: ApiCall, strategy: Strategy): Draft {
  const draft = new Draft();
  draft.madeBy(embedding);
  const config = givenFor(embedding, 'features');
  const found = featuresOf(embedding);
  const { features, open, tables } = found;
  draftTables(draft, found, embedding, strategy);
  const incoming = incomingShapes(found, strategy);
  for (const [i, feature] of features.entries())
    draftFeature(draft.within(`featureDescriptor[${i}]`), feature, tables, incoming[i]!);
  if (open === config.node)
    for (const path of ['tableDescriptor', 'featureDescriptor']) leaveOpen(draft, path, config);
  else if (open) {
    const reason = 'It is not known which features are there.';
    draft.leaveOpen(`featureDescriptor[${features.length}]`, reason, open);
    if (features.every(({ table }) => table))
      draft.leaveOpen(`tableDescriptor[${tables.length}]`, reason, open);
  }
  draftStrategy(draft, embedding, strategy);
  return draft;
}

/** Writes the tables before the first unknown one. */
function draftTables(
  draft: Draft,
  { features, parts, tables }: Features,
  embedding: ApiCall,
  strategy: Strategy,
): void {
  const optimizer = givenFor(embedding, 'optimization_parameters');
  const names = new Set<string>();
  const tags = new Tags();
  for (const [i, table] of tables.entries()) {
    refuseWithoutOptimizer(table, optimizer);
    refuseNameTwice(table, i, names);
    draftTable(draft.within(`tableDescriptor[${i}]`), table, i, { parts, optimizer, strategy, tags });
  }
  const open = features.find(({ table }) => !table);
  if (open) leaveOpen(draft, `tableDescriptor[${tables.length}]`, open.part.attribute('table_id'));
}

function refuseWithoutOptimizer(table: Part, { type, node }: GivenTo): void {
  if (type.kind === 'none' && table.attribute('optimization_parameters').type.kind === 'none')
    throw new Refusal(
      'Neither a table nor the embedding object has an optimizer: on a TPU, every table needs one (ValueError).',
      node,
    );
}

function refuseNameTwice(table: Part, index: number, names: Set<string>): void {
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
  tables: readonly Part[],
  incoming: Incoming,
): void {
  draft.madeBy(part.call);
  const name = part.attribute('name');
  if (truth(name.type) !== false) setText(draft, 'name', name);
  const given = part.attribute('table_id');
  const id = table ? tables.indexOf(table) : -1;
  if (id >= 0) draft.set('tableId', id, given.node);
  else if (!table) leaveOpen(draft, 'tableId', given);
  else draft.leaveOpen('tableId', 'The table of an earlier feature is not known.', given.node);
  draftShape(draft, part, leaf.path, incoming);
}

/** Writes the settings of the strategy and of the object itself. */
function draftStrategy(draft: Draft, embedding: ApiCall, strategy: Strategy): void {
  const { numHosts, numReplicas, numCoresPerReplica, assignment } = strategy;
  const { callee } = embedding.node;
  draft.set('mode', 'TRAINING', callee);
  if (numHosts !== undefined) draft.set('numHosts', numHosts);
  else draft.leaveOpen('numHosts', 'The program does not say on how many hosts it runs.');
  const isAssigned = assignment !== undefined && numCoresPerReplica === undefined;
  if (isAssigned)
    for (const path of ['numTensorCores', 'spmdSharding'])
      draft.leaveOpen(path, 'It depends on the device assignment, which is not known.', assignment);
  else if (numReplicas !== undefined) draft.set('numTensorCores', numReplicas * (numCoresPerReplica ?? 1));
  else draft.leaveOpen('numTensorCores', 'The program does not say on how many replicas it runs.');
  const pipeline = givenFor(embedding, 'pipeline_execution_with_tensor_core');
  refuseMisfit('bool', pipeline);
  setScalar(draft, 'pipelineExecutionWithTensorCore', pipeline, truth(pipeline.type));
  if (numCoresPerReplica === undefined) return;
  draft.set('spmdSharding.enabled', true);
  draft.set('spmdSharding.numCoresPerReplica', numCoresPerReplica);
}

/** The shapes that `build` gives the features, in their order. */
function incomingShapes(
  { features, open }: Features,
  { inputShapes, perReplicaBatchSize }: Strategy,
): readonly Incoming[] {
  if (inputShapes) return shapesOfInputs(features, open === undefined, inputShapes);
  return features.map((feature) =>
    perReplicaBatchSize === undefined
      ? { reason: 'It starts with the batch size of each replica, which is not known.' }
      : shapeOfBatch(feature, perReplicaBatchSize),
  );
}

function shapeOfBatch({ part }: Feature, size: number): Incoming {
  const most = sequenceLength(part);
  if (most === undefined) {
    const { parameter } = part.attribute('sequence_length');
    return { reason: `The ${parameter!.name} of the feature is not known.` };
  }
  return { shape: most > 0 ? [size, most] : [size] };
}

/** 0 if the feature does not make sequences. */
function sequenceLength(part: Feature['part']): number | undefined {
  const { parameter, type } = part.attribute('sequence_length');
  return parameter && isLeftOut(part.attribute('input_shape')) ? sizeIn(type) : 0;
}

/** One shape of inputs for each feature. Its last size is the number of ids, which the lookup removes. */
function shapesOfInputs(features: readonly Feature[], isWhole: boolean, given: GivenTo): readonly Incoming[] {
  const { leaves, open } = flatten(given);
  if (open || !isWhole) return features.map(() => OPEN);
  if (leaves.length !== features.length)
    throw new Refusal(
      `build gets ${leaves.length} shapes or sizes for ${features.length} features, but needs one tf.TensorShape for each feature (ValueError).`,
      given.node,
    );
  return features.map(({ part }, i): Incoming => {
    const { type, expression } = leaves[i]!;
    const shape = shapeOf({ ...given, type, value: undefined, node: expression });
    const most = sequenceLength(part);
    return type.kind === 'object' && shape && shape.length > 0 && most !== undefined
      ? { shape: shapeOfInput(shape, most), node: expression }
      : OPEN;
  });
}

const OPEN: Incoming = { reason: 'The shape that build gets for it is not known.' };

function shapeOfInput(shape: Shape, most: number): Shape {
  if (shape.length === 1) return shape;
  const [size, ids] = shape;
  // A feature with one id for each sample is no sequence.
  if (shape.length === 2 && ids !== 1 && most > 0) return [size, ids === undefined ? undefined : most];
  return shape.slice(0, -1);
}
