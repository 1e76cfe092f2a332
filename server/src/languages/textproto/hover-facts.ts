import { excerpt } from '../../basics/excerpt';
import { code, table as markdownTable, paragraphs } from '../../basics/markdown';
import { type Configuration, type Feature, fieldOf, type Table } from '../../configuration/configuration';
import { type Derived, dynamicTags, featureBatchSize, type Output } from '../../configuration/derive';
import { bytes, counted, grouped, shards } from '../../configuration/quantities';
import { packingNote } from '../../sizing/memory';
import type { FieldNode, Node, Section } from '../../textproto/tree';
import { certainCost, totalCost } from '../optimizer/cost';

/** Facts about a field that follow from the configuration, in Markdown; undefined if there are none. */
export function hoverFacts(
  field: FieldNode,
  configuration: Configuration,
  derived: Derived,
): string | undefined {
  const table = configuration.tables.find((t) => encloses(t.field.node, field));
  if (table) return tableFacts(field, table, configuration, derived);
  const feature = configuration.features.find((f) => encloses(f.field.node, field));
  if (feature) return featureFacts(field, feature, configuration, derived);
  return ROOT_FACTS.get(field.name)?.(configuration, derived);
}

function encloses(outer: FieldNode, inner: FieldNode): boolean {
  let node: Node | Section = inner;
  while (node !== outer && node.kind !== 'section') node = node.parent;
  return node === outer;
}

/** Facts about a field of a table or a feature. */
type Facts<T> = (
  field: FieldNode,
  of: T,
  configuration: Configuration,
  derived: Derived,
) => string | undefined;

// Tables

const tableFacts: Facts<Table> = (field, table, configuration, derived) => {
  switch (field.name) {
    case 'table_descriptor':
      return paragraphs(
        tableSummary(table, configuration, derived),
        tableOutputs(table, configuration, derived),
      );
    case 'vocabulary_size':
    case 'dimension':
      return memory(table, derived);
    case 'num_features':
      return derived.style === 'table' ? tableOutputs(table, configuration, derived) : undefined;
    case 'optimization_parameters':
    case 'gradient_accumulation_status':
      return slotSummary(table, derived);
    case 'learning_rate':
    case 'dynamic':
    case 'tag':
    case 'step_counter':
      return tagSummary(field, table, configuration, derived);
  }
  return table.optimization?.choice?.field.node === field ? slotSummary(table, derived) : undefined;
};

function tableSummary(table: Table, configuration: Configuration, derived: Derived): string {
  const of = derived.tables[table.id]!;
  const cost = certainCost(derived, table);
  const rows: string[][] = [
    ['Table id', String(table.id)],
    ['Optimizer', table.optimization?.algorithm?.title ?? 'none chosen'],
    ['Slot variables', slotNames(table, derived)],
    ['Features per sample', of.numFeatures === undefined ? 'unknown' : String(of.numFeatures)],
    ['Padded width', table.dimension === undefined ? 'unknown' : counted(of.paddedDimension, 'float')],
    ['Rows per host', shards(of.rowsPerHost)],
    ['Device memory, all hosts', knownBytes(cost?.deviceBytes)],
    ['Host memory (checkpoint)', knownBytes(cost?.hostBytes)],
  ];
  const tags = dynamicTags(table).map(({ tag }) => tag);
  if (tags.length > 0) rows.push(['Dynamic inputs', `tag ${tags.join(', ')}`]);
  const name = nameText(table, `#${table.id}`);
  const { length } = configuration.tables;
  return markdownTable([`Table ${name}`, length > 1 ? `${table.id + 1} of ${length}` : ''], rows);
}

const knownBytes = (count: number | undefined) => (count === undefined ? 'unknown' : bytes(count));

function slotNames(table: Table, derived: Derived): string {
  const names = derived.tables[table.id]!.slotVariables.map((name) => code(name));
  const accumulation = table.optimization?.gradientAccumulation !== false;
  if (table.optimization && accumulation) names.push('`gradient_accumulators` (hidden)');
  return names.join(', ') || 'none';
}

function slotSummary(table: Table, derived: Derived): string {
  const accumulation = table.optimization?.gradientAccumulation;
  const explicit = table.optimization && fieldOf(table.optimization.message, 'gradient_accumulation_status');
  const state =
    accumulation === undefined
      ? 'unknown'
      : accumulation
        ? explicit
          ? 'on: the gradients of a row are summed, then applied once'
          : 'on, as it is not set: the gradients of a row are summed, then applied once'
        : 'off: each gradient is applied in turn';
  return paragraphs(
    `**Slot variables:** ${slotNames(table, derived)}`,
    `**Gradient accumulation:** ${state}`,
  );
}

function memory(table: Table, derived: Derived): string | undefined {
  const cost = certainCost(derived, table);
  if (!cost) return undefined;
  const { vocabularySize, dimension, paddedDimension, variables, deviceBytes, hostBytes, rowsPerHost } = cost;
  const product = `${grouped(vocabularySize)} rows × ${counted(paddedDimension, 'float')} × 4 bytes × ${counted(variables.length, 'variable')}`;
  const note =
    paddedDimension > dimension
      ? ` (rows are padded from ${dimension} to ${paddedDimension} floats)`
      : packingNote(dimension, paddedDimension);
  return [
    `- **Device memory:** ${bytes(deviceBytes)} = ${product}${note}`,
    `- **Host memory:** ${bytes(hostBytes)} in a checkpoint`,
    `- **Rows per host:** ${shards(rowsPerHost)}`,
  ].join('\n');
}

function tableOutputs(table: Table, configuration: Configuration, derived: Derived): string | undefined {
  if (derived.style === 'table') {
    const output = derived.outputs[table.id];
    return output && `**Output ${table.id}:** ${shapeText(output)}`;
  }
  const own = configuration.features.filter((feature) => feature.tableId === table.id);
  if (own.length === 0) return 'No feature looks up this table.';
  const lines = own.map(
    (f) => `- output ${f.index}: ${nameText(f, '(unnamed)')} ${shapeText(derived.outputs[f.index]!)}`,
  );
  const shown = lines.slice(0, MAX_LINES);
  if (lines.length > shown.length) shown.push(`- and ${lines.length - shown.length} more`);
  return `**Features that look it up:**\n${shown.join('\n')}`;
}

const MAX_LINES = 10;

const tagSummary: Facts<Table> = (field, table, { tables }, { learningRateTags }) => {
  const own = dynamicTags(table).filter((input) => encloses(field, input.field.node));
  if (own.length === 0) return undefined;
  const lines = own.map(({ tag, source }) => {
    const sharing = tables.filter((t) => t !== table && dynamicTags(t).some((other) => other.tag === tag));
    const names = sharing.slice(0, MAX_LINES).map((t) => nameText(t, `#${t.id}`));
    if (sharing.length > names.length) names.push(`${sharing.length - names.length} more`);
    const shared = names.length > 0 ? `, shared with ${names.join(', ')}` : '';
    const what = source === 'learning_rate' ? 'learning rate' : 'step counter';
    return `- The ${what} is \`learning_rates[${tag}]\` of \`SendTPUEmbeddingGradients\`${shared}.`;
  });
  const count = `The configuration uses ${learningRateTags.length === 1 ? 'one tag' : `${learningRateTags.length} tags`}: ${learningRateTags.join(', ')}.`;
  return paragraphs(lines.join('\n'), count);
};

// Features

const featureFacts: Facts<Feature> = (field, feature, configuration, derived) => {
  const output = derived.outputs[feature.index]!;
  const table = feature.tableId === undefined ? undefined : configuration.tables[feature.tableId];
  const place = `**Output ${feature.index}:** ${shapeText(output)}`;
  switch (field.name) {
    case 'feature_descriptor':
    case 'input_shape': {
      const size = featureBatchSize(feature);
      const batch = derived.batchSizePerTensorCore;
      const lookups =
        size === undefined || !batch
          ? undefined
          : `It looks up ${grouped(size)} rows a step: ${size / batch} for each of ${grouped(batch)} samples per TensorCore.`;
      return paragraphs(place, table && `**Table:** ${tableLine(table)}`, lookups);
    }
    case 'table_id':
      return table && `**Table:** ${tableLine(table)}`;
  }
  return undefined;
};

/** A table in a line, such as `items` (table 0): 1,000 × 16, Adagrad. */
export function tableLine(table: Table): string {
  const size = `${table.vocabularySize === undefined ? '?' : grouped(table.vocabularySize)} × ${table.dimension ?? '?'}`;
  const optimizer = table.optimization?.algorithm?.title ?? 'no optimizer';
  return `${nameText(table, '(unnamed)')} (table ${table.id}): ${size}, ${optimizer}`;
}

/** The name of a table or feature; other words where it has none. */
function nameText({ name }: Table | Feature, unnamed: string): string {
  return code(name ? excerpt(name) : unnamed);
}

function shapeText({ shape }: Output): string {
  return `\`[${shape.map((size) => (size === -1 ? '?' : size)).join(', ')}]\` float32`;
}

// The configuration itself

const tagList = (tags: readonly number[]) =>
  tags.length === 0 ? 'none' : `${tags.length === 1 ? 'tag' : 'tags'} ${tags.join(', ')}`;

/** A summary of the configuration. */
export function summary(configuration: Configuration, derived: Derived): string {
  const { style, tables, outputs, learningRateTags, batchSizePerTensorCore } = derived;
  const total = totalCost(derived);
  return markdownTable(
    ['This configuration', `${style} style`],
    [
      ['Tables', String(tables.length)],
      ['Outputs', `${outputs.length}, one for each ${style}`],
      [
        'Samples per TensorCore',
        batchSizePerTensorCore === undefined ? 'unknown' : grouped(batchSizePerTensorCore),
      ],
      ['Dynamic inputs', tagList(learningRateTags)],
      ['Device memory, all hosts', knownBytes(total?.deviceBytes)],
      ['Host memory (checkpoint)', knownBytes(total?.hostBytes)],
      ['Hosts', String(configuration.numHosts ?? 'unknown')],
    ],
  );
}

type RootFact = (configuration: Configuration, derived: Derived) => string | undefined;

const ROOT_FACTS: ReadonlyMap<string, RootFact> = new Map(
  Object.entries<RootFact>({
    mode: (configuration, derived) => summary(configuration, derived),
    batch_size_per_tensor_core: (
      { numTensorCores, batchSizePerTensorCore },
      { style, batchSizePerTensorCore: derived },
    ) =>
      style === 'feature'
        ? derived === undefined
          ? undefined
          : `TensorFlow derives ${grouped(derived)} from the features' shapes.`
        : batchSizePerTensorCore && numTensorCores
          ? `The global batch has ${grouped(batchSizePerTensorCore * numTensorCores)} samples.`
          : undefined,
    num_hosts: ({ numHosts }, derived) => {
      const total = totalCost(derived)?.deviceBytes;
      return numHosts && numHosts > 0 && total
        ? `All tables take ${bytes(total)} of device memory, about ${bytes(total / numHosts)} on each host's devices.`
        : undefined;
    },
    num_tensor_cores: ({ numTensorCores }, derived) => {
      if (!numTensorCores || numTensorCores < 0) return undefined;
      const { batchSizePerTensorCore } = derived;
      const total = totalCost(derived)?.deviceBytes;
      const batch = batchSizePerTensorCore
        ? `The global batch has ${grouped(batchSizePerTensorCore * numTensorCores)} samples.`
        : '';
      const memory =
        total === undefined
          ? ''
          : `The tables take about ${bytes(total / numTensorCores)} of device memory per TensorCore.`;
      return `${batch} ${memory}`.trim() || undefined;
    },
    spmd_sharding: ({ coresPerReplica }) =>
      coresPerReplica === undefined
        ? undefined
        : `The first dimension of every output is multiplied by ${coresPerReplica}.`,
  }),
);
