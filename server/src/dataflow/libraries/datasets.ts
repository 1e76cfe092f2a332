import type { Arguments, Evaluator, OfMethod, Value } from '../../evaluator';
import { runCallbacks } from '../../evaluator/callbacks';
import { dictLike, tupleOf } from '../../evaluator/containers';
import { callFailure, fails, isJudged } from '../../evaluator/failures';
import { optionsOf } from '../../evaluator/join';
import { int, itemsOf, NO_ARGUMENTS, numberOf, passing, unknown } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { isPlain } from '../calls/structure';
import { differ, type Inferred, inferredOf, type Shape, tensorFacts } from '../calls/types';
import { about } from './by-package';
import { checkFetched, fetchesToTpu } from './fetched-inputs';
import { partialKind } from './op-outputs';
import { isOfReplicas, isOnTpu, noteOnTpu, ofReplicas } from './replica-parts';
import { specOf, tensor, tensorOfArray, tensorOfSpec } from './specs';
import { areStrategies, inGraph, isInGraph } from './strategies';

// Datasets of `tf.data`, each by one element that stands for all: a nested structure of tensors.

const DATASET = 'tensorflow.data.Dataset';
const ITERATOR = 'tensorflow.data.Iterator';

const MAKER =
  /^tensorflow\.(?:compat\.v[12]\.)?data\.(?:Dataset\.(range|from_tensors|from_tensor_slices|zip|from_generator)|(?:TFRecord|TextLine)Dataset)$/;

/** Methods that leave what an element looks like. */
const SAME: ReadonlySet<string> = new Set([
  ...['shuffle', 'repeat', 'prefetch', 'cache', 'take', 'skip', 'shard', 'with_options', 'ignore_errors'],
]);

export const datasetMade = about<Value>(
  (name) => MAKER.test(name),
  (name, given, node, ev) => {
    const [, maker = 'lines'] = MAKER.exec(name)!;
    if (given.hasUnknownArguments) return undefined;
    const [first = given.keywords.get('tensors') ?? given.keywords.get('datasets'), ...more] =
      given.positional;
    switch (maker) {
      case 'range':
        return datasetOf(
          tensor('int64', [], node),
          node,
          more.length === 0 && first ? numberOf(first) : undefined,
        );
      case 'lines':
        return datasetOf(tensor('string', [], node), node);
      case 'from_tensors':
        return first && datasetFrom(first, (leaf) => asTensor(leaf, node), node, ev, 1);
      case 'from_tensor_slices':
        return first && slicesOf(first, node, ev);
      case 'zip': {
        const parts = more.length > 0 ? tupleOf([first!, ...more], node) : first;
        const isOfDatasets = parts && (parts.kind === 'tuple' || parts.kind === 'dict');
        return isOfDatasets
          ? datasetFrom(parts, (each) => elementIn(each) ?? unknown(node, 'call'), node, ev)
          : undefined;
      }
      default: {
        const signature = given.keywords.get('output_signature');
        // Whatever iterates over the dataset runs the generator.
        if (signature) runCallbacks(ev, given, node);
        return signature && datasetFrom(signature, (spec) => tensorOfSpec(spec, node), node, ev);
      }
    }
  },
);

/** The result of a method of a dataset, of an iterator over one, or of a strategy that distributes one. */
export const methodOfDataset: OfMethod<Value> = (object, name, given, node, ev) => {
  const element = elementIn(object);
  if (!element) return undefined;
  if (isIterator(object))
    return name === 'get_next' || name === '__next__' ? anyElementOf(object, node, ev) : object;
  const [first, ...more] = given.positional;
  switch (name) {
    case '__iter__':
    case 'make_one_shot_iterator':
      return { kind: 'made', callee: ITERATOR, given: passing(element), node };
    case 'map':
    case 'flat_map':
    case 'interleave':
    case 'filter': {
      const callee = first ?? given.keywords.get('map_func') ?? given.keywords.get('predicate');
      if (!callee) return undefined;
      const result = traced(
        object,
        callee,
        mapped(element, (leaf) => leaf, node, ev),
        node,
        ev,
      );
      if (name === 'filter') return datasetOf(element, node);
      if (name === 'map')
        return datasetFrom(result, (leaf) => asTensor(leaf, node), node, ev, countIn(object));
      return datasetOf(elementIn(result) ?? unknown(node, 'call'), node);
    }
    case 'apply': {
      const callee = first ?? given.keywords.get('transformation_func');
      const result = callee && ev.call(callee, passing(object), node);
      return result && elementIn(result) ? result : datasetOf(unknown(node, 'call'), node);
    }
    case 'batch':
    case 'padded_batch':
    case 'ragged_batch': {
      const size = first ?? given.keywords.get('batch_size');
      // Shapes and values for padding come before it.
      const drops = more[name === 'padded_batch' ? 2 : 0] ?? given.keywords.get('drop_remainder');
      const isOpen = !drops || (drops.kind === 'bool' && drops.value === false);
      const rows = drops?.kind === 'bool' && drops.value && size ? numberOf(size) : undefined;
      if (given.hasUnknownArguments || !size) return undefined;
      const shapes = more[0] ?? given.keywords.get('padded_shapes');
      const filled = shapes && shapes.kind !== 'none' ? paddedTo(shapes, element) : undefined;
      const row = (leaf: Value) =>
        name === 'batch' || (!hasOpenAxes(leaf) && !filled)
          ? leaf
          : name === 'padded_batch'
            ? padded(leaf, filled?.get(leaf), node)
            : unknown(node, 'call');
      const [count, most] = [countIn(object), numberOf(size)];
      const whole =
        count === undefined || !most || (!isOpen && rows === undefined) ? undefined : count / most;
      const batches = whole === undefined ? undefined : isOpen ? Math.ceil(whole) : Math.floor(whole);
      return datasetFrom(element, (leaf) => batched(row(leaf), rows, isOpen, node), node, ev, batches);
    }
    case 'unbatch':
      return datasetFrom(element, (leaf) => rowIn(leaf, node), node, ev);
    case 'enumerate':
      return datasetOf(tupleOf([tensor('int64', [], node), element], node), node, countIn(object));
    default:
      return SAME.has(name) ? datasetOf(element, node, countAfter(object, name, given)) : undefined;
  }
};

function countAfter(object: Value, name: string, { positional, keywords }: Arguments): number | undefined {
  const count = countIn(object);
  return count === undefined
    ? undefined
    : COUNTS.get(name)?.(count, numberOf(positional[0] ?? keywords.get('count')));
}

const DISTRIBUTING: ReadonlySet<string> = new Set([
  'experimental_distribute_dataset',
  'distribute_datasets_from_function',
]);

/** What a strategy makes of a dataset: each element holds the parts of all replicas. */
export const distributed: OfMethod<Value> = (object, name, passed, node, ev) => {
  const {
    positional: [first],
    keywords,
  } = passed;
  if (!DISTRIBUTING.has(name) || !areStrategies(optionsOf(object))) return undefined;
  const given = first ?? keywords.get('dataset') ?? keywords.get('dataset_fn');
  const dataset =
    given && name === 'distribute_datasets_from_function'
      ? ev.call(given, passing(unknown(node, 'parameter')), node)
      : given;
  const element = dataset && elementIn(dataset);
  // Of datasets from a function, each step takes a batch for every replica.
  const count = dataset && name === 'experimental_distribute_dataset' ? countIn(dataset) : undefined;
  const isFetched = fetchesToTpu(object, passed);
  const part = (leaf: Value) => {
    // What a function gives is not checked.
    if (isFetched && name === 'experimental_distribute_dataset') checkFetched(leaf, node, ev);
    if (isFetched && partialKind(leaf) !== undefined) return noteOnTpu({ ...leaf, node });
    return isFetched ? noteOnTpu(partsOf(leaf, node)) : partsOf(leaf, node);
  };
  return element && datasetFrom(element, part, node, ev, count);
};

/** The parts of a batch that replicas get: only how many rows each has is unknown. */
function partsOf(leaf: Value, node: Node): Value {
  const facts = tensorFacts(leaf);
  return facts && facts.shape?.length !== 0
    ? ofReplicas(tensor(facts.dtype, facts.shape && [undefined, ...facts.shape.slice(1)], node, facts.isOpen))
    : unknown(node, 'call');
}

/** `dataset.element_spec`, which is nested like an element. */
export function specOfElement(object: Value, name: string, node: Node, ev: Evaluator): Value | undefined {
  const element = name === 'element_spec' ? elementIn(object) : undefined;
  // Of the parts of replicas, there is one specification for each.
  const spec = (leaf: Value) => (isOfReplicas(leaf) ? unknown(node, 'call') : specOf(leaf, node));
  return element && mapped(element, spec, node, ev);
}

/** Any element of a dataset, which the program may change; outside of graphs its sizes are those of its data. */
export function anyElementOf(over: Value, node: Node, ev: Evaluator): Value | undefined {
  const element = elementIn(over);
  const isStatic = isInGraph(ev.around);
  return element && mapped(element, (leaf) => (isStatic ? leaf : closed(leaf, node)), node, ev);
}

/** The element of a dataset or of an iterator over one. */
export const elementIn = (value: Value): Value | undefined =>
  value.kind === 'made' && (value.callee === DATASET || value.callee === ITERATOR)
    ? value.given.positional[0]
    : undefined;

const isIterator = (value: Value) => value.kind === 'made' && value.callee === ITERATOR;

/** A dataset whose elements look like `element`; `count` is their number, if known. */
const datasetOf = (element: Value, node: Node, count?: number): Value => ({
  kind: 'made',
  callee: DATASET,
  given: passing(element, ...(count === undefined ? [] : [int(node, BigInt(count))])),
  node,
});

/** The dataset of the rows of tensors, which have equally many. */
function slicesOf(tensors: Value, node: Node, ev: Evaluator): Value {
  let count: number | undefined;
  const row = (leaf: Value) => {
    const whole = asTensor(leaf, node);
    count ??= tensorFacts(whole)?.shape?.[0];
    return rowIn(whole, node);
  };
  const element = mapped(tensors, row, node, ev);
  return datasetOf(element, node, count);
}

/** The number of elements of a dataset, if it is known. */
const countIn = (value: Value): number | undefined =>
  value.kind === 'made' && value.callee === DATASET ? numberOf(value.given.positional[1]) : undefined;

/** The elements of a dataset with few of them. In a graph, the loop is traced once. */
export function elementsOfDataset(value: Value, ev: Evaluator): readonly Value[] | undefined {
  const count = countIn(value);
  if (count === undefined || count > MAX_LISTED || isInGraph(ev.around)) return undefined;
  return Array.from({ length: Math.max(0, count) }, () => anyElementOf(value, value.node, ev)!);
}
const MAX_LISTED = 20;

/** Whether a loop over a dataset certainly gets an element. */
export const holdsElements = (value: Value, { around }: Evaluator): boolean =>
  (countIn(value) ?? 0) > 0 && !isInGraph(around);

/** How many elements are left of so many, by the method that leaves what they look like and by its number. */
const COUNTS: ReadonlyMap<string, Left> = new Map<string, Left>([
  ['shuffle', (count) => count],
  ['prefetch', (count) => count],
  ['cache', (count) => count],
  ['with_options', (count) => count],
  ['take', (count, by) => by && (by < 0 ? count : Math.min(count, by))],
  ['skip', (count, by) => (by === undefined ? undefined : by < 0 ? 0 : Math.max(0, count - by))],
  ['repeat', (count, by) => (by !== undefined && by >= 0 ? count * by : undefined)],
]);

type Left = (count: number, by: number | undefined) => number | undefined;

/** The dataset whose element has other leaves than a structure. */
const datasetFrom = (
  value: Value,
  leaf: (value: Value) => Value,
  node: Node,
  ev: Evaluator,
  count?: number,
): Value => datasetOf(mapped(value, leaf, node, ev), node, count);

/** Calls a function with an element in a graph, as `map` does: a tuple is given as several arguments. */
function traced(dataset: Value, callee: Value, element: Value, node: Node, ev: Evaluator): Value {
  const isTuple = element.kind === 'tuple' && !element.cls;
  const passed: Arguments = isTuple
    ? { ...passing(...(element.elements ?? [])), hasUnknownArguments: element.elements === undefined }
    : element.kind === 'unknown'
      ? { ...NO_ARGUMENTS, hasUnknownArguments: true }
      : passing(element);
  if (isJudged(ev, callee)) fails(ev, node, callFailure(ev, callee, passed));
  return inGraph(dataset, callee, passed, node, ev);
}

/** A structure of the same nesting, with other leaves. */
export function mapped(
  value: Value,
  leaf: (value: Value) => Value,
  node: Node,
  ev: Evaluator,
  depth = 0,
): Value {
  const within = (each: Value) => mapped(each, leaf, node, ev, depth + 1);
  if (depth > MAX_DEPTH) return unknown(node, 'limit');
  if (value.kind === 'tuple') return { ...value, elements: value.elements?.map(within), node };
  if (value.kind !== 'dict') return leaf(value);
  if (!isPlain(value)) return unknown(node, 'call');
  // A dict with defaults gets entries by being read.
  const isOpen = value.cell.content.hasUnknownEntries || value.missing !== undefined;
  return dictLike(ev, value, within, node, isOpen);
}

const MAX_DEPTH = 8;

/** Numbers and texts become scalars; what other objects become is left open. */
function asTensor(value: Value, node: Node): Value {
  switch (value.kind) {
    case 'int':
      // A larger number becomes an int64.
      return tensor(isWithin32Bits(value.value) ? 'int32' : undefined, [], node);
    case 'float':
      return tensor('float32', [], node);
    case 'bool':
      return tensor('bool', [], node);
    case 'str':
    case 'bytes':
      return tensor('string', [], node);
    case 'list': {
      const [first, ...others] = value.cell.content?.map((item) => tensorFacts(asTensor(item, node))) ?? [];
      const isEven = others.every(
        (each) => each && first && each.dtype === first.dtype && !differ(each.shape, first.shape),
      );
      if (!first || !isEven) return unknown(node, 'call');
      return tensor(first.dtype, first.shape && [others.length + 1, ...first.shape], node);
    }
    default: {
      const facts = inferredOf(value);
      if (facts?.kind === 'array') return tensorOfArray(facts, node);
      return facts?.kind === 'tensor' || facts?.kind === 'object' ? value : unknown(node, 'call');
    }
  }
}

const isWithin32Bits = (value: bigint | undefined): boolean =>
  value !== undefined && value === BigInt.asIntN(32, value);

const rowIn = (value: Value, node: Node): Value => {
  const facts = tensorFacts(value);
  return facts ? tensor(facts.dtype, facts.shape?.slice(1), node) : withAxes(value, -1);
};

/** A ragged or sparse tensor with another number of axes. */
function withAxes(value: Value, more: 1 | -1): Value {
  const facts = inferredOf(value);
  if (value.kind !== 'made' || facts?.kind !== 'object' || !facts.sizes) return value;
  const sizes = more > 0 ? [undefined, ...facts.sizes] : facts.sizes.slice(1);
  // Rows of a ragged tensor may be dense.
  const changed: Inferred = {
    ...facts,
    sizes: facts.name === 'RaggedTensor' && sizes.length < 2 ? undefined : sizes,
  };
  return { ...value, facts: changed };
}

function batched(value: Value, rows: number | undefined, isOpen: boolean, node: Node): Value {
  const facts = tensorFacts(value);
  return facts
    ? tensor(facts.dtype, facts.shape && [rows, ...facts.shape], node, isOpen)
    : withAxes(value, 1);
}

const hasOpenAxes = (leaf: Value): boolean => tensorFacts(leaf)?.shape?.includes(undefined) !== false;

/** A tensor that is filled up to a shape; without one, to the longest of its batch. */
function padded(leaf: Value, sizes: Shape | undefined, node: Node): Value {
  const facts = tensorFacts(leaf);
  return facts
    ? tensor(facts.dtype, sizes ?? facts.shape?.map(() => undefined), node)
    : unknown(node, 'call');
}

/** The shapes that the leaves of an element are filled up to, where a size is given. */
function paddedTo(shapes: Value, element: Value): ReadonlyMap<Value, Shape | undefined> {
  const found = new Map<Value, Shape | undefined>();
  const look = (shape: Value | undefined, part: Value): void => {
    if (part.kind === 'tuple')
      return part.elements?.forEach((each, i) => {
        look(shape?.kind === 'tuple' ? shape.elements?.[i] : undefined, each);
      });
    if (part.kind === 'dict')
      for (const [id, { value }] of part.cell.content.known)
        look(shape?.kind === 'dict' ? shape.cell.content.known.get(id)?.value : undefined, value);
    else found.set(part, sizesIn(shape));
  };
  look(shapes, element);
  return found;
}

const sizesIn = (shape: Value | undefined): Shape | undefined => itemsOf(shape)?.map(sizeIn);

/** A size of -1 or None is that of the longest tensor of a batch. */
const sizeIn = (size: Value): number | undefined => {
  const number = numberOf(size);
  return number !== undefined && number >= 0 ? number : undefined;
};

/** A tensor of data that is there. */
function closed(value: Value, node: Node): Value {
  const facts = tensorFacts(value);
  if (facts?.isOpen) {
    const whole = tensor(facts.dtype, facts.shape, node);
    return isOfReplicas(value) ? ofReplicas(whole) : whole;
  }
  // A function that gets it takes it from there.
  return isOnTpu(value) ? { ...value } : value;
}
