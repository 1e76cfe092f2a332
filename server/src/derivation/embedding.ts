import { truth } from '../dataflow/argument-values';
import type { ApiCall } from '../dataflow/python-file';
import type { Node } from '../python/tree';
import { Draft, Refusal } from './draft';
import { type GivenTo, givenTo, leaveOpen, makerOf, setScalar, setText } from './given';
import { NO_OBJECTS, refuseMisfit } from './misfits';
import { flatten, type Leaf } from './nest';
import { draftShape } from './shapes';
import type { Strategy } from './strategy';
import { draftTable, Tags } from './tables';

interface Feature {
  readonly leaf: Leaf;
  readonly call: ApiCall;
  /** Undefined where it is not known. */
  readonly table: ApiCall | undefined;
}

/** What TensorFlow makes of a `TPUEmbedding` when it initializes the TPU; throws a `Refusal` where it makes nothing. */
export function draftEmbedding(embedding: ApiCall, strategy: Strategy): Draft {
  const draft = new Draft();
  draft.calls.add(embedding.node);
  const config = givenTo(embedding, 'feature_config');
  const { features, open } = featuresOf(config);
  const tables = draftTables(draft, features, embedding, strategy);
  for (const [i, feature] of features.entries())
    draftFeature(draft.within(`featureDescriptor[${i}]`), feature, tables, strategy);
  if (open === config.node)
    for (const path of ['tableDescriptor', 'featureDescriptor']) leaveOpen(draft, path, config);
  else if (open) {
    const reason = 'It is not known which features stand there.';
    draft.leaveOpen(`featureDescriptor[${features.length}]`, reason, open);
    if (features.every(({ table }) => table))
      draft.leaveOpen(`tableDescriptor[${tables.length}]`, reason, open);
  }
  draftStrategy(draft, embedding, strategy);
  return draft;
}

/** The features in front of the first place that is not known. */
function featuresOf(config: GivenTo): {
  readonly features: readonly Feature[];
  readonly open?: Node | undefined;
} {
  const { leaves, open } = flatten(config);
  const features: Feature[] = [];
  for (const leaf of leaves) {
    const call = makerOf(leaf.type);
    if (call ? call.entry.role !== 'feature' : NO_OBJECTS.has(leaf.type.kind)) refuseLeaf(leaf);
    if (!call) return { features, open: leaf.expression };
    features.push({ leaf, call, table: tableOf(call) });
  }
  return { features, open };
}

function refuseLeaf({ path, expression }: Leaf): never {
  const what = path === '' ? 'feature_config' : `What feature_config has at ${path}`;
  throw new Refusal(`${what} is no FeatureConfig: it has no output_shape (AttributeError).`, expression);
}

function tableOf(feature: ApiCall): ApiCall | undefined {
  const table = makerOf(givenTo(feature, 'table').type);
  return table?.entry.role === 'table' ? table : undefined;
}

/** Writes the tables in the order in which features use them first, up to one that is not known. */
function draftTables(
  draft: Draft,
  features: readonly Feature[],
  embedding: ApiCall,
  strategy: Strategy,
): readonly ApiCall[] {
  const open = features.findIndex(({ table }) => !table);
  const certain = open < 0 ? features : features.slice(0, open);
  const tables = [...new Set(certain.flatMap(({ table }) => table ?? []))];
  const optimizer = givenTo(embedding, 'optimizer');
  const names = new Set<string>();
  const tags = new Tags();
  for (const [i, table] of tables.entries()) {
    refuseWithoutOptimizer(table, optimizer);
    refuseNameTwice(table, i, names);
    draftTable(draft.within(`tableDescriptor[${i}]`), table, i, optimizer, strategy, tags);
  }
  if (open >= 0)
    leaveOpen(draft, `tableDescriptor[${tables.length}]`, givenTo(features[open]!.call, 'table'));
  return tables;
}

function refuseWithoutOptimizer(table: ApiCall, { type, node }: GivenTo): void {
  if (type.kind === 'none' && givenTo(table, 'optimizer').type.kind === 'none')
    throw new Refusal(
      'A table has no optimizer, and the embedding object gives it none either: on a TPU every table needs one (ValueError).',
      node,
    );
}

function refuseNameTwice(table: ApiCall, index: number, names: Set<string>): void {
  const { type, node } = givenTo(table, 'name');
  const name = type.kind === 'none' ? `table_${index}` : type.kind === 'str' ? type.value : undefined;
  if (name === undefined) return;
  if (names.has(name))
    throw new Refusal(
      `Two tables have the name "${name}", but each needs one of its own (ValueError).`,
      node,
    );
  names.add(name);
}

function draftFeature(
  draft: Draft,
  { leaf, call, table }: Feature,
  tables: readonly ApiCall[],
  strategy: Strategy,
): void {
  draft.calls.add(call.node);
  const name = givenTo(call, 'name');
  if (truth(name.type) !== false) setText(draft, 'name', name);
  const given = givenTo(call, 'table');
  const id = table ? tables.indexOf(table) : -1;
  if (id >= 0) draft.set('tableId', id, given.node);
  else if (!table) leaveOpen(draft, 'tableId', given);
  else draft.leaveOpen('tableId', 'The table of a feature before it is not known.', given.node);
  draftShape(draft, call, leaf.path, strategy.perReplicaBatchSize);
}

/** What the strategy and the object itself say. */
function draftStrategy(draft: Draft, embedding: ApiCall, strategy: Strategy): void {
  const { numHosts, numReplicas, numCoresPerReplica } = strategy;
  const { callee } = embedding.node;
  draft.set('mode', 'TRAINING', callee);
  if (numHosts !== undefined) draft.set('numHosts', numHosts);
  else draft.leaveOpen('numHosts', 'The program does not say on how many hosts it runs.');
  if (numReplicas !== undefined) draft.set('numTensorCores', numReplicas * (numCoresPerReplica ?? 1));
  else draft.leaveOpen('numTensorCores', 'The program does not say on how many replicas it runs.');
  const pipeline = givenTo(embedding, 'pipeline_execution_with_tensor_core');
  refuseMisfit('pipeline_execution_with_tensor_core', 'bool', pipeline);
  setScalar(draft, 'pipelineExecutionWithTensorCore', pipeline, truth(pipeline.type));
  if (numCoresPerReplica === undefined) return;
  draft.set('spmdSharding.enabled', true);
  draft.set('spmdSharding.numCoresPerReplica', numCoresPerReplica);
}
