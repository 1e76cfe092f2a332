// What layers, losses and metrics of keras-rs refuse of the tensors that they get.
import { Attached } from '../../basics/attached';
import { onceForEachPart } from '../../basics/shared-parts';
import { findEntry } from '../../catalogue';
import type { Arguments, Evaluator, Failure, OfMethod, Value } from '../../evaluator';
import { tupleOf } from '../../evaluator/containers';
import { isRunByModule, isStraight } from '../../evaluator/failures';
import { attributesSetOutside } from '../../evaluator/overrides';
import { refused, refusedValue } from '../../evaluator/refusals';
import {
  argumentAt,
  entriesOf,
  entryNamed,
  itemsOf,
  kinds,
  NO_ARGUMENTS,
  numberOf,
  truth,
  unknown,
} from '../../evaluator/value';
import type { Call, Node } from '../../python/tree';
import { valueOfParameter } from '../calls/arguments';
import { isPlain } from '../calls/structure';
import { type Inferred, inferredOf, instanceOf, type Shape } from '../calls/types';
import { argumentHeld, argumentOfMaker } from './constructor-arguments';
import { type Part, partOf } from './keras-tensors';
import {
  areAlike,
  convertedShape,
  mayBroadcast,
  shapeOf,
  shapeText,
  symbolicOfAll,
  symbolicShape,
  tensorOfKeras,
} from './tensor-shapes';

/** A call of an object, or of the class that makes one. */
interface Use {
  readonly argument: (position: number, name: string) => Value | undefined;
  /** An argument of the call that made the object. */
  readonly setting: (name: string) => Value | undefined;
  /** What an earlier call certainly noted of the object under this name; notes a value that is given if there is none. */
  readonly noted: (what: string, value?: number) => number | undefined;
}

const notes = new Attached<Arguments, Map<string, { readonly value: number; readonly node: Node }>>();

function notedOf(object: Arguments, node: Node, ev: Evaluator): Use['noted'] {
  return (what, value) => {
    if (!isRunByModule(ev.around) || !isStraight(ev)) return undefined;
    const all = notes.get(object) ?? new Map();
    notes.set(object, all);
    const known = all.get(what);
    if (!known && value !== undefined) all.set(what, { value, node });
    // A call may be followed several times.
    return known && (known.node !== node || known.value !== value) ? known.value : undefined;
  };
}

/** Why a call fails, and what it raises where that is no `ValueError`. */
type Refusal = string | readonly [reason: string, raises: string] | undefined;
type Check = (use: Use) => Refusal;

/** A method of an object of keras-rs that certainly fails for its tensors. */
export const tensorsFailure: OfMethod<Failure> = (object, name, given, node, ev) => {
  const entry = instanceOf(object)?.entry;
  if (entry?.library !== 'keras-rs' || object.kind !== 'made') return undefined;
  if (
    name === '__call__' &&
    hasOtherPositional(entry.name, given) &&
    !attributesSetOutside(ev.tree).has(ALLOWS_OTHERS)
  )
    return refusedValue(NO_TENSORS);
  const checks = CHECKS[entry.name];
  const check = checks && Object.hasOwn(checks, name) ? checks[name] : undefined;
  if (!check || given.hasUnknownArguments) return undefined;
  const argument: Use['argument'] = (position, key) => argumentAt(given, position, key);
  const setting = settingsOf(object, node, ev);
  return failureOf(check({ argument, setting, noted: notedOf(object.given, node, ev) }));
};

const settingsOf =
  (object: Value, node: Node, ev: Evaluator): Use['setting'] =>
  (parameter) =>
    argumentHeld(object, parameter, node, ev);

/** An object of keras-rs that certainly is not made, for the tensors that its class gets. */
export function makingFailure(name: string, given: Arguments, node: Call): Failure | undefined {
  if (!name.startsWith('keras_rs.') || given.hasUnknownArguments) return undefined;
  const entry = findEntry(name);
  if (entry?.name !== 'BruteForceRetrieval') return undefined;
  const argument: Use['argument'] = (position, key) => argumentAt(given, position, key);
  const setting: Use['setting'] = (key) => valueOfParameter(entry, key, given, node);
  return failureOf(candidates({ argument, setting, noted: () => undefined }));
}

const failureOf = (refusal: Refusal): Failure | undefined =>
  typeof refusal === 'string' ? refusedValue(refusal) : refusal && refused(...refusal);

export const NO_TENSORS =
  'A layer of Keras takes nothing but tensors and arrays by position, and no number or list of numbers. Make it an array (`np.array(…)`), or give options by name, as in `training=True`';

/** The attribute of a layer that lets it take them. */
export const ALLOWS_OTHERS = '_allow_non_tensor_positional_args';

const NO_TENSOR = kinds('bool', 'int', 'float', 'str', 'bytes', 'function', 'set', 'view', 'iterator');

/** Keras passes on by position what is a tensor or an array, in dicts, lists and tuples, and nothing else. */
function hasOtherPositional(owner: string, { positional }: Arguments): boolean {
  // Another rule looks at the ids and weights of several features.
  const seen = owner === 'DistributedEmbedding' ? positional.slice(2) : LAYER.test(owner) ? positional : [];
  return seen.some(holdsNoTensor);
}

const LAYER =
  /^(?:EmbedReduce|FeatureCross|DotInteraction|BruteForceRetrieval|HardNegativeMining|RemoveAccidentalHits|SamplingProbabilityCorrection)$/;

const isConfiguration = (value: Value): boolean =>
  /^(?:table|feature)$/.test(instanceOf(value)?.entry.role ?? '');

export const holdsNoTensor = (value: Value): boolean =>
  onceForEachPart<Value, boolean>(
    (part, inner) =>
      NO_TENSOR.has(part.kind) || isConfiguration(part) || (itemsOf(part)?.some(inner) ?? false),
    false,
  )(value);

const isDict = (value: Value | undefined): boolean => value?.kind === 'dict' && isPlain(value);

/** How a value is called that one tensor is needed in the place of. */
const severalIn = (value: Value | undefined): string | undefined =>
  isDict(value) || value?.kind === 'list' || value?.kind === 'tuple' ? `a ${value!.kind}` : undefined;

const crossed: Check = (use) => {
  const { argument, noted } = use;
  const [x0, x] = [argument(0, 'x0'), argument(1, 'x')];
  const several = severalIn(x0) ?? severalIn(x);
  if (several)
    return [
      `\`FeatureCross\` takes one tensor, and not ${several}: join those of several features by \`keras.ops.concatenate(…, axis=-1)\``,
      isDict(x0) ? 'KeyError' : 'ValueError',
    ];
  const other = noTensor(['x0', x0]) ?? (x?.kind === 'none' ? undefined : noTensor(['x', x]));
  if (other) return other;
  noted('built', 1);
  const [first, second] = [symbolicShape(x0), symbolicShape(x)];
  if (first && second && !areAlike(first, second))
    return `\`x0\` has the shape ${shapeText(first)}, but \`x\` ${shapeText(second)}. They must be the same`;
  if (first && first.length < 2)
    return `\`x0\` has the shape ${shapeText(first)}, but needs two axes or more, the batch first and the width last`;
  const width = first?.at(-1);
  const earlier = noted('width', width);
  return width !== undefined && earlier !== undefined && earlier !== width
    ? `An earlier call has fixed the width of this layer to ${earlier}, but this one gives ${width}. Make a layer for each width`
    : projected(use);
};

const builtFor: Check = (use) => {
  if (use.noted('built', 1) !== undefined)
    return 'This layer is built already, and gets no other variables. Leave this call of `build` out';
  const width = itemsOf(use.argument(0, 'input_shape'))?.at(-1);
  use.noted('width', width && numberOf(width));
  return projected(use);
};

/** What is no size of a matrix. */
const NO_WIDTH = kinds('str', 'float', 'list', 'tuple', 'dict', 'set', 'function');

/** Whether a layer certainly makes no narrow matrices of a width, of which those that count as false are not looked at. */
const isNoRank = (rank: Value): boolean =>
  truth(rank) === true && (NO_WIDTH.has(rank.kind) || (numberOf(rank) ?? 1) < 0);

/** The narrow matrices of an `EmbedReduce` are made once. */
const narrowed: Check = ({ setting, noted }) => {
  const rank = setting('lora_rank');
  // A rank of 0 makes none.
  const isDone = (rank && Boolean(numberOf(rank))) || noted('lora', 1) !== undefined;
  return isDone ? 'This layer trains narrow matrices already, and can be told so once only' : undefined;
};

/** The narrow matrices are made once the layer is built. */
const projected: Check = ({ setting }) => {
  const width = setting('projection_dim');
  const number = width && numberOf(width);
  if (inferredOf(width)?.kind === 'array')
    return '`projection_dim` must be an int, which no number of NumPy is: give `int(…)` of it';
  const isWrong = width && (NO_WIDTH.has(width.kind) || (number !== undefined && number < 1));
  return isWrong ? '`projection_dim` must be an int of 1 or more, or None' : undefined;
};

/** What stands among tensors and is none; TensorFlow makes tensors of lists. */
const NO_ITEM = kinds('none', 'dict');

const interacting: Check = ({ argument }) => {
  const inputs = argument(0, 'inputs');
  if (inputs?.kind === 'dict' && isPlain(inputs)) {
    const isNamed = entriesOf(inputs)?.every(({ key }) => key.kind === 'str');
    const reason = '`DotInteraction` takes a list of tensors, and not a dict: give `list(tensors.values())`';
    return isNamed ? [reason, 'KeyError'] : undefined;
  }
  const whole = symbolicShape(inputs);
  if (whole && whole.length !== 3)
    return `\`DotInteraction\` takes a list of tensors with the axes batch and width, and not one of the shape ${shapeText(whole)}`;
  const items = itemsOf(inputs);
  if (!items) return undefined;
  if (items.length === 0) return ['`DotInteraction` needs one tensor or more', 'IndexError'];
  const other = items.find(({ kind }) => NO_ITEM.has(kind));
  if (other)
    return [
      `\`DotInteraction\` takes a list of tensors, and ${severalIn(other) ?? 'None'} is none`,
      'AttributeError',
    ];
  if (holdsTexts(inputs)) return 'A tensor of `DotInteraction` holds texts, and must hold numbers';
  const shapes = items.map(shapeOf);
  const [first] = shapes;
  if (first && first.length !== 2)
    return `A tensor of \`DotInteraction\` has the shape ${shapeText(first)}, but must have the axes batch and width`;
  // Of a symbolic input among them, nothing is compared.
  const unlike = first && !shapes.includes(undefined) && shapes.find((shape) => !areAlike(shape!, first));
  return first && unlike
    ? `The tensors of \`DotInteraction\` have the shapes ${shapeText(first)} and ${shapeText(unlike)}. They must be the same`
    : undefined;
};

const DEFAULT_COUNT = 10;

const NO_COUNT = kinds('str', 'list', 'tuple', 'dict', 'set', 'function', 'none');
const NEEDS_COUNT = '`k` must be an int of 1 or more';

const candidates: Check = ({ argument, setting }) => {
  const [vectors, ids] = [argument(0, 'candidate_embeddings'), argument(1, 'candidate_ids')];
  const shape = shapeOf(vectors);
  // Of arrays, other rules look at these.
  if ((!vectors || vectors.kind === 'none') && shapeOf(ids) && !inferredOf(ids))
    return '`candidate_ids` is given without `candidate_embeddings`';
  if (shape && shape.length !== 2 && !inferredOf(vectors))
    return `The candidates have the shape ${shapeText(shape)}, but must have the axes candidates and width`;
  const [rows] = shape?.length === 2 ? shape : [];
  const wanted = setting('k');
  const count = wanted ? numberOf(wanted) : DEFAULT_COUNT;
  const isGiven = vectors !== undefined && vectors.kind !== 'none';
  if (isGiven && wanted && NO_COUNT.has(wanted.kind)) return [NEEDS_COUNT, 'TypeError'];
  if (isGiven && holdsTexts(ids))
    return 'The ids of the candidates are texts, and must be ints: leave them out, and look the texts up by the numbers that are found';
  if (rows !== undefined && count !== undefined && rows < count)
    return `There are ${rows} candidates, but \`k\` asks for ${count}. Give a smaller \`k\``;
  const [number] = shapeOf(ids) ?? [];
  return rows !== undefined && number !== undefined && rows !== number
    ? `There are ${rows} candidates, but ${number} ids of them. Give one for each`
    : undefined;
};

const updated: Check = (use) => {
  const { argument, setting, noted } = use;
  const [vectors, ids] = [argument(0, 'candidate_embeddings'), argument(1, 'candidate_ids')];
  const held = setting('candidate_embeddings');
  if (vectors?.kind === 'none') return '`candidate_embeddings` must not be None';
  const now = shapeOf(vectors);
  const isFirst = !held || held.kind === 'none';
  const earlier =
    isFirst && now?.length === 2 ? now.map((size, axis) => noted(`candidates ${axis}`, size)) : [];
  const before = shapeOf(held) ?? now?.map((size, axis) => earlier[axis] ?? size);
  if (now && before && !areAlike(now, before))
    return `The candidates have the shape ${shapeText(now)}, but the layer has ${shapeText(before)} already, which cannot change`;
  const first = setting('candidate_ids');
  const isWithoutIds = held && held.kind !== 'none' && inferredOf(held) && (!first || first.kind === 'none');
  if (isWithoutIds && ids && inferredOf(ids))
    return 'Ids are given for candidates, but the layer was made without. Give them there as well';
  return candidates(use);
};

const queried: Check = ({ argument, setting }) => {
  const [inputs, k] = [argument(0, 'inputs'), setting('k')];
  const other = noTensor(['inputs', inputs]);
  if (other) return other;
  if (k && (k.kind === 'float' || (numberOf(k) ?? 1) < 0)) return NEEDS_COUNT;
  const [query, vectors] = [shapeOf(inputs), shapeOf(setting('candidate_embeddings'))];
  const [width, wanted] = [query?.at(-1), vectors?.[1]];
  return width !== undefined && wanted !== undefined && width !== wanted
    ? `The query is ${width} wide, but the candidates are ${wanted} wide. They must be equal`
    : undefined;
};

const mined: Check = ({ argument, setting }) => {
  const [count, logits, labels] = [
    setting('num_hard_negatives'),
    argument(0, 'logits'),
    argument(1, 'labels'),
  ];
  if (count && NO_COUNT.has(count.kind)) return ['`num_hard_negatives` must be an int', 'TypeError'];
  return (
    noTensor(['logits', logits], ['labels', labels]) ?? unbroadcast(['logits', logits], ['labels', labels])
  );
};

const corrected: Check = ({ argument, setting }) => {
  if (setting('epsilon')?.kind === 'str') return ['`epsilon` must be a number, not a str', 'TypeError'];
  const name = 'candidate_sampling_probability';
  const both = [
    ['logits', argument(0, 'logits')],
    [name, argument(1, name)],
  ] as const;
  return noTensor(...both) ?? unbroadcast(...both);
};

type Named = readonly [name: string, value: Value | undefined];

/** None, a dict or texts in the place of a tensor of numbers. */
function noTensor(...all: readonly Named[]): Refusal {
  for (const [name, value] of all) {
    const other = value?.kind === 'none' ? 'None' : isDict(value) ? 'a dict' : holdsTexts(value) && 'texts';
    if (other) return `\`${name}\` must be a tensor of numbers, and not ${other}`;
  }
  return undefined;
}

function unbroadcast([one, first]: Named, [other, second]: Named): Refusal {
  const [a, b] = [shapeOf(first), shapeOf(second)];
  return a && b && !mayBroadcast(a, b) ? differing(one, a, other, b) : undefined;
}

const differing = (one: string, a: Shape, other: string, b: Shape): string =>
  `\`${one}\` has the shape ${shapeText(a)}, but \`${other}\` ${shapeText(b)}. They must be the same`;

const withoutHits: Check = ({ argument }) => {
  const given = ['logits', 'labels', 'candidate_ids'].map((name, i) => [name, argument(i, name)] as const);
  const other = noTensor(...given.slice(0, 2));
  if (other) return other;
  const [logits, labels, ids] = given.map(([, value]) => shapeOf(value));
  if (logits && labels && !areAlike(logits, labels)) return differing('labels', labels, 'logits', logits);
  const wanted = labels && ids && ids.length > 0 ? labels.slice(-ids.length) : undefined;
  return ids && wanted && !areAlike(ids, wanted)
    ? `\`candidate_ids\` has the shape ${shapeText(ids)}, but must have that of the last axes of \`labels\`, ${shapeText(wanted)}`
    : undefined;
};

/** Losses and metrics take no symbolic tensors, so that the shape of what may be one counts. */
const shapeOfData = (value: Value | undefined): Shape | undefined =>
  convertedShape(value) ?? symbolicShape(value);

const compared: Check = ({ argument }) => {
  const [truth_, predicted] = [argument(0, 'y_true'), argument(1, 'y_pred')];
  const held = truth_?.kind === 'dict' && isPlain(truth_) ? entriesOf(truth_) : undefined;
  const under = (name: string) => (held ? entryNamed(truth_, name) : undefined);
  const areKnown = held?.every(({ key }) => key.kind === 'str' && key.value !== undefined);
  if (held && areKnown && !under('labels'))
    return '`y_true` is a dict without the key `"labels"`, which holds the labels; `"mask"` may stand beside it';
  const shapes: readonly (readonly [string, Shape | undefined])[] = [
    ['y_true', shapeOfData(held ? under('labels') : truth_)],
    ['y_pred', shapeOfData(predicted)],
  ];
  const uneven = [truth_, predicted].find(isUneven);
  if (uneven)
    return 'The lists of a batch have different lengths. Fill them up, and leave out by a `mask` or a label of -1 what is filled';
  for (const [name, shape] of shapes)
    if (shape && (shape.length < 1 || shape.length > 2))
      return `\`${name}\` has the shape ${shapeText(shape)}, but must have one axis (a list) or two (batch and list)`;
  const [labels, scores] = shapes.map(([, shape]) => shape);
  if (labels && scores && !areAlike(labels, scores)) return differing('y_true', labels, 'y_pred', scores);
  const mask = shapeOfData(under('mask'));
  return mask && labels && !areAlike(mask, labels) ? differing('mask', mask, 'labels', labels) : undefined;
};

/** Whether a list holds lists of different lengths. */
function isUneven(value: Value | undefined): boolean {
  const lengths =
    value?.kind === 'list'
      ? itemsOf(value)?.map((each) => (each.kind === 'list' ? itemsOf(each)?.length : undefined))
      : undefined;
  return lengths !== undefined && !lengths.includes(undefined) && new Set(lengths).size > 1;
}

const measured: Check = (use) => {
  const refusal = compared(use);
  const labels = shapeOfData(use.argument(0, 'y_true'));
  const weights = shapeOfData(use.argument(2, 'sample_weight'));
  if (refusal || !labels || !weights) return refusal;
  // One axis has a weight for each list.
  const spread = labels.length === 2 && weights.length === 1 ? [...weights, 1] : weights;
  return weights.length > labels.length || !mayBroadcast(spread, labels)
    ? `\`sample_weight\` has the shape ${shapeText(weights)}, which does not fit labels of the shape ${shapeText(labels)}`
    : undefined;
};

const PREPROCESSED = 'preprocessed_inputs_per_placement';

const preprocessed: Check = ({ argument }) => {
  const inputs = argument(0, 'inputs');
  return isDict(inputs) && entryNamed(inputs, PREPROCESSED)
    ? 'This batch is preprocessed already. Call the layer with it'
    : undefined;
};

/** Ids are numbers, whatever looks them up. */
const lookedUp: Check = ({ argument }) =>
  holdsTexts(argument(0, 'inputs'))
    ? 'The ids are texts, and must be ints: give each text a number first, such as `keras.layers.StringLookup` does'
    : undefined;

const holdsTexts = (value: Value | undefined): boolean =>
  value !== undefined &&
  onceForEachPart<Value, boolean>((part, inner) => {
    const facts = inferredOf(part);
    if (facts?.kind === 'array' || facts?.kind === 'tensor') return facts.dtype === 'string';
    const held =
      part.kind === 'dict' && isPlain(part) ? entriesOf(part)?.map((entry) => entry.value) : undefined;
    return (held ?? itemsOf(part) ?? []).some(inner);
  }, false)(value);

const reduced: Check = (use) => {
  const ids = use.argument(0, 'inputs');
  const several = ids?.kind === 'none' ? 'None' : severalIn(ids);
  if (several) return [`\`EmbedReduce\` takes the ids of one feature, and not ${several}`, 'AttributeError'];
  return lookedUp(use) ?? begun(use);
};

/** The values that a table begins with are copied into it, and its narrow matrices made, once the layer is built. */
const begun: Check = ({ setting }) => {
  const rank = setting('lora_rank');
  if (rank && isNoRank(rank)) return '`lora_rank` must be an int of 1 or more, or None';
  const weights = setting('weights');
  const values = shapeOf(weights) ?? shapeOf(itemsOf(weights)?.[0]);
  const sizes = ['input_dim', 'output_dim'].map((name) => numberOf(setting(name)));
  return values && !areAlike(values, sizes)
    ? `The table has the shape ${shapeText(sizes)}, but begins with values of ${shapeText(values)}`
    : undefined;
};

const inCalls = (check: Check): Readonly<Record<string, Check>> => ({ __call__: check, call: check });

/** By class and method. */
const CHECKS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  DistributedEmbedding: { preprocess: preprocessed, ...inCalls(lookedUp) },
  EmbedReduce: { ...inCalls(reduced), build: begun, enable_lora: narrowed },
  FeatureCross: { ...inCalls(crossed), build: builtFor },
  DotInteraction: inCalls(interacting),
  BruteForceRetrieval: { ...inCalls(queried), update_candidates: updated },
  HardNegativeMining: inCalls(mined),
  RemoveAccidentalHits: inCalls(withoutHits),
  SamplingProbabilityCorrection: inCalls(corrected),
  ...Object.fromEntries(
    ['ListMLE', 'PairwiseHinge', 'PairwiseLogistic', 'PairwiseSoftZeroOne']
      .map((name) => `${name}Loss`)
      .concat('PairwiseMeanSquaredError')
      .map((name) => [name, inCalls(compared)]),
  ),
  ...Object.fromEntries(
    ['DCG', 'NDCG', 'MeanAveragePrecision', 'MeanReciprocalRank', 'PrecisionAtK', 'RecallAtK'].map((name) => [
      name,
      { __call__: measured, update_state: measured },
    ]),
  ),
};

/** The ids that a layer finds for each query where it gives no scores. */
export function foundIds(object: Value, name: string, given: Arguments, node: Node): Value | undefined {
  const made = object.kind === 'made' && name === '__call__' ? instanceOf(object) : undefined;
  if (made?.entry.id !== RETRIEVAL || object.kind !== 'made' || !made.call) return undefined;
  if (object.given.hasUnknownArguments || given.hasUnknownArguments) return undefined;
  const query = shapeOf(argumentAt(given, 0, 'inputs'));
  const [scores, wanted] = ['return_scores', 'k'].map((name) => argumentOfMaker(object, name));
  if (!query?.length || !scores || truth(scores) !== false) return undefined;
  const shape = [...query.slice(0, -1), wanted ? numberOf(wanted) : DEFAULT_COUNT];
  const facts: Inferred = { kind: 'tensor', dtype: undefined, shape };
  return { kind: 'made', callee: RETRIEVAL, given: { ...NO_ARGUMENTS }, facts, node };
}

const RETRIEVAL = 'keras_rs.layers.BruteForceRetrieval';

type Parts = readonly (Part | undefined)[];

/** A layer gives one tensor or several, of which not all shapes may be known. */
type Result = (use: Pick<Use, 'argument' | 'setting'>) => Part | Parts | undefined;

const like =
  (name: string): Result =>
  ({ argument }) =>
    partOf(argument(0, name));

const withEnd = (part: Part | undefined, size: number | undefined): Part | undefined =>
  part && part.shape.length > 0 ? { ...part, shape: [...part.shape.slice(0, -1), size] } : undefined;

/** What layers give for tensors of known shapes. */
const RESULTS: Readonly<Record<string, Result>> = {
  EmbedReduce({ argument, setting }) {
    const [part, width] = [partOf(argument(0, 'inputs')), numberOf(setting('output_dim'))];
    return part?.shape.length === 1 ? { ...part, shape: [...part.shape, width] } : withEnd(part, width);
  },
  FeatureCross: like('x0'),
  DotInteraction({ argument, setting }) {
    const parts = itemsOf(argument(0, 'inputs'))?.map(partOf);
    const [isSelf, isWhole] = ['self_interaction', 'skip_gather'].map((name) => {
      const value = setting(name);
      return value ? truth(value) : false;
    });
    if (!parts?.length || !parts.every((part) => part?.shape.length === 2)) return undefined;
    const count = parts.length;
    const pairs = isSelf === undefined ? undefined : (count * (count + (isSelf ? 1 : -1))) / 2;
    const width = isWhole === undefined ? undefined : isWhole ? count * count : pairs;
    const rows = parts.map((part) => part!.shape[0]).find((size) => size !== undefined);
    return { shape: [rows, width], symbolic: symbolicOfAll(parts as Part[]) };
  },
  HardNegativeMining({ argument, setting }) {
    const [part, count] = [partOf(argument(0, 'logits')), numberOf(setting('num_hard_negatives'))];
    const all = part?.shape.at(-1);
    const kept = withEnd(
      part,
      count === undefined || all === undefined ? undefined : Math.min(count + 1, all),
    );
    return [kept, kept];
  },
  RemoveAccidentalHits: like('logits'),
  SamplingProbabilityCorrection: like('logits'),
  BruteForceRetrieval({ argument, setting }) {
    const [scores, k] = [setting('return_scores'), setting('k')];
    if (scores && truth(scores) !== true) return undefined;
    const found = withEnd(partOf(argument(0, 'inputs')), k ? numberOf(k) : DEFAULT_COUNT);
    return [found, found];
  },
};

/** What a call of a layer gives, as far as it is known. */
export const resultOfRecommender: OfMethod<Value> = (object, name, given, node, ev) => {
  const made = object.kind === 'made' && name === '__call__' ? instanceOf(object) : undefined;
  if (made?.entry.library !== 'keras-rs' || object.kind !== 'made' || !made.call) return undefined;
  const result = Object.hasOwn(RESULTS, made.entry.name) ? RESULTS[made.entry.name] : undefined;
  if (!result || object.given.hasUnknownArguments) return undefined;
  const argument: Use['argument'] = (position, key) =>
    given.hasUnknownArguments ? undefined : argumentAt(given, position, key);
  const found = result({ argument, setting: settingsOf(object, node, ev) });
  const tensor = (part: Part | undefined) =>
    part ? tensorOfKeras(part.shape, part.symbolic, node) : unknown(node, 'call');
  return Array.isArray(found) ? tupleOf(found.map(tensor), node) : found && tensor(found as Part);
};
