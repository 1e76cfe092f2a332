// Which tensors a tensor is computed from, and what that makes of its gradients.
import { Attached } from '../../basics/attached';
import { pathInTensorFlow } from '../../catalogue/names';
import type { Arguments, Evaluator, Value } from '../../evaluator';
import { leadsTo, type Path } from '../../evaluator/state';
import { argumentAt, kinds, numberOf, valuesOf } from '../../evaluator/value';
import { functionOf } from '../../python/surroundings';
import { textMatches } from '../../python/text-matches';
import { allOfKind, cachedByTree, type Name, type Node, type Tree } from '../../python/tree';

type Made = Extract<Value, { kind: 'made' }>;

/** Activations that an embedding object gives, and the feature that they are of. */
interface Activations {
  readonly value: Value;
  readonly feature: Value;
}

/** The activations that an embedding object gives, by their arguments, which slices of them share. */
const activations = new Attached<Arguments, Activations>();

/** Notes that a value is what an embedding object gives for a feature, and computed from nothing. */
export function asActivations(value: Value, feature: Value): Value {
  if (value.kind === 'made') activations.set(value.given, { value, feature });
  return value;
}

const activationsIn = (value: Value): Activations | undefined => {
  const found = value.kind === 'made' ? activations.get(value.given) : undefined;
  return found?.value === value ? found : undefined;
};

const isActivations = (value: Value): boolean => activationsIn(value) !== undefined;

/** The features whose activations gradients are for. */
const featuresOfGradients = new Attached<Value, Value>();

/** Notes that a value is the gradient of another one. */
export function asGradient(gradient: Value, source: Value): Value {
  const feature = activationsIn(source)?.feature;
  if (feature) featuresOfGradients.set(gradient, feature);
  return gradient;
}

/** The feature whose activations a gradient is for, if it is as a tape has given it. */
export const featureOfGradient = (gradient: Value): Value | undefined => featuresOfGradients.get(gradient);

/**
 * What certainly becomes of a gradient: it is None, since its tape does not watch the source or the target is not computed
 * of it, or an `IndexedSlices`, since only some rows of the source are read. It is perhaps None where a list that it is
 * computed of may have held more at that time.
 */
type Outcome = Absence | 'perhaps-unused' | 'slices';
export type Absence = 'unwatched' | 'unused';

/** The class of gradients that hold rows alone. */
export const INDEXED_SLICES = 'IndexedSlices';

const absent = new Attached<Value, Absence>();

/** Notes that a gradient is certainly None. */
export function asAbsent(value: Value, why: Absence): Value {
  absent.set(value, why);
  return value;
}

/** Why a gradient is None, if it certainly is. */
export const absenceOf = (value: Value): Absence | undefined => absent.get(value);

/** A call that makes a tape watch tensors. */
interface Watch {
  readonly tensors: readonly Value[];
  readonly node: Node;
  readonly path: Path;
}

/** What each tape watches, by the arguments that made it. */
const watches = new Attached<Arguments, Watch[]>();

/** Notes that a tape watches tensors. */
export function noteWatched(tape: Value, tensors: readonly Value[], node: Node, { state }: Evaluator): void {
  if (tape.kind !== 'made') return;
  const watch: Watch = { tensors, node, path: state.path };
  watches.set(tape.given, [...(watches.get(tape.given) ?? []), watch]);
}

/** The certain outcome where a tape gives the gradient of a tensor with respect to activations. */
export function gradientOutcome(
  tape: Value | undefined,
  target: Value | undefined,
  source: Value,
  { state, tree }: Evaluator,
): Outcome | undefined {
  if (!isActivations(source)) return undefined;
  if (textMatches(tree, STOPS)) return undefined;
  if (!textMatches(tree, WATCHES))
    return tape?.kind === 'made' && isKept(tape.node, tree) ? 'unwatched' : undefined;
  const isBefore = ({ tensors, path }: Watch) => tensors.includes(source) && leadsTo(path, state.path);
  const watched = tape?.kind === 'made' ? watches.get(tape.given)?.find(isBefore) : undefined;
  const following = new Following(source, watched?.node);
  const outcome = target && following.outcome(target);
  return outcome === 'unused' && !following.isLasting ? 'perhaps-unused' : outcome;
}

/** By these, a tape records only some of what is computed. */
const STOPS = /\.(?:stop_recording|reset)\(/;

/** A tape may be watching by any other object that has this method. */
const WATCHES = /\bwatch\b/;

/** Whether a tape has a name of which the program only uses attributes, so that no code that is not seen gets it. */
function isKept({ parent }: Node, tree: Tree): boolean {
  const target =
    parent?.kind === 'item'
      ? parent.target
      : parent?.kind === 'assignment' && parent.targets.length === 1
        ? parent.targets[0]
        : undefined;
  return target?.kind === 'name' && !givenAway(tree).has(target.name);
}

/** The names of which a program uses the values themselves, be it that it passes them on. */
const givenAway = cachedByTree(
  (tree): ReadonlySet<string> =>
    new Set(allOfKind(tree, 'name').flatMap((name) => (isOwnerOrTarget(name) ? [] : name.name))),
);

function isOwnerOrTarget(name: Name): boolean {
  const { parent } = name;
  switch (parent?.kind) {
    case 'attribute':
      return true;
    case 'item':
      return parent.target === name;
    case 'assignment':
      return parent.targets.includes(name);
    default:
      return false;
  }
}

/** Whether gradients that a tape lacks are zeros, or may be. */
export function fillsGaps(given: Arguments): boolean {
  const option = argumentAt(given, 3, 'unconnected_gradients');
  if (!option) return given.hasUnknownArguments;
  return option.kind === 'str'
    ? option.value !== 'none'
    : !(option.kind === 'reference' && NONE.test(option.name));
}

const NONE = /\.UnconnectedGradients\.NONE$/;

/** Follows what a tensor is computed from. */
class Following {
  private readonly known = new Map<Value, Outcome | undefined>();
  private left = MAX_VALUES;
  /** Whether all lists and dicts on the way hold what they held when they were passed on. */
  isLasting = true;

  constructor(
    private readonly source: Value,
    /** Where the tape begins to watch the source, if it certainly does. */
    private readonly watched: Node | undefined,
  ) {}

  outcome(value: Value, depth = 0): Outcome | undefined {
    if (CONSTANT.has(value.kind)) return 'unused';
    if (depth > MAX_DEPTH || --this.left < 0) return undefined;
    if (!this.known.has(value)) this.known.set(value, this.follow(value, depth + 1));
    return this.known.get(value);
  }

  private follow(value: Value, depth: number): Outcome | undefined {
    if (value.kind === 'list' || value.kind === 'dict') this.isLasting &&= isPassedOn(value.node);
    switch (value.kind) {
      case 'list':
        return this.ofAll(value.cell.content, depth);
      case 'tuple':
        return this.ofAll(value.elements, depth);
      case 'dict':
        return value.cell.content.hasUnknownEntries
          ? undefined
          : this.ofAll(
              [...value.cell.content.known.values()].map((entry) => entry.value),
              depth,
            );
      case 'made':
        return this.ofMade(value, depth);
      default:
        return undefined;
    }
  }

  private ofMade(value: Made, depth: number): Outcome | undefined {
    const { callee, given } = value;
    const origin = activations.get(given);
    if (origin) return origin.value === this.source ? undefined : 'unused';
    const name = pathInTensorFlow(callee) ?? '';
    if (CUT.has(name)) return 'unused';
    if (given.hasUnknownArguments || !IS_FUNCTION.test(name)) return undefined;
    if (ROW_READERS.has(name) && argumentAt(given, 0, 'params') === this.source)
      return readsRows(given) && this.isRecorded(value) ? 'slices' : undefined;
    const found = this.ofAll(valuesOf(given), depth);
    return found === 'slices' && !PASSING.has(name) ? undefined : found;
  }

  /** Whether the tape watches the source before this is computed from it. */
  private isRecorded({ node }: Value): boolean {
    const { watched } = this;
    return watched !== undefined && (functionOf(watched) !== functionOf(node) || watched.start < node.start);
  }

  /** What comes together is a tensor if one part may be one. */
  private ofAll(values: readonly Value[] | undefined, depth: number): Outcome | undefined {
    const outcomes = values?.map((value) => this.outcome(value, depth));
    if (!outcomes || outcomes.includes(undefined)) return undefined;
    return outcomes.includes('slices') ? 'slices' : 'unused';
  }
}

/** Whether an argument makes an object itself, so that nothing else can change it. */
const isPassedOn = (node: Node): boolean =>
  node.parent?.kind === 'positional' || node.parent?.kind === 'keyword';

/** With more values or deeper ones, the outcome is not known. */
const MAX_VALUES = 1000;
const MAX_DEPTH = 50;

const CONSTANT = kinds(
  'none',
  'ellipsis',
  'bool',
  'int',
  'float',
  'complex',
  'str',
  'bytes',
  'range',
  'reference',
);

/** Modules and functions are named in lower case, classes are not. */
const IS_FUNCTION = /^[a-z][a-z0-9_.]*$/;

/** Functions that take rows of their first argument. */
const ROW_READERS: ReadonlySet<string> = new Set(['gather', 'nn.embedding_lookup']);

/** Whether options leave it at rows, and at their values. */
const readsRows = ({ positional, keywords }: Arguments): boolean =>
  positional.length <= 2 &&
  ['axis', 'batch_dims'].every((name) => {
    const option = keywords.get(name);
    return option === undefined || option.kind === 'none' || numberOf(option) === 0;
  }) &&
  !keywords.has('max_norm');

/** Functions whose result has no gradient, and variables, which are computed from nothing. */
const CUT: ReadonlySet<string> = new Set(
  [
    'Variable argmax argmin ones ones_like random.normal random.uniform range rank shape size stop_gradient zeros zeros_like',
    'math.argmax math.argmin random.shuffle',
  ].flatMap((names) => names.split(' ')),
);

/** Functions through which each of their tensors certainly gets a gradient. */
const PASSING: ReadonlySet<string> = new Set(
  [
    'add add_n concat divide exp expand_dims identity matmul multiply negative norm reduce_max reduce_mean reduce_min reduce_sum reshape',
    'sigmoid sqrt square squeeze stack subtract tanh tile transpose',
    'linalg.matmul linalg.norm math.add math.add_n math.divide math.exp math.log math.multiply math.negative math.pow math.reduce_max',
    'math.reduce_mean math.reduce_min math.reduce_sum math.sigmoid math.sqrt math.square math.squared_difference math.subtract math.tanh math.truediv',
    'math.log_sigmoid math.softplus nn.l2_loss nn.l2_normalize nn.relu nn.sigmoid nn.softmax nn.softplus nn.tanh',
    'nn.sigmoid_cross_entropy_with_logits nn.softmax_cross_entropy_with_logits nn.sparse_softmax_cross_entropy_with_logits',
    'einsum squared_difference tensordot truediv',
  ].flatMap((names) => names.split(' ')),
);
