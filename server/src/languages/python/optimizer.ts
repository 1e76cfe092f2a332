import { excerpt } from '../../basics/excerpt';
import { isWithin, type Range, rangeOf, type TextEdit } from '../../basics/range';
import type { Entry, Parameter, Setting } from '../../catalogue';
import { bind } from '../../configuration/bind';
import { readConfiguration } from '../../configuration/configuration';
import { derive } from '../../configuration/derive';
import { setAt } from '../../configuration/json-paths';
import type { JsonMessage, JsonValue } from '../../configuration/to-json';
import type { ValueChange } from '../../configuration/value-change';
import { argumentValue, numberFor, settingOf } from '../../dataflow/calls/argument-values';
import { truth } from '../../dataflow/calls/known-values';
import {
  type ApiCall,
  argumentOf,
  argumentThatSets,
  type PythonFile,
} from '../../dataflow/calls/python-file';
import { callThatMakes } from '../../dataflow/calls/tables';
import { kerasOptimizerCalls } from '../../dataflow/calls/translated-optimizers';
import {
  COMPUTED_OR_NUMBER,
  type Converter,
  converterOf,
  FLAG,
  fieldPathOf,
  NUMBER,
  type Values,
} from '../../dataflow/derivation/conversions';
import { camelCase, optimizerNamed } from '../../optimizers';
import { bindingOf } from '../../python/names';
import { type Expression, type Node, nodeAt, statementOf, type Tree, walk } from '../../python/tree';
import { addArguments, replaceNode } from '../../rules/python/support/edits';
import { builtin, CONFIGURATION } from '../../schema/builtin';
import type { TableCost } from '../../sizing/tables';
import { parse } from '../../textproto/parser';
import { tableCost } from '../optimizer/cost';
import {
  ARGUMENTS,
  INITIAL,
  MESSAGE,
  type OptimizerEdit,
  type OptimizerOfLibrary,
  type OptimizerPlace,
} from '../optimizer/place';
import { fieldText, parameterField, valueText } from '../optimizer/values';
import { type Simulated, simulatedBy } from './simulated';

/** The call of an optimizer, and that of the table that it trains. */
interface OptimizerCall {
  readonly call: ApiCall;
  readonly table: ApiCall | undefined;
}

/** All optimizers of a text, in the order of their places. */
export function optimizerRangesPython(file: PythonFile): Range[] {
  return allCalls(file)
    .filter((call) => isOptimizer(call, file))
    .map(({ node }) => rangeOf(node))
    .sort((a, b) => a.start - b.start);
}

/** The catalogue's calls, and those of Keras that make optimizers of tables. */
const allCalls = (file: PythonFile): readonly ApiCall[] => [
  ...file.calls,
  // Several tables may share one.
  ...new Map(kerasOptimizerCalls(file).map((call) => [call.node, call])).values(),
];

/** Whether a call makes an optimizer whose formula is known, or a field of TensorFlow's message. */
const isOptimizer = (call: ApiCall, file: PythonFile): boolean =>
  call.entry.optimizer !== undefined || simulatedBy(call, file) !== undefined;

/**
 * The optimizer whose call is around an offset, or in the statement there. In the call of a table or an embedding
 * object, it is the optimizer that the call gets.
 */
export function optimizerAtPython(file: PythonFile, offset: number): OptimizerPlace | undefined {
  const found = findAt(file, offset);
  return found && placeOf(file, found);
}

/** The memory of the table that a call makes, if its optimizer is known. */
export function tableCostPython(file: PythonFile, call: ApiCall): TableCost | undefined {
  const found = isTable(call) ? follow(file, call, undefined) : undefined;
  if (!found) return undefined;
  const { table, unknown } = placeOf(file, found);
  return unknown.some((path) => DECIDES_MEMORY.test(path)) ? undefined : table;
}

const DECIDES_MEMORY = /\.(gradientAccumulationStatus|lowDimensionalPackingStatus)$/;

function placeOf(file: PythonFile, found: OptimizerCall): OptimizerPlace {
  const { call, table } = found;
  const simulated = simulatedBy(call, file);
  const read = beginningOf(call.entry, simulated);
  const unknown: string[] = [];
  const editable = new Map<string, number>();
  if (table && call.entry.optimizer && isQuantized(table)) {
    if (quantizationOf(file, table)) setAt(read, `${MESSAGE}simulatedQuantization.enabled`, true);
    else unknown.push(`${MESSAGE}simulatedQuantization`);
  }
  for (const target of targetsOf(file, found)) {
    const values = valuesOf(target);
    for (const [member, value] of Object.entries(values)) {
      if (value === undefined) unknown.push(target.path + member);
      else setAt(read, target.path + member, value);
    }
    const place = writable(file, target, values);
    if (place) for (const member of target.converter.members) editable.set(target.path + member, place.start);
  }
  const {
    optimizationParameters = {},
    optimizer,
    initial = {},
  } = read as {
    optimizationParameters?: JsonMessage;
    optimizer?: JsonMessage & OptimizerOfLibrary;
    initial?: JsonMessage;
  };
  const name = table && settingOf(table, 'name');
  const cost = table && !optimizer && costOf(table, optimizationParameters);
  return {
    ...rangeOf(call.node),
    title:
      (name?.kind === 'str' && name.value && excerpt(name.value)) ||
      optimizerNamed(call.entry.optimizer?.algorithm ?? simulated!.name)!.title,
    optimizationParameters,
    ...(optimizer && { optimizer }),
    ...(simulated?.note !== undefined && { note: simulated.note }),
    // In JSON, NaN and infinities are strings.
    initial: Object.fromEntries(
      Object.entries(initial).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
    ),
    unknown,
    editable,
    ...(cost && { table: cost }),
    write: (changes) => write(file, found, changes),
  };
}

/** What a class writes whatever its arguments are. */
function beginningOf({ optimizer: facts }: Entry, simulated: Simulated | undefined): JsonMessage {
  const read: JsonMessage = {};
  if (facts) setAt(read, MESSAGE + camelCase(facts.algorithm), {});
  for (const [slot, start] of Object.entries(facts?.slots ?? {}))
    if (typeof start === 'number') setAt(read, INITIAL + slot, start);
  if (facts) return read;
  const [library = '', name = ''] = simulated!.name.split('.');
  return { optimizer: { library, name, arguments: {} } };
}

/** The fields of the message, the argument, or the initial value of a slot, that an argument sets. */
interface Target {
  readonly call: ApiCall;
  readonly parameter: Parameter;
  readonly path: string;
  readonly converter: Converter;
}

function targetsOf(file: PythonFile, { call, table }: OptimizerCall): Target[] {
  const facts = call.entry.optimizer;
  if (!facts) return argumentTargets(call, simulatedBy(call, file)!);
  const quantization = table && quantizationOf(file, table);
  const slots = call.entry.parameters.flatMap((parameter): Target[] =>
    Object.entries(facts.slots)
      .filter(([, start]) => start === parameter.name)
      .map(([slot]) => ({ call, parameter, path: INITIAL + slot, converter: NUMBER })),
  );
  return [...messageTargets(call), ...slots, ...(quantization ? messageTargets(quantization) : [])];
}

/** The arguments that the update of another library's optimizer reads. */
function argumentTargets(call: ApiCall, simulated: Simulated): Target[] {
  const usual = new Map(
    optimizerNamed(simulated.name)!.hyperparameters.map((each) => [each.name, each.usual]),
  );
  return call.entry.parameters.flatMap((parameter): Target[] => {
    const { name } = parameter;
    const converter =
      name === 'learning_rate' ? COMPUTED_OR_NUMBER : typeof usual.get(name) === 'boolean' ? FLAG : NUMBER;
    return name === 'learning_rate' || usual.has(name)
      ? [{ call, parameter, path: ARGUMENTS + name, converter }]
      : [];
  });
}

function messageTargets(call: ApiCall): Target[] {
  return call.entry.parameters.flatMap((parameter): Target[] => {
    const path = fieldPathOf(parameter);
    return path === undefined
      ? []
      : [{ call, parameter, path: MESSAGE + path, converter: converterOf(parameter) }];
  });
}

/** The values that an argument, or its default, sets. */
function valuesOf({ call, parameter, converter }: Target): Values {
  const { name, needs } = parameter;
  if (needs !== undefined && truth(argumentValue(call, needs)) === false) return {};
  return converter.read(argumentValue(call, name), call.typeOf);
}

const isQuantized = (table: ApiCall) => settingOf(table, 'simulated_quantization').kind !== 'none';

function quantizationOf(file: PythonFile, table: ApiCall): ApiCall | undefined {
  const call = instanceGiven(file, table, 'simulated_quantization');
  return call?.entry.role === 'quantization' ? call : undefined;
}

/** The memory of the table, from the configuration that TensorFlow builds of the calls. */
function costOf(table: ApiCall, optimization: JsonMessage): TableCost | undefined {
  const rows = numberFor(table, 'vocabulary_size');
  const dimension = numberFor(table, 'dimension');
  if (!Number.isSafeInteger(rows) || !Number.isSafeInteger(dimension)) return undefined;
  const name = settingOf(table, 'name');
  const type = builtin.message(CONFIGURATION)!;
  const text = `table_descriptor { vocabulary_size: ${rows} dimension: ${dimension} ${fieldText(OPTIMIZATION, optimization)} }`;
  const configuration = readConfiguration(bind(parse(text), type, builtin))!;
  const cost = tableCost(derive(configuration), 0);
  return cost && name.kind === 'str' && name.value ? { name: name.value, ...cost } : cost;
}

const OPTIMIZATION = builtin
  .message(`${CONFIGURATION}.TableDescriptor`)!
  .fieldsByName.get('optimization_parameters')!;

// Finding

function findAt(file: PythonFile, offset: number): OptimizerCall | undefined {
  const enclosing = allCalls(file)
    .filter(({ node }) => node.start <= offset && offset <= node.end)
    .sort((a, b) => a.node.end - a.node.start - (b.node.end - b.node.start));
  let table: ApiCall | undefined;
  for (const call of enclosing) {
    const found = follow(file, call, table);
    if (found) return found;
    if (isTable(call)) table ??= call;
  }
  const statement = statementOf(nodeAt(file.tree, offset));
  if (!statement || 'body' in statement) return undefined;
  const within = allCalls(file).filter(({ node }) => isWithin(node, statement));
  for (const call of within) {
    const found = follow(file, call, undefined);
    if (found) return found;
  }
  return undefined;
}

const isTable = ({ entry }: ApiCall) => entry.role === 'table';

/** The optimizer that a call makes or gets, also through the table that it gets. */
function follow(file: PythonFile, call: ApiCall, table: ApiCall | undefined): OptimizerCall | undefined {
  if (isOptimizer(call, file)) return { call, table: table ?? onlyTableOf(file, call) };
  const givenTable = isTable(call) ? call : table;
  const optimizer = instanceGiven(file, call, 'optimization_parameters');
  if (optimizer && isOptimizer(optimizer, file))
    return { call: optimizer, table: givenTable ?? onlyTableOf(file, optimizer) };
  const given = instanceGiven(file, call, 'table_id');
  return given && isTable(given) ? follow(file, given, undefined) : undefined;
}

/** The call that makes the value for a setting, possibly through a variable. */
function instanceGiven(file: PythonFile, call: ApiCall, setting: Setting): ApiCall | undefined {
  const expression = argumentThatSets(call, setting);
  const value = expression && file.typeOf(expression);
  return value?.kind === 'instance' ? callThatMakes(value, file) : undefined;
}

/** The table that an optimizer is given to; undefined for none or several. */
function onlyTableOf(file: PythonFile, optimizer: ApiCall): ApiCall | undefined {
  const tables = file.calls.filter(
    (call) => isTable(call) && instanceGiven(file, call, 'optimization_parameters') === optimizer,
  );
  return tables.length === 1 ? tables[0] : undefined;
}

// Writing

function write(file: PythonFile, found: OptimizerCall, changes: readonly ValueChange[]): OptimizerEdit {
  const edits: TextEdit[] = [];
  const added = new Map<ApiCall, string[]>();
  for (const target of targetsOf(file, found)) {
    const { call, parameter, path, converter } = target;
    const own = changes.filter((change) => converter.members.some((member) => path + member === change.path));
    if (own.length === 0) continue;
    const before = valuesOf(target);
    const changed = Object.fromEntries(
      own.map((change) => [change.path.slice(path.length), named(change)] as const),
    );
    const text = converter.write({ ...before, ...changed });
    if (text === undefined)
      return { reason: `${parameter.name} cannot say ${Object.values(changed).join(' and ')}.` };
    const place = writable(file, target, before)!;
    if (place === call.node) added.set(call, [...(added.get(call) ?? []), `${parameter.name}=${text}`]);
    else edits.push(replaceNode(place, text));
  }
  return {
    changes: [...edits, ...[...added].flatMap(([call, texts]) => addArguments(file.text, call.node, texts))],
  };
}

/** A new value, of an enum by its name. */
function named({ path, value }: ValueChange): JsonValue {
  const field = path.startsWith(MESSAGE) ? parameterField(path.slice(MESSAGE.length)) : undefined;
  return field?.enum ? valueText(field, value)! : value;
}

/** The expression to replace, or the call itself if the argument can be added. */
function writable(
  { tree }: PythonFile,
  { call, parameter: { name, needs }, converter }: Target,
  values: Values,
): Node | undefined {
  if (needs !== undefined && truth(argumentValue(call, needs)) !== true) return undefined;
  if (Object.keys(values).some((member) => !converter.members.includes(member))) return undefined;
  if (!isFinished(call)) return undefined;
  const expression = argumentOf(call, name);
  if (!expression) return call.binding.open ? undefined : call.node;
  return isLiteral(expression) ? expression : ownLiteral(tree, expression);
}

/** Whether a call is finished. An unfinished call is parsed by guesses, which an edit may change. */
function isFinished({ node }: ApiCall): boolean {
  const { arguments: given, separators } = node;
  let next = 0;
  const isSeparated = given.every(({ start }, i) => {
    while (i > 0 && separators[next]! < given[i - 1]!.end) next++;
    return i === 0 || separators[next]! < start;
  });
  return node.complete && isSeparated && [...walk(node)].every(isClosed);
}

function isClosed(node: Node): boolean {
  switch (node.kind) {
    case 'missing':
      return false;
    case 'string':
      return node.parts.every(({ closed }) => closed);
    case 'call':
    case 'subscript':
    case 'list':
    case 'set':
    case 'dict':
      return node.close >= 0;
    default:
      return true;
  }
}

/** The value assigned to a name that nothing else uses. */
function ownLiteral(tree: Tree, expression: Expression): Expression | undefined {
  if (expression.kind !== 'name') return undefined;
  const binding = bindingOf(tree, expression);
  if (binding?.kind !== 'assignment' || !binding.value || !isLiteral(binding.value)) return undefined;
  let uses = 0;
  for (const node of walk(tree.module)) if (node.kind === 'name' && node.name === expression.name) uses++;
  // Two uses: the assignment and this one. `a = b = 0.1` also assigns the value to other names.
  const targets = binding.node.kind === 'assignment' ? binding.node.targets.length : 0;
  return uses === 2 && targets === 1 ? binding.value : undefined;
}

const LITERAL: ReadonlySet<Node['kind']> = new Set(['number', 'constant', 'unary', 'binary', 'tuple']);

/** Whether an expression consists only of numbers, so that replacing it loses nothing. */
const isLiteral = (expression: Expression) => [...walk(expression)].every(({ kind }) => LITERAL.has(kind));
