import {
  type CallableType,
  classesOf,
  type Entry,
  type InstanceType,
  isFor,
  isInstance,
  LIBRARIES,
  libraryOf,
  type Type,
} from '../../../catalogue';
import { counted } from '../../../configuration/quantities';
import { settingOf } from '../../../dataflow/calls/argument-values';
import { type ApiCall, argumentOf } from '../../../dataflow/calls/python-file';
import { difference } from '../../../dataflow/calls/structure';
import { isAssigned, tablesOf, usersOf } from '../../../dataflow/calls/tables';
import type { Inferred, InferredFunction } from '../../../dataflow/calls/types';
import { isAsync, isGenerator } from '../../../evaluator/generators';
import { cachedFact } from '../../../python/cache';
import { functionOf } from '../../../python/surroundings';
import { textMatches } from '../../../python/text-matches';
import * as python from '../../../python/tree';
import type { TextFix } from '../call-rule';
import { appending } from '../support/edits';
import {
  type ArgumentPlace,
  describe,
  hasAxes,
  isScalar,
  isWhole,
  type Judge,
  type JudgeItem,
  MAX_ITEMS,
  MAX_REPORTED,
  type Mismatch,
  mismatch,
  mismatched,
  takerOf,
  wrongType,
} from './mismatch';
import { optimizerFixes } from './optimizers';

export function judgeCallable(
  expression: python.Expression,
  value: Inferred,
  type: CallableType,
  place: ArgumentPlace,
  judge: JudgeItem,
): Mismatch[] {
  switch (value.kind) {
    case 'function':
      return judgeFunction(expression, value, type, place, judge);
    case 'class':
    case 'routine':
      // Called like an initializer, what makes one gives one in place of numbers.
      if (
        value.kind === 'class' &&
        type.atOnce &&
        !type.orClass &&
        !type.returns &&
        value.entry.group === 'initializer'
      )
        return [wrongType(expression, value, type, place, () => [appending(expression, '()')])];
      return givesNothingChosen(value, type) ? [wrongType(expression, value, type, later(place))] : [];
    case 'enum':
      return [];
    case 'instance': {
      const { group, foreign } = value.entry;
      if (group === 'keras-schedule' && type.arguments?.length === 0)
        return [scheduleAsRate(expression, place)];
      // An initializer takes a shape and a dtype, and gives a tensor.
      if (group === 'initializer')
        return type.returns?.of === 'slots' || type.arguments?.length === 0
          ? [wrongType(expression, value, type, later(place))]
          : [];
      if (foreign && group !== 'keras-optimizer') return [];
      return [wrongType(expression, value, type, place)];
    }
    default:
      return [wrongType(expression, value, type, place)];
  }
}

/** What a class or a type of numbers gives is no number that somebody chose, and no dict of slot variables. */
const givesNothingChosen = (
  value: Extract<Inferred, { kind: 'class' | 'routine' }>,
  { returns }: CallableType,
): boolean => {
  const isClass = value.kind === 'class' || value.isClass === true;
  const isWanted = returns?.of === 'float' || returns?.of === 'slots';
  return isWanted && (isClass || (value.kind === 'routine' && value.dtype !== undefined));
};

/** A value is taken, and called only when the tables are made. */
const later = (place: ArgumentPlace): ArgumentPlace => ({ ...place, severity: 'warning' });

/** What is wrong with how a function is called, and else with what it returns. */
export function judgeFunction(
  expression: python.Expression,
  called: InferredFunction,
  type: CallableType,
  place: ArgumentPlace,
  judge: JudgeItem,
): Mismatch[] {
  const arity = judgeArity(expression, called, type, place);
  if (arity.length > 0 || !type.returns) return arity;
  const instead = givenInstead(called.node, place.file.text);
  return instead === undefined
    ? judgeResult(called, type.returns, place, judge)
    : [withoutResult(expression, called, place, instead)];
}

const withoutResult = (
  expression: python.Expression,
  { node }: InferredFunction,
  place: ArgumentPlace,
  instead: string,
): Mismatch => ({
  ...mismatch(
    'type',
    expression,
    'warning',
    `${takerOf(place)} needs what ${place.subject} returns, but ${isCall(node) ? 'its `__call__`' : 'this function'} ${instead}.`,
  ),
  near: true,
  whenCalled: true,
});

const isCall = (node: InferredFunction['node']): boolean =>
  node.kind === 'function' && node.name === '__call__';

/** What a call of a function gives in place of a result, and how to mend that. */
function givenInstead(definition: InferredFunction['node'], text: string): string | undefined {
  if (definition.kind === 'lambda' || definition.body.every(isPlaceholder)) return undefined;
  if (isGenerator(definition)) return 'gives a generator. Use `return` in place of `yield`';
  if (isAsync(text, definition)) return 'gives a coroutine. Leave out `async`';
  return returnsNothing(definition) ? 'returns nothing. Add a `return`' : undefined;
}

/** What a function returns is read when the program runs, so nothing is refused at the call. */
function judgeResult(
  { node }: InferredFunction,
  type: Type,
  place: ArgumentPlace,
  judge: JudgeItem,
): Mismatch[] {
  const results = resultsOf(node);
  const argument = isWhole(place) ? argumentOf(place.call, place.parameter.name) : undefined;
  const subject = `What ${isWhole(place) ? '' : 'an element of '}\`${place.parameter.name}\` returns`;
  const judged = results.map((result) => judge(result, type, { ...place, subject, severity: 'warning' }));
  // A result that only some calls have is perhaps never returned.
  const areAllWrong = judged.every((found) => found.some(({ severity }) => severity === 'error'));
  return results.flatMap((result, i) => {
    const isOnly = results.length === 1 && isAlwaysReturned(result, node);
    const isRefused = isOnly && isNoScalar(place.call.typeOf(result), type);
    return judged[i]!.map((found) => ({
      ...found,
      severity: areAllWrong ? found.severity : ('warning' as const),
      near: true as const,
      ...(isRefused && argument && { whenCalled: true as const, argument }),
    }));
  });
}

/** Whether a result is that of a lambda, or stands in no branch or loop of a function. */
const isAlwaysReturned = ({ parent }: python.Expression, definition: InferredFunction['node']): boolean =>
  parent === definition || parent?.parent === definition;

/** Whether a value certainly becomes no tensor without axes, where that is wanted. */
const isNoScalar = (value: Inferred, type: Type): boolean =>
  type.of === 'float' && type.scalar === true && (hasAxes(value) || COLLECTIONS.has(value.kind));

const COLLECTIONS: ReadonlySet<Inferred['kind']> = new Set(['list', 'tuple', 'dict', 'set']);

/** The expressions that a function returns. */
const resultsOf = (definition: InferredFunction['node']): readonly python.Expression[] =>
  definition.kind === 'lambda'
    ? [definition.body]
    : [...python.walk(definition)].flatMap((node) =>
        node.kind === 'simple' && node.keyword === 'return' && functionOf(node) === definition
          ? node.values
          : [],
      );

/** Whether a function comes to its end without a result: it neither returns one, nor does it raise on purpose. */
const returnsNothing = (definition: python.FunctionDefinition): boolean =>
  ![...python.walk(definition)].some(
    (node) =>
      functionOf(node) === definition &&
      node.kind === 'simple' &&
      (node.keyword === 'raise' || (node.keyword === 'return' && node.values.length > 0)),
  );

/** What stands for code that is still to be written. */
const isPlaceholder = (statement: python.Statement): boolean =>
  statement.kind === 'expression'
    ? statement.value.kind === 'string' || statement.value.kind === 'constant'
    : statement.kind === 'simple' && statement.keyword === 'pass';

export function judgeArity(
  expression: python.Expression,
  { least, most: unbound, bound, node }: InferredFunction,
  { arguments: wanted, byKeyword = [], optional = 0, countsDefaults, atOnce }: CallableType,
  place: ArgumentPlace,
): Mismatch[] {
  if (!wanted) return [];
  const most = unbound + byKeyword.filter((name) => bound?.includes(name)).length;
  const isCounted = !countsDefaults || most <= wanted.length || !Number.isFinite(most);
  if (isCounted && least <= wanted.length && wanted.length - optional <= most) return [];
  // TensorFlow passes all but the first by name.
  if (wanted.length > 1 && most > 0 && node.parameters.some(({ star }) => star === '**')) return [];
  const how =
    wanted.length === 0
      ? 'without arguments'
      : `with ${counted(wanted.length, 'argument')} (${wanted.join(', ')})`;
  return [
    {
      ...mismatch(
        'type',
        expression,
        atOnce ? place.severity : 'warning',
        `${takerOf(place)} calls ${place.subject} ${how}, but it cannot be called that way.`,
      ),
      near: true,
      whenCalled: true,
    },
  ];
}

export function scheduleAsRate(expression: python.Expression, place: ArgumentPlace): Mismatch {
  return {
    ...mismatch(
      'type',
      expression,
      'warning',
      `${takerOf(place)} calls ${place.subject} without arguments, but a schedule needs the step. Wrap it: \`lambda: schedule(step)\`.`,
    ),
    near: true,
    whenCalled: true,
    fixes: () =>
      textMatches(place.file.tree, MAKES_OPTIMIZER)
        ? [
            {
              title: 'Wrap it in a lambda',
              changes: [
                { start: expression.start, end: expression.start, newText: 'lambda: ' },
                { start: expression.end, end: expression.end, newText: '(optimizer.iterations)' },
              ],
            },
          ]
        : [],
  };
}

/** A Keras optimizer of that name, which counts the steps. */
const MAKES_OPTIMIZER = /^[ \t]*optimizer *= *[\w.]*\boptimizers\./m;

export const judgeInstance: Judge<Extract<Type, { of: 'instance' }>> = (expression, value, type, place) => {
  if (value.kind === 'instance' && (isInstance(type, value.entry) || value.entry.removed)) {
    const loss = lossOf(type, value.entry);
    return loss === undefined
      ? []
      : [
          mismatch(
            'type',
            expression,
            'warning',
            `${place.subject} is ${describe(value, place.call.entry.library)}. ${loss}`,
          ),
        ];
  }
  if (isTranslated(value, place) || hasAllThatIsRead(value, type)) return [];
  if ('orOthers' in type && (value.kind === 'instance' || value.kind === 'object'))
    return [wrongType(expression, value, type, { ...place, severity: 'warning' })];
  const fixes: TextFix[] =
    value.kind === 'class' && isInstance(type, value.entry) && needsNothing(value.entry)
      ? [appending(expression, '()')]
      : [];
  if (!isFor(place.parameter, 'optimization_parameters') || place.parameter.later)
    return [wrongType(expression, value, type, place, () => fixes)];
  // TensorFlow does not check an optimizer that no table uses.
  const severity = isLookedAt(place) ? 'error' : 'warning';
  return [
    wrongType(expression, value, type, { ...place, severity }, () => [
      ...fixes,
      ...optimizerFixes(expression, value, classesOf(type), place),
    ]),
  ];
};

/** What is said of an object that becomes something else. */
const lossOf = (type: InstanceType, { id }: Entry): string | undefined =>
  'loses' in type && type.loses?.classes.includes(id) ? type.loses.otherwise : undefined;

function hasAllThatIsRead(value: Inferred, { reads }: InstanceType): boolean {
  const hasAll = (members: readonly string[] | undefined) =>
    reads?.every((name) => members?.includes(name) ?? true) === true;
  if (value.kind === 'tuple') return value.fields !== undefined && hasAll(value.fields);
  return value.kind === 'object' && value.isOwn === true && hasAll(value.members);
}

/** Whether a class can be called without arguments. */
const needsNothing = ({ parameters }: Entry) => !parameters.some(({ required }) => required);

/** Whether a value may be meant for a layer that translates names and Keras optimizers to optimizers of tables. */
function isTranslated(value: Inferred, { call, parameter, file }: ArgumentPlace): boolean {
  // A layer itself says which ones it translates.
  if (LIBRARIES[call.entry.library].translatesOptimizers) return false;
  const isForLayers =
    value.kind === 'str' || (value.kind === 'instance' && value.entry.group === 'keras-optimizer');
  return isForLayers && isFor(parameter, 'optimization_parameters') && importsTranslator(file.tree);
}

const importsTranslator = cachedFact(
  ({ sections }) => sections.some(importsTranslatorIn),
  (a, b) => a === b,
);

const importsTranslatorIn = python.cachedBySection((section) =>
  section.nodes.import.some(({ from, names }) =>
    names.some(({ name }) => {
      const library = libraryOf(from === undefined ? name : `${from}.${name}`);
      return library !== undefined && LIBRARIES[library].translatesOptimizers !== undefined;
    }),
  ),
);

/** Dicts, lists and tuples of instances, nested at will. */
export function judgeStructure(
  expression: python.Expression,
  value: Inferred,
  type: Extract<Type, { of: 'structure' }>,
  place: ArgumentPlace,
  seen = new Set<python.Expression>(),
): Mismatch[] {
  const { item, emptyNone } = type;
  const inside = (elements: readonly python.Expression[] = []) =>
    elements
      .slice(0, MAX_ITEMS)
      .flatMap((element) => {
        if (seen.has(element)) return [];
        seen.add(element);
        const part = { ...place, subject: `A part of \`${place.parameter.name}\`` };
        const of = place.call.typeOf(element);
        return of.kind === 'unknown' ? [] : judgeStructure(element, of, type, part, seen);
      })
      // A call that gives a whole structure is wrong once.
      .filter(({ node: { start } }, i, all) => all.findIndex(({ node }) => node.start === start) === i)
      .slice(0, MAX_REPORTED);
  const elements =
    value.kind === 'list' || value.kind === 'tuple'
      ? value.elements
      : value.kind === 'dict'
        ? value.entries?.map((entry) => entry.value)
        : undefined;
  if (elements?.length === 0 && type.some && isWhole(place))
    return mismatched('length', expression, place, 'must not be empty.');
  if (['list', 'tuple', 'dict'].includes(value.kind)) return inside(elements);
  // TensorFlow alone takes it for a list.
  if (value.kind === 'iterable' && value.name === 'dict_values' && place.call.entry.library === 'tensorflow')
    return [];
  if (value.kind === 'none' && (emptyNone === 'inside' ? !isWhole(place) : emptyNone)) return [];
  if (item.of === 'instance') return judgeInstance(expression, value, item, place);
  if (item.of === 'union') {
    const isOne = item.types.some(
      (one) => judgeStructure(expression, value, { ...type, item: one }, place).length === 0,
    );
    return isOne ? [] : [wrongType(expression, value, item, place)];
  }
  return LEAVES[item.of]?.(value, item, place) ? [wrongType(expression, value, item, place)] : [];
}

/** Whether an argument is nested in another way than it should be, so that its leaves are none. */
const isNestedOtherwise = ({ call, parameter }: ArgumentPlace) =>
  call.event?.structures?.some(
    (held) => held.parameter === parameter && difference(held.expected, held.actual) !== undefined,
  ) === true;

/** Whether a value is certainly no leaf of a structure, by the type of its leaves. */
const LEAVES: {
  readonly [Of in Type['of']]?: (value: Inferred, item: Type, place: ArgumentPlace) => boolean;
} = {
  // Another rule compares the whole with the structure that it should have.
  tensor: (value, item, place) =>
    item.of === 'tensor' &&
    !isWhole(place) &&
    ((item.unconverted === true && isOrdinary(value)) ||
      ((hasFewerAxes(value, item.minRank) || (item.minRank !== undefined && isNoTensor(value))) &&
        !isNestedOtherwise(place))),
  // An int in place of all shapes is a batch size.
  shape: (value, _item, place) =>
    isOrdinary(value) && !(isWhole(place) && (value.kind === 'int' || value.kind === 'bool')),
};

/** Whether a value has no axes at all, and does not become a tensor. */
const isNoTensor = (value: Inferred) => value.kind !== 'array' && isOrdinary(value);

const hasFewerAxes = (value: Inferred, rank: number | undefined) =>
  rank !== undefined &&
  (value.kind === 'array' || value.kind === 'tensor'
    ? value.shape !== undefined && value.shape.length < rank
    : isScalar(value));

/** Whether a value is certainly no object of TensorFlow's, be it a tensor or a shape. */
const isOrdinary = (value: Inferred) =>
  isScalar(value) ||
  ['function', 'routine', 'class', 'dtype', 'array', 'set', 'range', 'iterable'].includes(value.kind) ||
  (value.kind === 'instance' && !value.entry.foreign);

/** Whether an embedding object certainly uses the optimizer of this call, a table's or its own. */
function isLookedAt({ call, file }: ArgumentPlace): boolean {
  const users = (table: ApiCall) =>
    usersOf(table, file).filter(
      (embedding) =>
        !LIBRARIES[embedding.entry.library].translatesOptimizers &&
        !isAssigned(embedding, table, 'optimization_parameters'),
    );
  if (call.entry.role === 'table') return users(call).length > 0;
  // The first embedding object sets the optimizer of a table. Later objects cannot change it.
  return tablesOf(call, file).some(
    (table) => settingOf(table, 'optimization_parameters').kind === 'none' && users(table).length === 1,
  );
}

export const judgeMessage: Judge<Extract<Type, { of: 'message' }>> = (expression, value, type, place) => {
  if (value.kind === 'instance') {
    const { message } = value.entry;
    return message === type.message || value.entry.foreign ? [] : [wrongType(expression, value, type, place)];
  }
  if (value.kind === 'dict' && place.reader === 'message') return [];
  return isScalar(value) && value.kind !== 'none' ? [wrongType(expression, value, type, place)] : [];
};
