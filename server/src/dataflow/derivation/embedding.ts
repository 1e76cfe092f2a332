import { excerpt } from '../../basics/excerpt';
import type { Hardware } from '../../optimizers';
import { truth } from '../calls/argument-values';
import type { ApiCall, PythonFile } from '../calls/python-file';
import { Draft, Refusal } from './draft';
import { type Feature, type Features, featuresOf } from './features';
import { type GivenTo, givenFor, leaveOpen, setScalar, setText } from './given';
import { incomingShapes } from './incoming';
import { refuseMisfit } from './misfits';
import type { Part } from './parts';
import { draftShape, type Incoming } from './shapes';
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
