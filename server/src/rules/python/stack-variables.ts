import { excerpt } from '../../basics/excerpt';
import { listed } from '../../basics/listed';
import { rangeOf } from '../../basics/range';
import type { Parameter } from '../../catalogue';
import { counted } from '../../configuration/quantities';
import { argumentValue, settingOf } from '../../dataflow/calls/argument-values';
import { type ApiCall, argumentOf, type PythonFile } from '../../dataflow/calls/python-file';
import { leavesOf } from '../../dataflow/calls/structure';
import { differ, type Inferred, inferredOf, type Shape } from '../../dataflow/calls/types';
import type { Feature } from '../../dataflow/derivation/features';
import { makerOf } from '../../dataflow/derivation/field-argument';
import type { Value } from '../../evaluator';
import { textMatches } from '../../python/text-matches';
import type { Expression } from '../../python/tree';
import { type CallRule, isCaught } from './call-rule';
import { describe } from './mismatches/mismatch';
import { shapeText } from './mismatches/tensors';
import { prepared } from './support/examples';
import { featuresByStack } from './support/stacks';

const limits = (name: string): string =>
  prepared(`
def update(gradients, ids, variables, step):
  return embedding.tpu_sparse_dense_matmul_grad(
      gradients, ids, variables, specs, step=step, num_sc_per_device=4,
      embedding_var_limits={'${name}': (-1.0, 1.0), 'other': (-1.0, 1.0)})`);

export const stackVariables: CallRule = {
  code: 'stack-variables',
  severity: 'error',
  summary: 'Variables or limits of weights do not fit the stacks of the features.',
  details:
    'Variables and limits of weights are found by the name of the stack, which is the name of the table where that is alone, and ' +
    'those of its tables joined by `_` otherwise; names of features do not count. Others raise a bare `AssertionError` or `KeyError`. A ' +
    'table is float32 with one or two axes, and has as many slot variables as its optimizer. Gradients are float32 as well. Limits that ' +
    '`update_preprocessing_parameters` gets by other names change nothing, which is a warning.',
  messages: {
    "Stacked table '{name}' not found in `stacked_tables`":
      "There is no variable for the stack '{name}': variables go by the names of stacks.",
    'not found in `feature_tables`': 'A feature has no table of its name.',
    'embedding_table must have dim in {axes}, got {shape}':
      'The variable of a stack has not the two axes rows and width. A variable for pmap has one more: drop it.',
    'activations_grad must have type {wanted}, got':
      'The gradients of an update have another type than SparseCores take: float32.',
    'embedding_table must have type {wanted}, got':
      'The variable of a stack has another type than SparseCores train: float32.',
    '_abstract_eval() missing {n:int} required positional argument':
      'The variables of a stack are not those of its optimizer: a slot variable is missing, so that the arguments behind it moved.',
    '_abstract_eval() takes {n:int} positional':
      'The variables of a stack are not those of its optimizer: there are too many slot variables.',
  },
  bad: limits('t_feature'),
  good: limits('t'),
  checkFile(file, report) {
    for (const call of file.calls)
      for (const parameter of call.entry.parameters) {
        const check = checkFor(parameter);
        const argument = check && argumentOf(call, parameter.name);
        const wrong = argument && check(call, parameter, argument);
        if (wrong && !isCaught(stackVariables, call, file)) report({ ...rangeOf(argument), message: wrong });
        const ignored = parameter.name === STATISTICS ? ignoredLimits(call, file) : undefined;
        if (ignored)
          report({ ...rangeOf(argumentOf(call, STATISTICS)!), severity: 'warning', message: ignored });
      }
  },
};

const STATISTICS = 'updated_params';

/** Limits that nothing looks up, unless the program may add others later. */
function ignoredLimits(call: ApiCall, { tree }: PythonFile): string | undefined {
  const maker = makerOf(argumentValue(call, STATISTICS));
  const stacks = maker?.entry.byStack && featuresByStack(call);
  if (!maker || !stacks || textMatches(tree, CHANGED_LIMITS)) return undefined;
  const tables = new Set(
    [...stacks.values()].flat().map(({ table }) => textOf(table!.attribute('name').type)),
  );
  for (const name of maker.entry.byStack!) {
    const limits = argumentValue(maker, name);
    const keys =
      (limits.kind === 'dict' && limits.entries?.map(({ key }) => textOf(maker.typeOf(key)))) || [];
    const given = keys.filter((key) => key !== undefined);
    // Those of other features may be in the same file.
    const isOfOthers = given.some((key) => stacks.has(key));
    const ignored = given.filter((key) => !stacks.has(key) && (tables.has(key) || !isOfOthers));
    if (ignored.length > 0 && given.length === keys.length)
      return `\`${name}\` has ${quoted(ignored)}, but goes by the names of the stacks: ${quoted([...stacks.keys()])}. Others change nothing.`;
  }
  return undefined;
}

const CHANGED_LIMITS = /\.(?:max_(?:unique_)?ids_per_partition|required_buffer_size_per_sc)\b(?!\s*=[^=])/;

const checkFor = ({ byStack, name, holds }: Parameter) =>
  byStack ? problemIn : name === INPUTS ? inputProblem : holds === 'gradients' ? gradientProblem : undefined;

/** What is wrong with the type of the gradients of an update, unless the SparseCore puts those of stacks together. */
function gradientProblem(call: ApiCall, { name }: Parameter): string | undefined {
  const isUpdate = call.entry.parameters.some(({ byStack }) => byStack === 'exactly');
  if (!isUpdate || argumentOf(call, 'use_gradient_stacking_primitive')) return undefined;
  const held = call.event?.structures.find(({ parameter }) => parameter.name === name);
  const dtypes = held ? leavesOf(held.actual).leaves.map(({ value }) => dtypeOf(value)) : [];
  const odd = dtypes.find((dtype) => dtype !== undefined && UNLIKE_FLOAT32.test(dtype));
  return odd === undefined
    ? undefined
    : `A gradient in \`${name}\` is ${odd}, but must be float32. Convert it with \`.astype(jnp.float32)\`.`;
}

const dtypeOf = (value: Value): string | undefined => {
  const array = inferredOf(value);
  return array?.kind === 'array' ? array.dtype : undefined;
};

/** What JAX keeps: float64 becomes float32 unless a program asks for it. */
const UNLIKE_FLOAT32 = /^(?:bool|u?int\d+|b?float16)$/;

function problemIn(call: ApiCall, parameter: Parameter, argument: Expression): string | undefined {
  const dict = call.typeOf(argument);
  const stacks = dict.kind === 'dict' && dict.entries ? featuresByStack(call) : undefined;
  if (dict.kind !== 'dict' || !dict.entries || !stacks) return undefined;
  const held = dict.entries.map(({ key, value }) => [textOf(call.typeOf(key)), value] as const);
  return (
    wrongKeys(
      held.map(([stack]) => stack),
      stacks,
      parameter,
    ) ?? (parameter.byStack === 'exactly' ? wrongVariables(held, stacks, call) : undefined)
  );
}

const INPUTS = 'preprocessed_inputs';

/** What is wrong with the names under which preprocessed ids are, where the program makes them itself. */
function inputProblem(call: ApiCall, parameter: Parameter, argument: Expression): string | undefined {
  const outer = makerOf(call.typeOf(argument));
  const inner = outer && makerOf(argumentValue(outer, 'sparse_dense_matmul_input'));
  const rows = inner && argumentValue(inner, 'lhs_row_pointers');
  const stacks = rows?.kind === 'dict' && rows.entries ? featuresByStack(call) : undefined;
  if (rows?.kind !== 'dict' || !rows.entries || !stacks) return undefined;
  const keys = rows.entries.map(({ key }) => textOf(inner!.typeOf(key)));
  return wrongKeys(keys, stacks, { ...parameter, byStack: 'exactly' });
}

const textOf = (type: Inferred): string | undefined => (type.kind === 'str' ? type.value : undefined);

type Stacks = NonNullable<ReturnType<typeof featuresByStack>>;

function wrongKeys(
  keys: readonly (string | undefined)[],
  stacks: Stacks,
  { name, byStack }: Parameter,
): string | undefined {
  const given = keys.filter((key) => key !== undefined);
  if (given.length < keys.length) return undefined;
  const lacking = [...stacks.keys()].filter((stack) => !given.includes(stack));
  const foreign = byStack === 'exactly' ? given.filter((key) => !stacks.has(key)) : [];
  if (lacking.length === 0 && foreign.length === 0) return undefined;
  const has = foreign.length > 0 ? `has ${quoted(foreign)}` : `lacks ${quoted(lacking)}`;
  return `\`${name}\` ${has}, but is keyed by the names of the stacks: ${quoted([...stacks.keys()])}.`;
}

const quoted = (names: readonly string[]): string => listed(names.map((name) => `'${excerpt(name)}'`));

/** What is wrong with the variables of a stack. */
function wrongVariables(
  held: readonly (readonly [stack: string | undefined, variables: Expression])[],
  stacks: Stacks,
  call: ApiCall,
): string | undefined {
  const isUpdate = call.entry.parameters.some(({ holds }) => holds === 'gradients');
  for (const [stack, value] of held) {
    const [name, features] = found(stack, stacks);
    const type = call.typeOf(value);
    const variables = makerOf(type);
    const [feature] = features ?? [];
    if (!feature) continue;
    const of = `of the stack '${excerpt(name)}'`;
    if ((isUpdate ? NO_TREES : NO_VARIABLES).has(type.kind))
      return `The variables ${of} are ${type.kind === 'array' ? 'an array' : describe(type)}, but must be an \`EmbeddingVariables\` of the table and its slots.`;
    if (!variables) continue;
    const array = settingOf(variables, 'table_variable');
    if (array.kind !== 'array') continue;
    const { dtype = 'float32', shape } = array;
    if (dtype !== 'float32') return `The table ${of} is ${dtype}, but must be float32.`;
    if (shape && shape.length !== 1 && shape.length !== 2)
      return `The table ${of} has the shape ${shapeText(shape)}, but must have one or two axes.`;
    const wanted = isUpdate ? slotsOf(feature) : undefined;
    const slots = settingOf(variables, 'slot_variables');
    const isSequence = slots.kind === 'tuple' || slots.kind === 'list';
    const count = isSequence ? slots.length : undefined;
    if (wanted !== undefined && count !== undefined && count !== wanted.length)
      return `The variables ${of} hold ${counted(count, 'slot')}, but its optimizer has ${wanted.length === 0 ? 'none' : listed(wanted.map((slot) => `\`${slot}\``))}.`;
    const odd =
      isUpdate && isSequence
        ? slots.elements?.map(call.typeOf).find((slot) => differs(slot, shape))
        : undefined;
    if (odd?.kind === 'array')
      return `A slot ${of} has the shape ${shapeText(odd.shape!)}, but its table ${shapeText(shape!)}. They must be the same.`;
  }
  return undefined;
}

const NO_VARIABLES: ReadonlySet<Inferred['kind']> = new Set([
  'array',
  'tensor',
  'none',
  'dict',
  'list',
  'int',
  'float',
]);

/** Updates flatten what they get, so that an array alone is as good. */
const NO_TREES: ReadonlySet<Inferred['kind']> = new Set(['none', 'int', 'float']);

/** A stack by its name, or the only one where the name is not known. */
function found(stack: string | undefined, stacks: Stacks): readonly [string, readonly Feature[] | undefined] {
  if (stack !== undefined) return [stack, stacks.get(stack)];
  return stacks.size === 1 ? [...stacks][0]! : ['', undefined];
}

/** Whether a slot certainly has another shape than its table. */
const differs = (slot: Inferred, shape: Shape | undefined): boolean =>
  slot.kind === 'array' &&
  !!slot.shape &&
  !!shape &&
  slot.shape.length === shape.length &&
  differ(slot.shape, shape);

/** The slot variables that the optimizer of a feature's table has, if that is known. */
function slotsOf({ table }: Feature): readonly string[] | undefined {
  const optimizer = table?.attribute('optimization_parameters').type;
  return optimizer?.kind === 'instance' ? optimizer.entry.slots : undefined;
}
