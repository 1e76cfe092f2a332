import { excerpt } from '../../basics/excerpt';
import { nearest } from '../../basics/nearest';
import { isWithin, rangeOf } from '../../basics/range';
import { type OptimizerTranslation, parameterFor, type Setting, type StackNames } from '../../catalogue';
import { argumentFor, argumentValue, settingOf } from '../../dataflow/calls/argument-values';
import { numberOf, truth } from '../../dataflow/calls/known-values';
import { type ApiCall, argumentOf, type PythonFile } from '../../dataflow/calls/python-file';
import { targetsOf } from '../../dataflow/calls/targets';
import type { Inferred } from '../../dataflow/calls/types';
import { unlessRefused } from '../../dataflow/derivation/draft';
import { featuresOf } from '../../dataflow/derivation/features';
import { makerOf } from '../../dataflow/derivation/field-argument';
import type { EmbeddingPart } from '../../dataflow/derivation/parts';
import { refusedStacking } from '../../dataflow/derivation/stacks-of-call';
import type { Expression } from '../../python/tree';
import { type CallProblem, type CallReport, type CallRule, isCaught } from './call-rule';
import { calleeRange } from './support/binding';
import { respelling } from './support/edits';
import { stackOf } from './support/stacks';
import { refusedOn, targetsFor, verdictOn } from './support/targets';

const stack = (
  names: string,
): string => `from keras_rs.layers import DistributedEmbedding, FeatureConfig, TableConfig

users = FeatureConfig('user', TableConfig('users', 1000, 16), (64,), (64, 16))
items = FeatureConfig('item', TableConfig('items', 5000, 16), (64,), (64, 16))
DistributedEmbedding([users, items], table_stacking=${names})`;

export const tableStack: CallRule = {
  code: 'table-stack',
  severity: 'error',
  summary: 'Tables cannot be stacked as the program says.',
  details:
    'The tables of a stack are named, each once; their optimizers, combiners and quantization must be equal. Otherwise ' +
    '`ValueError` or `KeyError` is raised where they are stacked: by the call itself in jax-tpu-embedding, when the layer is ' +
    'built in keras-rs, on SparseCores with JAX only. keras-rs does not look at a tuple of names: give a list.',
  messages: {
    'Excess padding detected for stacked table {name}':
      'Tables of the stack {name} have different widths, once these are rounded up to a multiple of 8, and `fail_on_excess_padding` forbids the room that is wasted.',
    'Tables {names} in group {group} have different optimizers':
      'The tables {names} are to share a stack, and their optimizers differ.',
    'Tables {names} in group {group} have different combiners':
      'The tables {names} are to share a stack, and their combiners differ.',
    'Tables {names} in group {group} have different quantization configs':
      'The tables {names} are to share a stack, and their quantization differs.',
    'Table {name} is repeated in group': 'Table {name} is twice in one stack.',
    'Table {name} is already stacked in group': 'Table {name} is in another stack already.',
    "Cannot use stack name {name} since it's already used": 'Two stacks are called {name}.',
    "Unsupported table stacking for Tensorflow {value}, must be 'auto' or None":
      "With TensorFlow, tables are stacked by 'auto' or not at all, by None: no lists.",
    'Unsupported table stacking {value}, must be':
      "`table_stacking` is None, 'auto', a list of names or a list of such lists; tuples and empty lists are not taken.",
    'Table names are not grouped correctly': 'The stacks do not hold each table once.',
    'Invalid stacking. Table {name} does not have StackedTableSpec':
      'Table {name} has been stacked only in part. Prepare all features in one call.',
    'The `table_stacking` argument is not supported when using':
      '`table_stacking` is given with features of TensorFlow; use `SparseCoreEmbeddingConfig(disable_table_stacking=True)` with those.',
  },
  bad: stack("['users', 'item']"),
  good: stack("['users', 'items']"),
  checkFile(file, report) {
    for (const call of file.calls) {
      const parameter = parameterFor(call.entry, 'table_stacking');
      const names = parameter && argumentFor(call, 'table_stacking');
      let isTold = false;
      if (names && parameter.stacks)
        checkStacks({
          call,
          file,
          stacks: parameter.stacks,
          names: names.node,
          report: (problem, at) => {
            isTold = true;
            reportIn(call, names.node, report)(problem, at);
          },
        });
      const isJudged = !isTold && STACKING.has(call.entry.stacking) && !isCaught(tableStack, call, file);
      const message = isJudged ? refusedStacking(call, file) : undefined;
      if (message !== undefined) report({ ...calleeRange(call), message });
    }
  },
};

/** What puts tables into stacks with others. */
const STACKING: ReadonlySet<string | undefined> = new Set(['named', 'alike']);

/** A call that stacks tables. */
interface Stacking {
  readonly call: ApiCall;
  readonly file: PythonFile;
  readonly stacks: StackNames;
  readonly names: Expression;
  readonly report: (problem: Omit<CallProblem, 'start' | 'end'>, at: Expression) => void;
}

/** Reports at a name in the call, or at the list if the name is written elsewhere. */
const reportIn =
  ({ node }: ApiCall, names: Expression, report: CallReport): Stacking['report'] =>
  (problem, at) =>
    report({ ...problem, ...rangeOf(isWithin(at, node) ? at : names) });

function checkStacks(stacking: Stacking): void {
  const { call, names, stacks } = stacking;
  const value = call.typeOf(names);
  if (value.kind !== 'list' && value.kind !== 'tuple') return;
  const outer = value.elements ?? [];
  const isNested = outer.some((each) => ['list', 'tuple'].includes(call.typeOf(each).kind));
  const groups = isNested ? outer : [names];
  const tuple = groups.find((each) => call.typeOf(each).kind === 'tuple');
  if (stacks.needsLists && value.kind === 'tuple')
    stacking.report(
      { severity: 'warning', message: 'A tuple is not looked at, so no table is stacked. Give a list.' },
      names,
    );
  else if (stacks.needsLists && tuple)
    reportFailure(stacking, [], 'The names of one stack must be in a list, not a tuple.', tuple);
  else checkGroups(groups, stacking);
}

function checkGroups(groups: readonly Expression[], stacking: Stacking): void {
  const found = unlessRefused(() => featuresOf(stacking.call));
  if (!found) return;
  const isComplete = found.firstUnknown === undefined && found.features.every(({ table }) => table);
  const named = found.tables.map((table) => [textOf(table.attribute('name').type), table] as const);
  const byName = new Map(named.flatMap(([name, table]) => (name === undefined ? [] : [[name, table]])));
  const isKnown = isComplete && named.every(([name]) => name !== undefined);
  for (const group of groups) checkGroup(group, byName, isKnown, stacking);
  checkName(byName, stacking);
}

/** Reports the name of a stack that other tables are in. */
function checkName(byName: ReadonlyMap<string, EmbeddingPart>, stacking: Stacking): void {
  const { value, node } = argumentFor(stacking.call, 'stack_name') ?? {};
  const name = value && textOf(value);
  const taken = [...byName].find(([own, table]) => own !== name && stackOf(stacking.call, table) === name);
  if (name === undefined || !node || !taken) return;
  reportFailure(stacking, [taken[1]], `Another stack has the name '${excerpt(name)}' already.`, node);
}

function checkGroup(
  group: Expression,
  byName: ReadonlyMap<string, EmbeddingPart>,
  isKnown: boolean,
  stacking: Stacking,
): void {
  const { call } = stacking;
  const value = call.typeOf(group);
  const elements = value.kind === 'list' || value.kind === 'tuple' ? (value.elements ?? []) : [];
  const tables: EmbeddingPart[] = [];
  for (const element of elements) {
    const name = textOf(call.typeOf(element));
    const table = name === undefined ? undefined : byName.get(name);
    if (name !== undefined && !table && isKnown) return reportUnknown(name, element, byName, stacking);
    if (!table) continue;
    if (tables.includes(table))
      return reportFailure(
        stacking,
        [table],
        `The table '${excerpt(name!)}' is in its stack twice.`,
        element,
      );
    const stack = stackOf(call, table);
    if (stack !== undefined && stack !== name)
      return reportFailure(
        stacking,
        [table],
        `The table '${excerpt(name!)}' is in the stack '${excerpt(stack)}' already.`,
        element,
      );
    const differing = tables[0] && differenceIn(tables[0], table, call);
    if (differing) return reportFailure(stacking, [tables[0]!, table], differing.message, element, differing);
    tables.push(table);
  }
}

const textOf = (type: Inferred) => (type.kind === 'str' ? type.value : undefined);

function reportUnknown(
  name: string,
  element: Expression,
  byName: ReadonlyMap<string, EmbeddingPart>,
  stacking: Stacking,
): void {
  const names = [...byName.keys()];
  const meant = nearest(name, names);
  const hint = meant === undefined ? '' : ` Did you mean '${excerpt(meant)}'?`;
  const quote = stacking.file.text[element.start] ?? "'";
  reportFailure(
    stacking,
    [...byName.values()],
    `No table here has the name '${excerpt(name)}'.${hint}`,
    element,
    {
      fixes: () =>
        meant !== undefined && element.kind === 'string'
          ? [respelling(element, name, meant, names, `${quote}${meant}${quote}`)]
          : [],
    },
  );
}

/** What fails on the targets where tables are stacked. */
function reportFailure(
  { call, file, stacks, report }: Stacking,
  tables: readonly EmbeddingPart[],
  what: string,
  at: Expression,
  more: Partial<Pick<CallProblem, 'related' | 'fixes'>> = {},
): void {
  const possible =
    tables.length === 0
      ? targetsOf(file.tree, call.entry.library)
      : [...new Set(tables.flatMap((table) => targetsFor(table.call, file)))];
  const failing = possible.filter((target) => stacks.on?.includes(target) ?? true);
  if (failing.length === 0) return;
  const { severity } = verdictOn(failing, possible);
  const where = severity === 'error' ? '' : ` ${refusedOn(failing, possible, call)}`;
  report({ ...more, severity, message: `${what}${where}` }, at);
}

// ---------------------------------------------------------------- What must be equal

const EQUAL: readonly (readonly [Setting, string])[] = [
  ['optimization_parameters', 'optimizer'],
  ['combiner', 'combiner'],
  ['simulated_quantization', 'quantization'],
];

interface TableDifference {
  readonly message: string;
  readonly related: NonNullable<CallProblem['related']>;
}

/** What two tables of a stack must not differ in, if they certainly do. */
function differenceIn(
  first: EmbeddingPart,
  second: EmbeddingPart,
  call: ApiCall,
): TableDifference | undefined {
  const tables = [first, second];
  const [one, other] = tables.map((table) => `'${excerpt(textOf(table.attribute('name').type) ?? '')}'`);
  const isPadded = truth(settingOf(call, 'equal_widths')) !== true;
  const widths = tables.map((table) => numberOf(table.attribute('dimension').type));
  const [narrow, wide] = widths.map((width) => width && Math.ceil(width / 8));
  if (!isPadded && narrow && wide && narrow !== wide)
    return {
      message: `${other} has another width than ${one}, and nothing may be filled up here.`,
      related: [],
    };
  for (const [setting, word] of EQUAL) {
    const [a, b] = tables.map((table) => table.attribute(setting));
    const { translates } = parameterFor(first.call.entry, setting) ?? {};
    if (!differ(a!.type, b!.type, translates)) continue;
    return {
      message: `${other} has another ${word} than ${one}, and a stack needs one ${word} for all its tables.`,
      related: [a!, b!].map(({ node }, i) => ({
        ...rangeOf(node),
        message: `The ${word} of ${i ? other : one}.`,
      })),
    };
  }
  return undefined;
}

/** Whether two values certainly are not equal in Python's sense, or become such. */
function differ(a: Inferred, b: Inferred, translation: OptimizerTranslation | undefined): boolean {
  const numbers = [a, b].map(numberOf);
  if (numbers.every((number) => number !== undefined)) return numbers[0] !== numbers[1];
  const [name, other] = [a, b].map((value) => nameOf(value, translation));
  if (name !== undefined && other !== undefined && name !== other) return true;
  if (a.kind === 'instance' && b.kind === 'instance') return objectsDiffer(a, b, translation);
  if (a.kind === 'function' && b.kind === 'function') return a.node !== b.node;
  const kinds = [a, b].map(({ kind }) => kind);
  const isNumber = numbers.some((number) => number !== undefined);
  return kinds.includes('instance') ? kinds.includes('none') : isNumber && kinds.includes('function');
}

/** A text, or the name of a class. Names of optimizers stand for objects with all defaults. */
function nameOf(value: Inferred, translation: OptimizerTranslation | undefined): string | undefined {
  const name = value.kind === 'instance' ? value.entry.name : textOf(value);
  const lower = name?.toLowerCase();
  return lower === undefined ? undefined : (translation?.alike?.[lower] ?? lower);
}

function objectsDiffer(
  a: Extract<Inferred, { kind: 'instance' }>,
  b: Extract<Inferred, { kind: 'instance' }>,
  translation: OptimizerTranslation | undefined,
): boolean {
  const [first, second] = [makerOf(a), makerOf(b)];
  if (!first || !second) return false;
  const names = translation?.passes ?? a.entry.parameters.map(({ name }) => name);
  const isMadeTwice = first.event !== second.event;
  return names.some(
    (name) =>
      differ(argumentValue(first, name), argumentValue(second, name), undefined) ||
      (isMadeTwice && [first, second].every((call) => argumentOf(call, name)?.kind === 'lambda')),
  );
}
