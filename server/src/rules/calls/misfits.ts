import {
  type ListType,
  type Parameter,
  type Range,
  rangeText,
  type StrType,
  type TensorType,
  type Type,
  typeText,
} from '../../api';
import type { KnownArray } from '../../calls/arrays';
import { given, numberOf, truth } from '../../calls/given';
import { type Known, type KnownTensor, known } from '../../calls/known';
import { type ApiCall, argumentOf, type PythonFile } from '../../calls/python-file';
import { tablesOf, usersOf } from '../../calls/tables';
import { tensorLike } from '../../calls/tensors';
import { nearest } from '../../nearest';
import type * as python from '../../python/tree';
import { excerpt } from '../wording';
import type { CallFix } from './call-rule';

export type MisfitKind = 'type' | 'range' | 'choice' | 'length' | 'dtype' | 'shape';

/** A value that is not what its parameter takes (an error) or expects (a warning). */
export interface Misfit {
  readonly kind: MisfitKind;
  readonly severity: 'error' | 'warning';
  readonly node: python.Node;
  readonly message: string;
  readonly fixes: readonly CallFix[];
}

/** By what code an argument is read: that of raw ops, of Python classes, or of protobuf. */
type Reader = 'op' | 'class' | 'message';

interface Place {
  readonly call: ApiCall;
  readonly file: PythonFile;
  readonly parameter: Parameter;
  readonly reader: Reader;
  /** What the message is about: the argument, or an element of it. */
  readonly subject: string;
  /** Of what the type does not accept. */
  readonly severity: 'error' | 'warning';
}

const found = new WeakMap<ApiCall, readonly Misfit[]>();

/** What does not fit among the arguments of a call, each by itself. */
export function misfits(call: ApiCall, file: PythonFile): readonly Misfit[] {
  let result = found.get(call);
  if (!result) {
    result = judgeCall(call, file);
    found.set(call, result);
  }
  return result;
}

function judgeCall(call: ApiCall, file: PythonFile): Misfit[] {
  const { entry, binding, node } = call;
  // Where arguments stand in the wrong places, their values say nothing.
  const misplaced = binding.problems.some(({ kind }) => kind === 'keyword-only' || kind === 'too-many');
  if (entry.removed || entry.anyArguments || misplaced) return [];
  const reader = entry.op ? 'op' : entry.message !== undefined ? 'message' : 'class';
  return entry.parameters.flatMap((parameter) => {
    const argument = binding.arguments.get(parameter.name);
    const expression = argument && node.arguments[argument.index]?.value;
    if (!expression || expression.kind === 'missing') return [];
    // Recommenders pass on what their own version takes.
    const severity =
      parameter.unchecked || entry.id.startsWith('tensorflow_recommenders') ? 'warning' : 'error';
    const place: Place = { call, file, parameter, reader, subject: `\`${parameter.name}\``, severity };
    return judge(expression, parameter.type, place);
  });
}

function judge(expression: python.Expression, type: Type, place: Place): Misfit[] {
  const value = known(place.file.tree, expression);
  const { parameter, reader } = place;
  if (value.kind === 'none' && (parameter.nullable || !refusesNone(type, reader)) && isWhole(place))
    return [];
  // `...` stands for what a person has to fill in, and knows that.
  if (value.kind === 'ellipsis') return [];
  if (value.kind === 'unknown')
    return isGenerator(expression) && type.of === 'list' && reader === 'op'
      ? [wrongType(expression, value, type, place)]
      : [];
  switch (type.of) {
    case 'union':
      return judgeUnion(expression, type.types, type, place);
    case 'tensor':
      return reader === 'op' ? judgeTensor(expression, value, type, place) : [];
    case 'list':
      return judgeList(expression, value, type, place);
    case 'tuple':
      return judgeTuple(expression, value, type, place);
    case 'int':
    case 'float':
      return judgeNumber(expression, value, type, place);
    case 'str':
      return judgeString(expression, value, type, place);
    case 'serialized':
      return judgeSerialized(expression, value, type, place);
    case 'bool':
      return type.strict && value.kind !== 'bool' ? [wrongType(expression, value, type, place)] : [];
    case 'callable':
      return judgeCallable(expression, value, type, place);
    case 'instance':
      return judgeInstance(expression, value, type, place);
    case 'message':
      return judgeMessage(expression, value, type, place);
    case 'object':
      return value.kind === 'object' && type.classes.includes(value.name)
        ? []
        : [wrongType(expression, value, type, place)];
    case 'structure':
      return judgeStructure(expression, value, type.item, place);
    case 'shape':
      return judgeShape(expression, value, type, place);
    case 'dtype':
      return judgeDtype(expression, value, type, place);
    case 'none':
      return value.kind === 'none' ? [] : [wrongType(expression, value, type, place)];
    default:
      return [];
  }
}

const isWhole = ({ subject, parameter }: Place) => subject === `\`${parameter.name}\``;

const isGenerator = ({ kind, ...node }: python.Expression) =>
  kind === 'comprehension' && 'form' in node && node.form === 'generator';

/** Whether None goes wrong for certain where it does not stand for the default. */
function refusesNone(type: Type, reader: Reader): boolean {
  switch (type.of) {
    case 'int':
    case 'float':
    case 'list':
    case 'tuple':
    case 'callable':
    case 'instance':
    case 'dtype':
    case 'serialized':
    case 'union':
    case 'object':
    case 'structure':
      return true;
    case 'bool':
      return type.strict === true;
    case 'str':
    case 'tensor':
      return reader === 'op';
    default:
      return false;
  }
}

// ---------------------------------------------------------------- Unions

/** What fits one of the types fits. What fits none is judged by the type that it comes nearest to. */
function judgeUnion(
  expression: python.Expression,
  types: readonly Type[],
  union: Type,
  place: Place,
): Misfit[] {
  const value = known(place.file.tree, expression);
  if (value.kind === 'none' && !types.some(({ of }) => of === 'none' || of === 'other'))
    return [wrongType(expression, value, union, place)];
  const results = types.map((type) =>
    type.of === 'other' && isOrdinary(value)
      ? [wrongType(expression, value, union, place)]
      : judge(expression, type, place),
  );
  if (results.some((result) => result.length === 0)) return [];
  const near = results.find(([first]) => first!.kind !== 'type' || first!.message.startsWith(ABOUT_CALLS));
  return near ?? [wrongType(expression, value, union, place, tupleFixes(expression, types))];
}

/** A list where a tuple of as many elements is taken: other brackets mend it. */
function tupleFixes(expression: python.Expression, types: readonly Type[]): CallFix[] {
  if (expression.kind !== 'list' || expression.close < 0) return [];
  const { start, end, close, elements } = expression;
  if (!types.some((type) => type.of === 'tuple' && type.items.length === elements.length)) return [];
  const changes = [
    { start, end: start + 1, newText: '(' },
    { start: close, end, newText: ')' },
  ];
  return [{ title: 'Make it a tuple', changes, preferred: true }];
}

/** What is certainly no object of a class that the catalogue does not know. */
const isOrdinary = ({ kind }: Known) =>
  kind !== 'unknown' && kind !== 'instance' && kind !== 'enum' && kind !== 'class';

// ---------------------------------------------------------------- Numbers

type NumberType = Extract<Type, { of: 'int' | 'float' }>;

function judgeNumber(expression: python.Expression, value: Known, type: NumberType, place: Place): Misfit[] {
  const strict = type.of === 'int' && type.strict === true;
  if (!isNumber(value, strict, type, place))
    return [wrongType(expression, value, type, place, numberFixes(expression, value, type, place))];
  let number = numberOf(value);
  if (number === undefined) return [];
  if (type.of === 'int' && place.reader === 'op') {
    if (!Number.isFinite(number)) return [wrongType(expression, value, type, place)];
    number = Math.trunc(number);
    const { bits = 64 } = type;
    const end = 2 ** (bits - 1);
    if (number >= end || number < -end)
      return [
        misfit(
          'range',
          expression,
          place,
          place.severity,
          `${place.subject} does not fit into ${bits} bits.`,
        ),
      ];
  }
  const shown = excerpt(place.file.text.slice(expression.start, expression.end));
  if (type.accepts && !inRange(number, type.accepts))
    return [
      misfit(
        'range',
        expression,
        place,
        place.severity,
        `${place.subject} is ${shown}, but has to be${rangeText(type.accepts)}.`,
      ),
    ];
  if (type.expects && !inRange(number, type.expects))
    return [
      misfit(
        'range',
        expression,
        place,
        'warning',
        `${place.subject} is ${shown}, but should be${rangeText(type.expects)}. TensorFlow does not notice.`,
      ),
    ];
  return [];
}

function isNumber(value: Known, strict: boolean, type: NumberType, { reader }: Place): boolean {
  switch (value.kind) {
    case 'int':
    case 'bool':
    case 'enum':
      return true;
    case 'float':
      return !strict;
    case 'dtype':
      // `int(tf.float32)` is its number among the dtypes.
      return reader === 'op' && type.of === 'int';
    case 'array':
    case 'tensor':
      // A tensor of one number converts where operations run at once; in a graph none does.
      return !strict && !isNoNumber(value);
    case 'object':
      // Complex numbers can be negated, but not compared.
      return value.name === 'complex' && reader === 'class' && type.of === 'float' && !type.accepts;
    case 'bytes':
      // `int(b'1')` is 1.
      return (
        reader === 'op' &&
        type.of === 'int' &&
        (value.value === undefined || /^\s*[+-]?\d+\s*$/.test(value.value))
      );
    default:
      return false;
  }
}

/** Whether a tensor certainly holds a string, or not just one element. */
function isNoNumber({ dtype, shape }: KnownTensor | KnownArray): boolean {
  if (dtype === 'string') return true;
  const sizes = shape?.filter((size) => size !== undefined);
  return shape !== undefined && sizes?.length === shape.length && sizes.reduce((a, b) => a * b, 1) !== 1;
}

/** NaN lies in every range, as no comparison refuses it. */
function inRange(number: number, { min, above, max, below, powerOfTwo }: Range): boolean {
  return !(
    (min !== undefined && number < min) ||
    (above !== undefined && number <= above) ||
    (max !== undefined && number > max) ||
    (below !== undefined && number >= below) ||
    (powerOfTwo && (number < 1 || !Number.isInteger(Math.log2(number))))
  );
}

function numberFixes(
  expression: python.Expression,
  value: Known,
  type: NumberType,
  { file }: Place,
): CallFix[] {
  const { start, end } = expression;
  if (value.kind === 'str' && expression.kind === 'string' && value.value !== undefined) {
    const text = value.value.trim();
    const pattern = type.of === 'int' ? /^[+-]?\d+$/ : /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
    if (pattern.test(text)) return [replacement(start, end, text)];
  }
  if (type.of !== 'int') return [];
  if (
    value.kind === 'float' &&
    value.value !== undefined &&
    Number.isInteger(value.value) &&
    expression.kind === 'number'
  )
    return [replacement(start, end, String(value.value))];
  return isNumpyInteger(value) ? [replacement(start, end, `int(${file.text.slice(start, end)})`)] : [];
}

// ---------------------------------------------------------------- Strings

function judgeString(expression: python.Expression, value: Known, type: StrType, place: Place): Misfit[] {
  if (type.scope) return judgeScope(expression, value, type, place);
  // Python takes what is empty for None.
  if (place.parameter.nullable && place.reader === 'class' && truth(value) === false) return [];
  const isString =
    value.kind === 'str' || (value.kind === 'bytes' && (type.orBytes || place.reader === 'message'));
  if (!isString) return [wrongType(expression, value, type, place)];
  const { value: text } = value;
  if (text === undefined) return [];
  const listed = (names: readonly string[] | undefined) =>
    !names || names.includes(text) || (type.orPrefix !== undefined && text.startsWith(type.orPrefix));
  if (!listed(type.accepts)) return [wrongChoice(expression, text, type.accepts!, place, place.severity)];
  return listed(type.expects) ? [] : [wrongChoice(expression, text, type.expects!, place, 'warning')];
}

/** What is false counts as no name. */
function judgeScope(expression: python.Expression, value: Known, type: StrType, place: Place): Misfit[] {
  switch (value.kind) {
    case 'str':
    case 'bytes':
      if (value.value === undefined || value.value === '' || /^[A-Za-z0-9_.\\/>-]*$/.test(value.value))
        return [];
      return [
        misfit(
          'choice',
          expression,
          place,
          place.severity,
          `${place.subject} may hold letters, digits and the characters _ . \\ / > - only.`,
        ),
      ];
    case 'int':
    case 'float':
    case 'bool':
    case 'list':
    case 'tuple':
    case 'set':
    case 'range':
      return truth(value) ? [wrongType(expression, value, type, place)] : [];
    case 'dtype':
    case 'function':
    case 'routine':
    case 'object':
    case 'class':
    case 'instance':
      return [wrongType(expression, value, type, place)];
    default:
      return [];
  }
}

/** Names that other parts of TensorFlow use for the same. */
const SYNONYMS: Readonly<Record<string, string>> = {
  training: 'train',
  eval: 'inference',
  infer: 'inference',
  predict: 'inference',
  avg: 'mean',
  average: 'mean',
  add: 'sum',
};

function wrongChoice(
  expression: python.Expression,
  text: string,
  names: readonly string[],
  place: Place,
  severity: Misfit['severity'],
): Misfit {
  const synonym = SYNONYMS[text.toLowerCase()];
  const meant = synonym !== undefined && names.includes(synonym) ? synonym : nearest(text, names);
  const quote = place.file.text[expression.start] === '"' ? '"' : "'";
  const fixes =
    expression.kind === 'string' && meant !== undefined
      ? [replacement(expression.start, expression.end, `${quote}${meant}${quote}`)]
      : [];
  const consequence = severity === 'warning' ? ' TensorFlow notices only when the step runs.' : '';
  return {
    ...misfit(
      'choice',
      expression,
      place,
      severity,
      `${place.subject} is '${excerpt(text)}', but has to be ${alternatives(names)}.${consequence}`,
    ),
    fixes,
  };
}

const alternatives = (names: readonly string[]) => {
  const shown = names.map((name) => `'${name}'`);
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
};

function judgeSerialized(
  expression: python.Expression,
  value: Known,
  type: Extract<Type, { of: 'serialized' }>,
  place: Place,
): Misfit[] {
  if (value.kind === 'str' || value.kind === 'bytes') return [];
  const fixes: CallFix[] =
    value.kind === 'instance' && value.entry.message !== undefined
      ? [
          {
            ...replacement(expression.end, expression.end, '.SerializeToString()'),
            title: 'Add .SerializeToString()',
          },
        ]
      : [];
  return [wrongType(expression, value, type, place, fixes)];
}

// ---------------------------------------------------------------- Lists

function judgeList(expression: python.Expression, value: Known, type: ListType, place: Place): Misfit[] {
  if (value.kind !== 'list' && value.kind !== 'tuple') {
    if (value.kind === 'set' && place.reader === 'class') return judgeItems(value.elements, type, place);
    if (value.kind === 'range' && place.reader === 'class')
      return judgeLength(expression, value.length, type, place);
    if (place.reader !== 'op' && !isNotIterable(value))
      return isString(value) ? inPieces(expression, place) : [];
    if (place.reader === 'class' && truth(value) === false && place.parameter.nullable) return [];
    // Tensors and single values are what people forget the brackets around.
    const { start, end } = expression;
    const text = place.file.text.slice(start, end);
    const wraps = value.kind === 'tensor' || value.kind === 'object' || isScalar(value);
    return [
      wrongType(
        expression,
        value,
        type,
        place,
        wraps && value.kind !== 'none'
          ? [{ ...replacement(start, end, `[${text}]`), title: 'Put it in a list' }]
          : [],
      ),
    ];
  }
  const length = judgeLength(expression, value.length, type, place);
  const items = judgeItems(value.elements, type, place);
  const mixed =
    items.length === 0 && type.item.of === 'tensor'
      ? mixedDtypes(value.elements ?? [], type.item, place)
      : [];
  return [...length, ...items, ...mixed].slice(0, MAX_REPORTED);
}

function judgeItems(
  elements: readonly python.Expression[] | undefined,
  type: ListType,
  place: Place,
): Misfit[] {
  const item: Place = {
    ...place,
    subject: `An element of \`${place.parameter.name}\``,
    ...(type.uncheckedItems && { severity: 'warning' }),
  };
  return (elements ?? []).slice(0, MAX_ITEMS).flatMap((element) => judge(element, type.item, item));
}

const NOT_ITERABLE: ReadonlySet<Known['kind']> = new Set([
  'int',
  'float',
  'bool',
  'none',
  'function',
  'routine',
  'object',
  'dtype',
]);

const isNotIterable = (value: Known) =>
  NOT_ITERABLE.has(value.kind) ||
  (value.kind === 'instance' && value.entry.message === undefined) ||
  (value.kind === 'array' && value.scalar === true);

const isString = ({ kind }: Known) => kind === 'str' || kind === 'bytes';

/** Python takes a string for a list of characters. */
const inPieces = (expression: python.Expression, place: Place): Misfit[] => {
  const { start, end } = expression;
  const text = place.file.text.slice(start, end);
  return [
    {
      ...misfit(
        'type',
        expression,
        place,
        'warning',
        `${place.subject} should be a list: of a string, every character counts as one element.`,
      ),
      fixes: [{ ...replacement(start, end, `[${text}]`), title: 'Put it in a list' }],
    },
  ];
};

const MAX_ITEMS = 1000;
const MAX_REPORTED = 3;

const isScalar = ({ kind }: Known) => ['int', 'float', 'bool', 'str', 'bytes', 'none'].includes(kind);

function judgeLength(
  expression: python.Expression,
  length: number | undefined,
  { minLength = 0, maxLength = Number.POSITIVE_INFINITY, lengthOf, expectsLengthOf, orEmpty }: ListType,
  place: Place,
): Misfit[] {
  if (length === undefined || (length === 0 && orEmpty)) return [];
  const elements = (count: number) => `${count} element${count === 1 ? '' : 's'}`;
  // Python takes what is empty for None.
  const isAbsent = length === 0 && place.parameter.nullable && place.reader === 'class';
  if (length < minLength && !isAbsent)
    return [
      misfit(
        'length',
        expression,
        place,
        place.severity,
        `${place.subject} has ${elements(length)}, but needs at least ${minLength}.`,
      ),
    ];
  if (length > maxLength)
    return [
      misfit(
        'length',
        expression,
        place,
        place.severity,
        `${place.subject} has ${elements(length)}, but takes at most ${maxLength}.`,
      ),
    ];
  const other = lengthOf ?? expectsLengthOf;
  const wanted = other === undefined ? undefined : lengthOfArgument(place, other);
  if (wanted === undefined || wanted === length) return [];
  const severity = lengthOf === undefined ? 'warning' : place.severity;
  const later = severity === 'warning' && place.severity === 'error' ? ' TensorFlow does not notice.' : '';
  return [
    misfit(
      'length',
      expression,
      place,
      severity,
      `${place.subject} has ${elements(length)}, but \`${other}\` has ${wanted}. Make them equally long.${later}`,
    ),
  ];
}

/** Without an argument there is no element. */
function lengthOfArgument({ call, file }: Place, parameter: string): number | undefined {
  const value = given(file.tree, call, parameter);
  if (value.kind === 'none') return 0;
  return value.kind === 'list' || value.kind === 'tuple' ? value.length : undefined;
}

function judgeTuple(
  expression: python.Expression,
  value: Known,
  type: Extract<Type, { of: 'tuple' }>,
  place: Place,
): Misfit[] {
  if (value.kind !== 'tuple') return [wrongType(expression, value, type, place)];
  const { items } = type;
  if (value.length === undefined || value.length === items.length) return [];
  return [
    misfit(
      'length',
      expression,
      place,
      place.severity,
      `${place.subject} has to be a tuple of ${items.length}, but this one has ${value.length}.`,
    ),
  ];
}

// ---------------------------------------------------------------- Tensors

function judgeTensor(expression: python.Expression, value: Known, type: TensorType, place: Place): Misfit[] {
  if (isNoTensor(value)) return [wrongType(expression, value, type, place)];
  const like = tensorLike(place.file.tree, expression);
  if (!like) return [];
  if (like.uneven)
    return [
      misfit(
        'shape',
        expression,
        place,
        place.severity,
        `The elements of ${place.subject.replace(/^An/, 'an')} have different shapes, so they make no tensor. Give them one shape.`,
      ),
    ];
  if (value.kind === 'tensor') {
    if (like.dtype !== undefined && type.dtypes && !type.dtypes.includes(like.dtype))
      return [wrongDtype(expression, like.dtype, type, place)];
  } else {
    const leaf = wrongLeaf(place.file.tree, expression, type.dtypes);
    if (leaf) return [wrongType(leaf.node, leaf.value, type, place)];
  }
  return [
    ...judgeTensorShape(expression, like.shape, type, place),
    ...judgeContent(expression, like.text, type, place),
  ];
}

/** What TensorFlow cannot make a tensor of. */
function isNoTensor(value: Known): boolean {
  switch (value.kind) {
    case 'none':
    case 'dict':
    case 'set':
    case 'ellipsis':
    case 'dtype':
    case 'function':
    case 'routine':
    case 'object':
    case 'class':
      return true;
    case 'instance':
      return !value.entry.foreign || value.entry.group !== 'tensor';
    default:
      return false;
  }
}

function wrongDtype(node: python.Node, dtype: string, { dtypes = [] }: TensorType, place: Place): Misfit {
  return misfit(
    'dtype',
    node,
    place,
    place.severity,
    `${place.subject} is ${article(`${dtype} tensor`)}, but has to be ${dtypes.join(' or ')}. TensorFlow does not convert it: use \`tf.cast\`.`,
  );
}

/** The first number or string in a literal that does not convert to any of the dtypes. */
function wrongLeaf(
  tree: python.Tree,
  node: python.Expression,
  dtypes: readonly string[] | undefined,
  depth = 0,
): { node: python.Expression; value: Known } | undefined {
  if (!dtypes || depth > 8) return undefined;
  const value = known(tree, node);
  switch (value.kind) {
    case 'list':
    case 'tuple':
      for (const element of value.elements?.slice(0, MAX_ITEMS) ?? []) {
        const wrong = wrongLeaf(tree, element, dtypes, depth + 1);
        if (wrong) return wrong;
      }
      return undefined;
    case 'str':
    case 'bytes':
      return dtypes.includes('string') ? undefined : { node, value };
    case 'float':
      return dtypes.some((dtype) => /float|complex/.test(dtype)) ? undefined : { node, value };
    case 'int':
    case 'bool':
    case 'range':
      return dtypes.every((dtype) => dtype === 'string') ? { node, value } : undefined;
    case 'array':
      // Arrays of numbers convert to any dtype of numbers.
      if (value.dtype === undefined) return undefined;
      return (value.dtype === 'string') === dtypes.includes('string') ? undefined : { node, value };
    case 'none':
    case 'object':
      return { node, value };
    default:
      return undefined;
  }
}

function judgeTensorShape(
  expression: python.Expression,
  shape: readonly (number | undefined)[] | undefined,
  { rank, sizes, rowsOf, expectsRanks, shapeOf }: TensorType,
  place: Place,
): Misfit[] {
  if (!shape) return [];
  if (rank !== undefined && shape.length !== rank)
    return [
      misfit(
        'shape',
        expression,
        place,
        place.severity,
        `${place.subject} has rank ${shape.length}, but has to be ${ranks([rank])}.`,
      ),
    ];
  const parallel = rowsOf === undefined ? undefined : argumentOf(place.call, rowsOf);
  const [rows] = (parallel && tensorLike(place.file.tree, parallel)?.shape) ?? [];
  if (rows !== undefined && shape[0] !== undefined && shape[0] !== rows)
    return [
      misfit(
        'shape',
        expression,
        place,
        place.severity,
        `${place.subject} has ${shape[0]} rows, but \`${rowsOf}\` has ${rows}. They go together.`,
      ),
    ];
  const bySize = judgeSizes(expression, shape, sizes ?? [], place);
  if (bySize.length > 0) return bySize;
  if (expectsRanks && !expectsRanks.includes(shape.length) && !shape.includes(0))
    return [
      misfit(
        'shape',
        expression,
        place,
        'warning',
        `${place.subject} has rank ${shape.length}, but should be ${ranks(expectsRanks)}. TensorFlow notices only on the TPU.`,
      ),
    ];
  const other = shapeOf === undefined ? undefined : argumentOf(place.call, shapeOf);
  const wanted = other && tensorLike(place.file.tree, other)?.shape;
  if (!wanted || wanted.length !== shape.length) return [];
  const differs = shape.some(
    (size, i) => size !== undefined && wanted[i] !== undefined && size !== wanted[i],
  );
  if (!differs) return [];
  return [
    misfit(
      'shape',
      expression,
      place,
      place.severity,
      `${place.subject} has the shape ${shapeText(shape)}, but \`${shapeOf}\` has ${shapeText(wanted)}. They have to be the same.`,
    ),
  ];
}

/** Sizes that other arguments say; 0 there means that the tensor is not looked at. */
function judgeSizes(
  expression: python.Expression,
  shape: readonly (number | undefined)[],
  sizes: readonly (string | null)[],
  place: Place,
): Misfit[] {
  for (const [axis, parameter] of sizes.entries()) {
    const length = parameter === null ? undefined : numberOf(given(place.file.tree, place.call, parameter));
    const wanted = length === undefined ? undefined : Math.trunc(length);
    const size = shape[axis];
    const fits = shape.length === sizes.length && (size === undefined || size === wanted);
    if (!wanted || fits) continue;
    const expected = sizes.map((name, i) => (i === axis ? String(wanted) : (name ?? '?'))).join(', ');
    return [
      misfit(
        'shape',
        expression,
        place,
        place.severity,
        `${place.subject} has the shape ${shapeText(shape)}, but with \`${parameter}=${wanted}\` it has to be [${expected}].`,
      ),
    ];
  }
  return [];
}

const RANKS = ['a scalar (rank 0)', 'a vector (rank 1)', 'a matrix (rank 2)'];
const ranks = (allowed: readonly number[]) =>
  allowed.map((rank) => RANKS[rank] ?? `of rank ${rank}`).join(' or ');
const shapeText = (shape: readonly (number | undefined)[]) =>
  `[${shape.map((size) => size ?? '?').join(', ')}]`;

function judgeContent(
  expression: python.Expression,
  text: string | undefined,
  { expectsOneOf }: TensorType,
  place: Place,
): Misfit[] {
  return text === undefined || !expectsOneOf || expectsOneOf.includes(text)
    ? []
    : [wrongChoice(expression, text, expectsOneOf, place, 'warning')];
}

/** Tensors of one list have one dtype. */
function mixedDtypes(
  elements: readonly python.Expression[],
  { typeAttr }: TensorType,
  place: Place,
): Misfit[] {
  if (typeAttr === undefined) return [];
  let first: string | undefined;
  for (const element of elements.slice(0, MAX_ITEMS)) {
    const value = known(place.file.tree, element);
    if (value.kind !== 'tensor' || value.dtype === undefined) continue;
    first ??= value.dtype;
    if (value.dtype !== first)
      return [
        misfit(
          'dtype',
          element,
          place,
          place.severity,
          `The tensors of \`${place.parameter.name}\` have to be of one dtype, but this is ${value.dtype} and the first ${first}.`,
        ),
      ];
  }
  return [];
}

// ---------------------------------------------------------------- Objects

const ABOUT_CALLS = 'TensorFlow calls ';

function judgeCallable(
  expression: python.Expression,
  value: Known,
  type: Extract<Type, { of: 'callable' }>,
  place: Place,
): Misfit[] {
  switch (value.kind) {
    case 'function':
      return judgeArity(expression, value, type.arguments, place);
    case 'class':
    case 'routine':
    case 'enum':
      return [];
    case 'instance': {
      const { group, foreign, name } = value.entry;
      if (group === 'keras-schedule' && type.arguments?.length === 0)
        return [scheduleAsRate(expression, place)];
      if (foreign && group !== 'keras-optimizer') return [];
      return name === 'RowIdInitializer' ? [] : [wrongType(expression, value, type, place)];
    }
    default:
      return [wrongType(expression, value, type, place)];
  }
}

function judgeArity(
  expression: python.Expression,
  { least, most }: { readonly least: number; readonly most: number },
  wanted: readonly string[] | undefined,
  place: Place,
): Misfit[] {
  // Where some of the arguments are optional, what is passed depends.
  if (!wanted || wanted.includes('weights') || (least <= wanted.length && wanted.length <= most)) return [];
  const how =
    wanted.length === 0 ? 'without arguments' : `with ${wanted.length} arguments (${wanted.join(', ')})`;
  return [
    misfit(
      'type',
      expression,
      place,
      'warning',
      `${ABOUT_CALLS}${place.subject} ${how}, which this function does not allow.`,
    ),
  ];
}

function scheduleAsRate(expression: python.Expression, place: Place): Misfit {
  return {
    ...misfit(
      'type',
      expression,
      place,
      'warning',
      `${ABOUT_CALLS}${place.subject} without arguments, but a schedule needs the step. Wrap it: \`lambda: schedule(step)\`.`,
    ),
    fixes: [
      {
        title: 'Wrap it in a lambda',
        changes: [
          { start: expression.start, end: expression.start, newText: 'lambda: ' },
          { start: expression.end, end: expression.end, newText: '(optimizer.iterations)' },
        ],
      },
    ],
  };
}

function judgeInstance(
  expression: python.Expression,
  value: Known,
  type: Extract<Type, { of: 'instance' }>,
  place: Place,
): Misfit[] {
  if (value.kind === 'instance' && (type.classes.includes(value.entry.id) || value.entry.removed)) return [];
  // Recommenders and Keras translate names and Keras optimizers.
  const translated =
    value.kind === 'str' || (value.kind === 'instance' && value.entry.group === 'keras-optimizer');
  if (
    translated &&
    place.parameter.name === 'optimizer' &&
    /recommenders|tfrs|keras_rs/.test(place.file.text)
  )
    return [];
  const fixes: CallFix[] =
    value.kind === 'class' && type.classes.includes(value.entry.id)
      ? [{ ...replacement(expression.end, expression.end, '()'), title: 'Add ()' }]
      : [];
  if (place.parameter.name !== 'optimizer') return [wrongType(expression, value, type, place, fixes)];
  // An optimizer that no table needs is never looked at.
  const severity = isLookedAt(place) ? 'error' : 'warning';
  return [wrongType(expression, value, type, { ...place, severity }, fixes)];
}

/** Dicts, lists and tuples of instances, nested at will. */
function judgeStructure(expression: python.Expression, value: Known, item: Type, place: Place): Misfit[] {
  if (item.of !== 'instance') return [];
  const inside = (elements: readonly python.Expression[] = []) =>
    elements
      .slice(0, MAX_ITEMS)
      .flatMap((element) => {
        const part = { ...place, subject: `A part of \`${place.parameter.name}\`` };
        const of = known(place.file.tree, element);
        return of.kind === 'unknown' ? [] : judgeStructure(element, of, item, part);
      })
      .slice(0, MAX_REPORTED);
  if (value.kind === 'list' || value.kind === 'tuple') return inside(value.elements);
  if (value.kind === 'dict') return inside(value.entries?.map((entry) => entry.value));
  return judgeInstance(expression, value, item, place);
}

/** Whether an embedding object is known to go by the optimizer of this call, a table's or its own. */
function isLookedAt({ call, file }: Place): boolean {
  const users = (table: ApiCall) =>
    usersOf(table, file).filter(({ entry }) => !entry.id.startsWith('tensorflow_recommenders'));
  if (call.entry.name === 'TableConfig') return users(call).length > 0;
  // The first embedding object gives a table its optimizer for good.
  return tablesOf(call, file).some(
    (table) => given(file.tree, table, 'optimizer').kind === 'none' && users(table).length === 1,
  );
}

function judgeMessage(
  expression: python.Expression,
  value: Known,
  type: Extract<Type, { of: 'message' }>,
  place: Place,
): Misfit[] {
  if (value.kind === 'instance') {
    const { message } = value.entry;
    return message === type.message || value.entry.foreign ? [] : [wrongType(expression, value, type, place)];
  }
  if (value.kind === 'dict' && place.reader === 'message') return [];
  return isScalar(value) && value.kind !== 'none' ? [wrongType(expression, value, type, place)] : [];
}

function judgeShape(expression: python.Expression, value: Known, type: Type, place: Place): Misfit[] {
  switch (value.kind) {
    case 'float':
    case 'dtype':
    case 'function':
    case 'routine':
      return [wrongType(expression, value, type, place)];
    case 'str':
      return value.value ? [wrongType(expression, value, type, place)] : [];
    case 'list':
    case 'tuple':
      return (value.elements ?? []).slice(0, MAX_ITEMS).flatMap((element) => {
        const size = known(place.file.tree, element);
        const sized = { ...place, subject: `A size in \`${place.parameter.name}\`` };
        if (NO_SIZE.has(size.kind)) return [wrongType(element, size, { of: 'int' }, sized)];
        if (size.kind === 'int' && size.value !== undefined && size.value < 0n)
          return [
            misfit(
              'range',
              element,
              sized,
              place.severity,
              `${sized.subject} is negative. Use None where it is not known.`,
            ),
          ];
        return [];
      });
    default:
      return [];
  }
}

const NO_SIZE: ReadonlySet<Known['kind']> = new Set([
  'float',
  'str',
  'bytes',
  'list',
  'tuple',
  'dict',
  'set',
  'function',
  'object',
  'routine',
  'dtype',
]);

function judgeDtype(
  expression: python.Expression,
  value: Known,
  type: Extract<Type, { of: 'dtype' }>,
  place: Place,
): Misfit[] {
  const { accepts } = type;
  if (!accepts) return [];
  const dtype =
    value.kind === 'dtype' || value.kind === 'routine'
      ? value.dtype
      : value.kind === 'str'
        ? value.value
        : undefined;
  if (dtype !== undefined)
    return accepts.includes(dtype)
      ? []
      : [
          misfit(
            'choice',
            expression,
            place,
            place.severity,
            `${place.subject} is ${excerpt(dtype)}, but has to be ${accepts.join(' or ')}.`,
          ),
        ];
  return ['none', 'float', 'list', 'tuple', 'dict', 'set', 'function', 'routine', 'tensor'].includes(
    value.kind,
  )
    ? [wrongType(expression, value, type, place)]
    : [];
}

// ---------------------------------------------------------------- Words

function misfit(
  kind: MisfitKind,
  node: python.Node,
  _place: Place,
  severity: Misfit['severity'],
  message: string,
): Misfit {
  return { kind, severity, node, message, fixes: [] };
}

function wrongType(
  node: python.Node,
  value: Known,
  type: Type,
  place: Place,
  fixes: readonly CallFix[] = [],
): Misfit {
  const order = isOrderTrap(place)
    ? ' The functions of `tpu_ops` order their arguments otherwise than the raw ops.'
    : '';
  const message = `${place.subject} has to be ${article(typeText(type))}, not ${describe(value)}.${order}`;
  return { ...misfit('type', node, place, place.severity, message), fixes };
}

/** Positional arguments in the order of the raw op are the classic mistake with the functions around it. */
function isOrderTrap({ call, parameter }: Place): boolean {
  const { entry, node, binding } = call;
  const argument = binding.arguments.get(parameter.name);
  return (
    entry.id.includes('.ops.tpu_ops.') &&
    argument !== undefined &&
    node.arguments[argument.index]?.kind === 'positional'
  );
}

const article = (text: string) =>
  /^(?:bytes|None|['(])/.test(text) ? text : /^(?:[aeio]|SGD|FTRL)/i.test(text) ? `an ${text}` : `a ${text}`;

/** A value as messages call it. */
export function describe(value: Known): string {
  switch (value.kind) {
    case 'none':
      return 'None';
    case 'ellipsis':
      return '`...`';
    case 'unknown':
      return 'a generator';
    case 'int':
      return 'an int';
    case 'bytes':
      return 'bytes';
    case 'tensor':
      return value.dtype === undefined ? 'a tensor' : `a ${value.dtype} tensor`;
    case 'array':
      return value.scalar
        ? `${isNumpyInteger(value) ? 'an integer' : 'a number'} of NumPy`
        : 'an array of NumPy';
    case 'routine':
      return `the function \`${value.name}\``;
    case 'object':
      return article(value.name);
    case 'class':
      return `the class \`${value.entry.name}\``;
    case 'instance':
      if (value.entry.message !== undefined) return 'the message itself';
      // Its name alone may be that of the class that is wanted.
      return `${article(value.entry.group === 'keras-optimizer' ? `Keras ${value.entry.name}` : value.entry.name)} object`;
    case 'enum':
      return 'an enum value';
    default:
      return `a ${value.kind}`;
  }
}

const isNumpyInteger = (value: Known) =>
  value.kind === 'array' && value.scalar === true && /int/.test(value.dtype ?? '');

function replacement(start: number, end: number, newText: string): CallFix {
  return { title: `Replace with ${newText}`, changes: [{ start, end, newText }], preferred: true };
}
