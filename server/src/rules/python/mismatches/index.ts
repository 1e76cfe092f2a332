import { once, onceWithin } from '../../../basics/once';
import type { Parameter, Type } from '../../../catalogue';
import { LIBRARIES } from '../../../catalogue/libraries';
import { argumentValue } from '../../../dataflow/calls/argument-values';
import { truth } from '../../../dataflow/calls/known-values';
import { isOnTpu } from '../../../dataflow/calls/methods';
import { type ApiCall, callOf, type PythonFile } from '../../../dataflow/calls/python-file';
import { type Inferred, tensorLike } from '../../../dataflow/calls/types';
import type * as python from '../../../python/tree';
import type { TextFix } from '../call-rule';
import { maySetLater } from '../support/set-later';
import { judgeAttribute } from './attributes';
import { judgeFlag } from './coercions';
import { judgeDict, judgeList, judgeTuple } from './lists';
import { type ArgumentPlace, isScalar, isWhole, type Mismatch, mismatch, wrongType } from './mismatch';
import { judgeNumber } from './numbers';
import { judgeCallable, judgeInstance, judgeMessage, judgeStructure } from './objects';
import { judgeOwnCallable } from './own-callables';
import { judgeOwnObject } from './own-objects';
import { judgeDtype, judgeShape } from './shapes';
import { judgeSharding } from './shardings';
import { judgeSlots } from './slots';
import { judgeSerialized, judgeString } from './strings';
import { judgeTensor } from './tensors';

export type { MismatchKind } from './mismatch';

/** The arguments of a call that do not fit, each by itself. */
export const argumentMismatches = (call: ApiCall, file: PythonFile): readonly Mismatch[] =>
  mismatchesIn(file)(call);

const mismatchesIn = once((file: PythonFile) => onceWithin((call: ApiCall) => judgeCall(call, file)));

function judgeCall(call: ApiCall, file: PythonFile): Mismatch[] {
  const { entry, binding } = call;
  // If arguments are at the wrong positions, type problems would only repeat that mistake.
  const misplaced = binding.problems.some(({ kind }) => kind === 'keyword-only' || kind === 'too-many');
  if (entry.removed || entry.anyArguments || misplaced) return [];
  const isOrdered = orderMeant(call, file) === undefined;
  return entry.parameters.flatMap((parameter) => {
    const argument = binding.arguments.get(parameter.name);
    const given = argument && call.arguments[argument.index];
    return given && given.value.kind !== 'missing' && (isOrdered || given.kind === 'keyword')
      ? judgeArgument(given.value, parameter, call, file)
      : [];
  });
}

/**
 * The parameters that the arguments without names look like, where these are in another order; each is the first that takes
 * the argument, and that of the first is required. Undefined where a value may be the mistake rather than its place.
 */
export const orderMeant = (call: ApiCall, file: PythonFile): readonly Parameter[] | undefined =>
  ordersIn(file)(call);

const ordersIn = once((file: PythonFile) =>
  onceWithin((call: ApiCall): readonly Parameter[] | undefined => {
    const { entry, binding } = call;
    const given = call.arguments.filter(({ kind }) => kind !== 'keyword');
    if (!entry.role || binding.open || given.length === 0) return undefined;
    const judged = given.map(({ value }, i) => {
      const parameter = binding.parameters[i];
      return parameter ? judgeArgument(value, parameter, call, file) : [];
    });
    const isMisplaced = judged.some((found) =>
      found.some(({ kind, near, fixes }) => kind === 'type' && !near && fixes().length === 0),
    );
    return isMisplaced ? byFit(given, call, file) : undefined;
  }),
);

function byFit(given: ApiCall['arguments'], call: ApiCall, file: PythonFile): Parameter[] | undefined {
  const names = new Set(call.arguments.map(({ name }) => name));
  const free = call.entry.parameters.filter(
    ({ kind, name }) => kind === 'positional-or-keyword' && !names.has(name),
  );
  const meant: Parameter[] = [];
  for (const { value } of given) {
    const parameter = free.find(
      (each) => !meant.includes(each) && judgeArgument(value, each, call, file).length === 0,
    );
    if (!parameter) return undefined;
    meant.push(parameter);
  }
  const moved = meant.find((parameter, i) => parameter !== call.binding.parameters[i]);
  return moved?.required ? meant : undefined;
}

/** Whether a parameter accepts an expression, as far as that can be known. */
export const takes = (
  parameter: Parameter,
  expression: python.Expression,
  call: ApiCall,
  file: PythonFile,
): boolean => judgeArgument(expression, parameter, call, file).every(({ severity }) => severity !== 'error');

function judgeArgument(
  expression: python.Expression,
  parameter: Parameter,
  call: ApiCall,
  file: PythonFile,
): Mismatch[] {
  const isRead = parameter.onTpu ? isOnTpu(call) : true;
  if (isRead === false || !isNeeded(parameter, call)) return [];
  const isCertain = isRead && !parameter.unchecked && !LIBRARIES[call.entry.library].releaseUnknown;
  const severity = isCertain ? 'error' : 'warning';
  const judged = judgeAs(parameter.type, expression, parameter, call, file, severity);
  const found =
    judged.length > 0
      ? judged
      : [...judgeAxes(expression, parameter, call), ...judgeNothing(expression, parameter, call, file)];
  return found.length > 0 && parameter.unchecked && maySetLater(call, parameter.name, file) ? [] : found;
}

/** An array with axes that are taken for others. */
function judgeAxes(
  expression: python.Expression,
  { name, mistaken }: Parameter,
  { typeOf }: ApiCall,
): Mismatch[] {
  if (!mistaken || tensorLike(typeOf, expression)?.shape?.length !== mistaken.axes) return [];
  const message = `\`${name}\` has ${mistaken.axes} axes. ${mistaken.effect}`;
  return [mismatch('shape', expression, 'warning', message)];
}

/** `None` where it is taken, but is all that another call gives. */
function judgeNothing(
  expression: python.Expression,
  { name }: Parameter,
  { typeOf, event }: ApiCall,
  file: PythonFile,
): Mismatch[] {
  if (typeOf(expression).kind !== 'none') return [];
  const value = event?.arguments.find(({ argument }) => argument.value === expression)?.value;
  const maker = value?.node.kind === 'call' ? callOf(file, value.node) : undefined;
  if (maker?.entry.result !== null) return [];
  const message = `\`${maker.entry.name}\` returns \`None\`, so \`${name}\` is \`None\` here. Pass what that call got instead.`;
  return [{ ...mismatch('type', expression, 'warning', message), near: true }];
}

/** Whether nothing keeps an argument from being looked at. */
const isNeeded = ({ needs }: Parameter, call: ApiCall): boolean =>
  needs === undefined || truth(argumentValue(call, needs)) === true;

/** What does not fit in an argument for a type, with this severity for what the type does not accept. */
export function judgeAs(
  type: Type,
  expression: python.Expression,
  parameter: Parameter,
  call: ApiCall,
  file: PythonFile,
  severity: Mismatch['severity'],
): Mismatch[] {
  const { entry } = call;
  const place: ArgumentPlace = {
    call,
    file,
    parameter,
    reader: entry.op ? 'op' : entry.message !== undefined ? 'message' : 'class',
    subject: `\`${parameter.name}\``,
    severity,
  };
  return judgeValue(expression, type, place);
}

function judgeValue(expression: python.Expression, type: Type, place: ArgumentPlace): Mismatch[] {
  const value = place.call.typeOf(expression);
  const { parameter, reader } = place;
  if (value.kind === 'none' && (parameter.nullable || !refusesNone(type, place)) && isWhole(place)) return [];
  if (parameter.orFalse && isWhole(place) && truth(value) === false) return [];
  // `...` is a placeholder for a value still to be written.
  if (value.kind === 'ellipsis') return [];
  if (type.of === 'attribute') return judgeAttribute(expression, value, type, place);
  if (value.kind === 'unknown')
    return [
      ...judgeOwnCallable(expression, type, place, judgeValue),
      ...judgeOwnObject(expression, type, place),
    ];
  switch (type.of) {
    case 'union':
      return judgeUnion(expression, type.types, type, place);
    case 'tensor': {
      // Classes take more kinds of tensors; of arrays, they look at the shape.
      const isArray = value.kind === 'array' || value.kind === 'tensor';
      const isShaped = type.rank !== undefined || type.shapeOf !== undefined;
      if (reader === 'class' && type.unconverted && isNoArray(value))
        return [wrongType(expression, value, type, place)];
      return reader === 'op' || (isArray && isShaped) ? judgeTensor(expression, value, type, place) : [];
    }
    case 'list':
      return judgeList(expression, value, type, place, judgeValue);
    case 'tuple':
      return judgeTuple(expression, value, type, place, judgeValue);
    case 'int':
    case 'float':
      return judgeNumber(expression, value, type, place);
    case 'str':
      return judgeString(expression, value, type, place);
    case 'serialized':
      return judgeSerialized(expression, value, type, place);
    case 'bool':
      return judgeFlag(expression, value, type, place);
    case 'dict':
      return judgeDict(expression, value, type, place, judgeValue);
    case 'callable':
      return judgeCallable(expression, value, type, place, judgeValue);
    case 'instance':
      return judgeInstance(expression, value, type, place);
    case 'message':
      return judgeMessage(expression, value, type, place);
    case 'object':
      return isOwn(value) ||
        (value.kind === 'object' && type.classes.includes(value.name)) ||
        (value.kind === 'array' && type.classes.includes('ndarray')) ||
        (value.kind === 'tensor' && type.classes.includes('tensor'))
        ? []
        : [wrongType(expression, value, type, place)];
    case 'structure':
      return judgeStructure(expression, value, type, place);
    case 'shape':
      return judgeShape(expression, value, type, place);
    case 'dtype':
      return judgeDtype(expression, value, type, place);
    case 'sharding':
      return judgeSharding(expression, value, type, place);
    case 'slots':
      return judgeSlots(expression, value, place);
    case 'hashable':
      return UNHASHABLE.has(value.kind) ? [wrongType(expression, value, type, place)] : [];
    case 'none':
      return value.kind === 'none' ? [] : [wrongType(expression, value, type, place)];
    case 'other':
      // The class is not known here, but a number or a text is no object of it.
      return parameter.unchecked && isScalar(value) && type.name !== 'Any'
        ? [wrongType(expression, value, type, place)]
        : [];
    default:
      return [];
  }
}

/** What certainly has no hash. */
const UNHASHABLE: ReadonlySet<Inferred['kind']> = new Set(['list', 'dict', 'set']);

/** Objects of the program's own classes, which may have all that is used of another one. */
const isOwn = (value: Inferred): boolean =>
  (value.kind === 'object' && value.isOwn === true) || (value.kind === 'tuple' && value.fields !== undefined);

/** Values without a shape. */
const isNoArray = (value: Inferred): boolean =>
  isScalar(value) ||
  ['list', 'tuple', 'dict', 'set', 'range', 'function', 'routine', 'class'].includes(value.kind) ||
  (value.kind === 'instance' && !value.entry.foreign);

/** Whether None fails, or has an effect that nobody means, for a parameter whose default is not None. */
function refusesNone(type: Type, { reader, parameter }: ArgumentPlace): boolean {
  switch (type.of) {
    case 'int':
    case 'float':
    case 'list':
    case 'tuple':
    case 'dict':
    case 'callable':
    case 'instance':
    case 'dtype':
    case 'serialized':
    case 'union':
    case 'object':
    case 'sharding':
      return true;
    case 'structure':
      return type.emptyNone !== true;
    case 'bool':
      return type.strict === true || parameter.unchecked === true;
    case 'str':
      return reader === 'op' || parameter.unchecked === true || type.accepts !== undefined;
    case 'tensor':
      return reader === 'op';
    default:
      return false;
  }
}

// ---------------------------------------------------------------- Unions

/** A value that fits one of the types is right. Otherwise the problem is reported for the nearest type. */
function judgeUnion(
  expression: python.Expression,
  types: readonly Type[],
  union: Type,
  place: ArgumentPlace,
): Mismatch[] {
  const value = place.call.typeOf(expression);
  if (value.kind === 'none' && !types.some(({ of }) => of === 'none' || of === 'other'))
    return [wrongType(expression, value, union, place)];
  const own = types.some(({ of }) => of === 'none') ? refusingOthers(place) : place;
  const results = types.map((type) =>
    type.of === 'other' && isOrdinary(value)
      ? [wrongType(expression, value, union, place)]
      : judgeValue(expression, type, own),
  );
  if (results.some((result) => result.length === 0)) return [];
  const near = results.find(([first]) => first!.kind !== 'type' || first!.near);
  return near ?? [wrongType(expression, value, union, place, () => tupleFixes(expression, types))];
}

/** Where `None` is one of the types, nothing else counts as that. */
function refusingOthers(place: ArgumentPlace): ArgumentPlace {
  const { nullable: _nullable, ...parameter } = place.parameter;
  return { ...place, parameter };
}

/** A list where a tuple of the same length is expected: changing the brackets fixes it. */
function tupleFixes(expression: python.Expression, types: readonly Type[]): TextFix[] {
  if (expression.kind !== 'list' || expression.close < 0) return [];
  const { start, end, close, elements } = expression;
  if (!types.some((type) => type.of === 'tuple' && type.items.length === elements.length)) return [];
  const changes = [
    { start, end: start + 1, newText: '(' },
    { start: close, end, newText: ')' },
  ];
  return [{ title: 'Make it a tuple', changes, preferred: true }];
}

/** Values that certainly are no object of a class outside the catalogue. */
const isOrdinary = ({ kind }: Inferred) =>
  kind !== 'unknown' && kind !== 'instance' && kind !== 'enum' && kind !== 'class';
