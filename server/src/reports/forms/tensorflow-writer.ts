import { listed } from '../../basics/listed';
import { type Entry, embeddingId, findEntry, type Parameter } from '../../catalogue';
import { absentOf } from '../../configuration/comparison/meaning';
import { fieldAt } from '../../configuration/json-paths';
import { type JsonMessage, type JsonValue, jsonName } from '../../configuration/to-json';
import { converterOf, fieldPathOf, OPTIMIZATION_PARAMETERS } from '../../dataflow/derivation/conversions';
import type { Strategy } from '../../dataflow/derivation/strategy';
import { CONFIGURATION } from '../../schema/builtin';
import { type Content, type ContentField, isContent } from './content';
import { writeJson } from './json-writer';
import { type CodePart, call, flat, list, pythonFloat, pythonString, statement } from './python-layout';
import { derive } from './python-reader';

/** The reason why no program with TensorFlow's classes builds a message, in a sentence for the user. */
export class Inexpressible extends Error {
  override readonly name = 'Inexpressible';
}

/** A program, and sentences about differences between the message and what TensorFlow builds. */
interface WrittenProgram {
  readonly output: string;
  readonly notes: readonly string[];
}

const MODULE = 'tf.tpu.experimental.embedding';

/**
 * Writes TableConfig and FeatureConfig objects, and the TPUEmbedding with them. The configuration that TensorFlow would build
 * is derived and compared with the message, and every difference is reported. Throws an `Inexpressible`.
 */
export function writeTensorflow(content: Content): WrittenProgram {
  if (content.type.name !== CONFIGURATION)
    throw new Inexpressible(`It holds another message than ${CONFIGURATION}.`);
  const message = writeJson(content);
  const model = modelOf(message);
  const output = programOf(content, message, model);
  return { output, notes: [...model.notes, ...differences(output, model.expected, strategyOf(message))] };
}

/** The parts of a message that TensorFlow's classes express. */
interface Model {
  readonly tables: readonly JsonMessage[];
  readonly features: readonly JsonMessage[];
  /** Used tables in order of first use, as TensorFlow numbers them. */
  readonly used: readonly number[];
  /** The message that TensorFlow would have to build. */
  readonly expected: JsonMessage;
  readonly notes: readonly string[];
}

function modelOf(message: JsonMessage): Model {
  const tables = (message['tableDescriptor'] ?? []) as JsonMessage[];
  if (tables.length === 0) throw new Inexpressible('The configuration has no table.');
  const given = message['featureDescriptor'] as JsonMessage[] | undefined;
  const features = given ?? tables.map((table, i) => featureOf(table, i, message));
  const used = [...new Set(features.map(tableOf))];
  for (const id of used)
    if (!tables[id])
      throw new Inexpressible(`A feature looks up table ${id}, but there are ${tables.length} tables.`);
  const unused = tables.flatMap((table, i) => (used.includes(i) ? [] : tableName(table, i)));
  const notes = [
    !given &&
      'It is in table style, of which TensorFlow has no classes: the program has a feature for each table instead.',
    unused.length > 0 && `No feature uses these tables, which are left out: ${listed(unused)}.`,
    used.some((id, i) => i > 0 && id < used[i - 1]!) &&
      `TensorFlow numbers tables as features use them first: ${listed(used.map((id) => tableName(tables[id]!, id)))}.`,
  ].filter((note) => note !== false);
  const { batchSizePerTensorCore, numHosts, numTensorCores, ...others } = message;
  const expected = {
    ...others,
    // The batch comes from features, and the hosts and cores from the strategy.
    ...(given && batchSizePerTensorCore !== undefined && { batchSizePerTensorCore }),
    tableDescriptor: used.map((id) => {
      const { numFeatures, ...table } = tables[id]!;
      return given && numFeatures !== undefined ? { ...table, numFeatures } : table;
    }),
    featureDescriptor: features.map(({ tableId, ...feature }) => {
      const id = used.indexOf(tableOf({ ...(tableId !== undefined && { tableId }) }));
      return id === 0 ? feature : { ...feature, tableId: id };
    }),
  };
  return { tables, features, used, expected, notes };
}

const tableOf = ({ tableId = 0 }: JsonMessage) => Number(tableId);
const tableName = ({ name }: JsonMessage, index: number) => String(name ?? `table ${index}`);

/** The features for a table in table style, by its number of lookups per sample. */
function featureOf(
  { name, numFeatures = 1 }: JsonMessage,
  tableId: number,
  message: JsonMessage,
): JsonMessage {
  const batch = message['batchSizePerTensorCore'] ?? 0;
  const inputShape = Number(numFeatures) > 1 ? [batch, numFeatures] : [batch];
  return { ...(name !== undefined && { name }), tableId, inputShape };
}

/** The strategy for the TPU that the message is for. */
function strategyOf({ numHosts = 1, numTensorCores = 1, spmdSharding }: JsonMessage): Strategy {
  const { enabled = false, numCoresPerReplica = 1 } = (spmdSharding ?? {}) as JsonMessage;
  const cores = enabled ? Math.max(1, Number(numCoresPerReplica)) : undefined;
  return {
    numHosts: Math.max(1, Number(numHosts)),
    numReplicas: Math.max(1, Math.floor(Number(numTensorCores) / (cores ?? 1))),
    numCoresPerReplica: cores,
  };
}

function programOf(content: Content, message: JsonMessage, { tables, features, used }: Model): string {
  const commentsOf = (name: string) =>
    content.fields.filter(({ field }) => field.name === name).map(commentsIn);
  const ofTables = commentsOf('table_descriptor');
  const ofFeatures = commentsOf('feature_descriptor');
  const others = content.fields.filter(({ field }) => !OWNERS.has(field.name));
  const nameOf = namer(['tf', 'embedding', 'feature_config']);
  const rates = new Map<number, string>();
  const optimizers = new Map(
    used.map((id) => [id, optimizerOf(tables[id]!, id, (tag) => rateOf(tag, rates, nameOf))]),
  );
  const [shared, ...more] = new Set([...optimizers.values()].map((code) => flat(code)));
  const haveOneOptimizer = shared !== undefined && more.length === 0;
  const variables = new Map(used.map((id) => [id, nameOf(tableName(tables[id]!, id), 'table')]));
  const functions = [...rates].flatMap(([tag, name]) => [
    '',
    '',
    `def ${name}():`,
    `    raise NotImplementedError("The learning rate of tag ${tag}.")`,
  ]);
  const tableLines = used.flatMap((id) => {
    const { name, vocabularySize = 0, dimension = 0, optimizationParameters } = tables[id]!;
    const parts: CodePart[] = [
      { prefix: 'vocabulary_size=', code: String(vocabularySize) },
      { prefix: 'dim=', code: String(dimension) },
      ...(haveOneOptimizer ? [] : [{ prefix: 'optimizer=', code: optimizers.get(id)! }]),
      ...(name === undefined ? [] : [{ prefix: 'name=', code: pythonString(String(name)) }]),
      ...quantization((optimizationParameters ?? {}) as JsonMessage),
    ];
    const table = call(`${MODULE}.TableConfig`, parts);
    return [...(ofTables[id] ?? []), ...statement(`${variables.get(id)} = `, table)];
  });
  const configs = features.map((feature, i): CodePart => {
    const { name, inputShape = [] } = feature;
    const parts: CodePart[] = [
      { prefix: 'table=', code: variables.get(tableOf(feature))! },
      { prefix: 'output_shape=', code: `[${(inputShape as JsonValue[]).join(', ')}]` },
      ...(name === undefined ? [] : [{ prefix: 'name=', code: pythonString(String(name)) }]),
    ];
    return { code: call(`${MODULE}.FeatureConfig`, parts), before: ofFeatures[i] ?? [] };
  });
  const embedding: CodePart[] = [
    { prefix: 'feature_config=', code: 'feature_config' },
    { prefix: 'optimizer=', code: haveOneOptimizer ? optimizers.get(used[0]!)! : 'None' },
    ...(message['pipelineExecutionWithTensorCore']
      ? [{ prefix: 'pipeline_execution_with_tensor_core=', code: 'True' }]
      : []),
  ];
  return [
    'import tensorflow as tf',
    ...functions,
    ...(functions.length > 0 ? ['', ''] : ['']),
    ...(content.heading ?? []),
    ...others.flatMap(commentsIn),
    ...strategyComment(message),
    ...tableLines,
    ...statement('feature_config = ', list(configs)),
    ...statement('embedding = ', call(`${MODULE}.TPUEmbedding`, embedding)),
    ...(content.remarks ?? []),
    '',
  ].join('\n');
}

/** Fields whose objects have comments of their own. */
const OWNERS: ReadonlySet<string> = new Set(['table_descriptor', 'feature_descriptor']);

/** Comments of a field and its subfields, which have no line of their own in the program. */
const commentsIn = ({ comments, value }: ContentField): string[] => [
  ...(comments?.before ?? []),
  ...(comments?.behind === undefined ? [] : [comments.behind]),
  ...(isContent(value) ? [...value.fields.flatMap(commentsIn), ...(value.remarks ?? [])] : []),
];

/** A comment with the numbers that the strategy has to provide, because no object has them. */
function strategyComment({ numHosts, numTensorCores }: JsonMessage): string[] {
  const parts = [
    ...(numHosts === undefined ? [] : [`${numHosts} ${numHosts === 1 ? 'host' : 'hosts'}`]),
    ...(numTensorCores === undefined
      ? []
      : [`${numTensorCores} ${numTensorCores === 1 ? 'TensorCore' : 'TensorCores'}`]),
  ];
  return parts.length === 0 ? [] : [`# For a tf.distribute.TPUStrategy with ${parts.join(' and ')}.`];
}

function rateOf(tag: number, rates: Map<number, string>, nameOf: NameOf): string {
  const name = rates.get(tag) ?? nameOf(`learning_rate_${tag}`, 'learning_rate');
  rates.set(tag, name);
  return name;
}

/** Loaded on demand: the catalogue loads slowly, and other commands do not need it. */
const classes = () =>
  ['SGD', 'Adagrad', 'AdagradMomentum', 'FTRL', 'Adam'].map((name) => findEntry(embeddingId(name))!);

/** The possible optimizers of a table. */
const ALGORITHMS = OPTIMIZATION_PARAMETERS.fields.filter(
  ({ oneof }) => oneof !== undefined && oneof === OPTIMIZATION_PARAMETERS.fieldsByName.get('adagrad')!.oneof,
);

function optimizerOf(table: JsonMessage, index: number, rate: (tag: number) => string) {
  const parameters = (table['optimizationParameters'] ?? {}) as JsonMessage;
  const algorithm = ALGORITHMS.find((field) => parameters[jsonName(field)] !== undefined);
  const whose = `Table ${tableName(table, index)}`;
  if (!algorithm)
    throw new Inexpressible(`${whose} has no optimizer, but a TPUEmbedding needs one for each table.`);
  const entry = classes().find(({ optimizer }) => optimizer?.algorithm === algorithm.name);
  if (!entry)
    throw new Inexpressible(
      `${whose} learns with ${algorithm.name}, for which TensorFlow has no class: there are ${listed(classes().map(({ name }) => name))}.`,
    );
  const { dynamic } = (parameters['learningRate'] ?? {}) as JsonMessage;
  return call(
    `${MODULE}.${entry.name}`,
    entry.parameters.flatMap((parameter) => {
      const code =
        parameter.conversion === 'rate' && dynamic !== undefined
          ? rate(Number((dynamic as JsonMessage)['tag'] ?? 0))
          : argumentOf(parameter, parameters, entry);
      return code === undefined ? [] : [{ prefix: `${parameter.name}=`, code }];
    }),
  );
}

/** The Python of an argument; undefined if it can be left out. */
function argumentOf(
  parameter: Parameter,
  parameters: JsonMessage,
  { parameters: all }: Entry,
): string | undefined {
  const path = fieldPathOf(parameter);
  if (path === undefined) return undefined;
  const { needs, conversion, default: usual } = parameter;
  const needed = all.find(({ name }) => name === needs);
  if (needed && argumentOf(needed, parameters, { parameters: all } as Entry) === undefined) return undefined;
  const converter = converterOf(parameter);
  const values = Object.fromEntries(
    converter.members.map((member) => [member, valueAt(parameters, path + member)]),
  );
  const written = Object.values(values);
  if (written.every((value) => value === undefined)) return undefined;
  // Strings are the spellings of infinity and NaN.
  const [only] = written;
  const code =
    typeof only === 'string' && conversion === undefined
      ? pythonFloat(Number(only), String)
      : converter.write(values);
  // The learning rate is always written, even if it is the default.
  if (conversion === 'rate') return code;
  const isNothing = usual === 'None' && (only === 0 || only === false);
  return isNothing || code === usual || Number(code) === Number(usual) ? undefined : code;
}

/** The value at a path, or the default of a field without presence. */
function valueAt(parameters: JsonMessage, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = parameters;
  for (const name of path.split('.')) value = (value as JsonMessage | undefined)?.[name];
  const field = value === undefined ? fieldAt(OPTIMIZATION_PARAMETERS, path) : undefined;
  return !field || field.presence || field.enum ? value : (absentOf(field) ?? undefined);
}

function quantization({ simulatedQuantization }: JsonMessage): CodePart[] {
  if (simulatedQuantization === undefined) return [];
  const { enabled, numBuckets = 0, clippingLimits } = simulatedQuantization as JsonMessage;
  if (enabled !== true) return [];
  const { lower, upper } = (clippingLimits ?? {}) as JsonMessage;
  const limit = (value: JsonValue | undefined) =>
    value === undefined ? 'None' : pythonFloat(Number(value), String);
  const parts = [
    { prefix: 'num_buckets=', code: String(numBuckets) },
    { prefix: 'lower=', code: limit(lower) },
    { prefix: 'upper=', code: limit(upper) },
  ];
  return [{ prefix: 'quantization_config=', code: call(`${MODULE}.QuantizationConfig`, parts) }];
}

/** Words of Python that cannot be names. */
const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'and as assert async await break class continue def del elif else except finally for from global if import in is ' +
    'lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

/** Makes names of variables, each once: of a wanted text or, if that is no name, with a usual word. */
function namer(taken: readonly string[]): NameOf {
  const all = new Set(taken);
  return (wanted, usual) => {
    const plain = wanted
      .toLowerCase()
      .replaceAll(/\W+/g, '_')
      .replaceAll(/^_+|_+$/g, '');
    const base =
      /^[a-z]\w*$/.test(plain) && !KEYWORDS.has(plain) ? plain : plain === '' ? usual : `${usual}_${plain}`;
    let name = base;
    for (let i = 2; all.has(name); i++) name = `${base}_${i}`;
    all.add(name);
    return name;
  };
}

type NameOf = (wanted: string, usual: string) => string;

/** The differences between the message and what TensorFlow builds of the program. */
function differences(text: string, expected: JsonMessage, strategy: Strategy): string[] {
  const [derived] = derive({ text }, 'config.py', strategy);
  if (!derived || derived.refused)
    throw new Inexpressible(
      `TensorFlow refuses the program: ${derived?.refused?.reason ?? 'it has no TPUEmbedding.'}`,
    );
  const { numHosts, numTensorCores, ...built } = derived.message ?? {};
  const unknown = new Set(derived.unknown.map(({ path }) => path));
  const found = compare(expected, built, '').filter(({ path }) => !unknown.has(path));
  const other = found.map(
    ({ path, before, after }) => `${path} is ${shown(after)} instead of ${shown(before)}`,
  );
  const open = derived.unknown.map(({ path, reason }) => `${path} is not known. ${reason}`);
  return [
    ...(other.length > 0
      ? [`What TensorFlow builds of the program differs: ${listed(other, 5, '; ')}.`]
      : []),
    ...open,
  ];
}

const shown = (value: JsonValue | undefined): string =>
  value === undefined ? 'unset' : JSON.stringify(value);

interface Difference {
  readonly path: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

function compare(before: JsonValue | undefined, after: JsonValue | undefined, path: string): Difference[] {
  const [parts, others] = [partsOf(before), partsOf(after)];
  if (!parts || !others)
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }];
  return [...new Set([...parts.keys(), ...others.keys()])].flatMap((key) =>
    compare(
      parts.get(key),
      others.get(key),
      key.startsWith('[') || path === '' ? path + key : `${path}.${key}`,
    ),
  );
}

/** The members of a message, and the items of a list of messages by index. */
function partsOf(value: JsonValue | undefined): ReadonlyMap<string, JsonValue> | undefined {
  if (typeof value !== 'object') return undefined;
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  return typeof value[0] === 'object' ? new Map(value.map((item, i) => [`[${i}]`, item])) : undefined;
}
