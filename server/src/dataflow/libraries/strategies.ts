import { oncePerName } from '../../basics/once';
import { isWithin } from '../../basics/range';
import { type Entry, findEntry } from '../../catalogue';
import type { Arguments, Around, Evaluator, Failure, Frame, OfMethod, Value } from '../../evaluator';
import { callFailure, fails, isJudged } from '../../evaluator/failures';
import { optionsOf } from '../../evaluator/join';
import { refused } from '../../evaluator/refusals';
import {
  bool,
  entriesOf,
  exact,
  int,
  itemsOf,
  kinds,
  MANAGED,
  NO_ARGUMENTS,
  passing,
  UNKNOWN_ARGUMENTS,
  unknown,
  valuesOf,
} from '../../evaluator/value';
import { LETTING_THROUGH } from '../../python/context-managers';
import { bindingOf, resolve } from '../../python/names';
import { textMatches } from '../../python/text-matches';
import type { Expression, FunctionDefinition, Lambda, Node, Tree } from '../../python/tree';
import { replicasOf } from '../calls/runtime';
import { instanceOf, tensorFacts } from '../calls/types';
import { about } from './by-package';
import { mayEnterElsewhere } from './entered-scopes';
import { inTensors, withLeaves } from './graph-arguments';
import { defaultIn } from './graph-scopes';
import { isOfReplicas, partOfReplica } from './replica-parts';
import { describedBy } from './specs';

/** The callee that stands for the method by which a strategy is entered. */
const SCOPE = 'tensorflow.distribute.Strategy.scope';

/** The callee that stands for the method that runs a function on every replica. */
const RUN = 'tensorflow.distribute.Strategy.run';

/** The attribute that is the number of replicas of a strategy; no other objects have one of this name. */
export const REPLICAS = 'num_replicas_in_sync';

/** The number of replicas of a strategy, which is known of one on a TPU where the number is given. */
export function attributeOfStrategy(
  object: Value,
  name: string,
  node: Node,
  { tree }: Evaluator,
): Value | undefined {
  if (name !== REPLICAS || (object.kind !== 'unknown' && object.kind !== 'made')) return undefined;
  const strategy = strategyIn(object);
  const given = strategy === 'other' ? undefined : replicasOf(tree);
  const count = int(node, given === undefined ? undefined : BigInt(given));
  return strategy ? exact(count) : count;
}

export const methodOfStrategy: OfMethod<Value> = (object, name, given, node, ev) => {
  if (!areStrategies(optionsOf(object))) return undefined;
  if (name === 'scope' && given.positional.length === 0)
    return { kind: 'made', callee: SCOPE, given: passing(object), node };
  return name === 'run' ? run(object, given, node, ev) : undefined;
};

/** Calls a function as each replica does, in a graph. */
function run(
  object: Value,
  { positional, keywords }: Arguments,
  node: Node,
  ev: Evaluator,
): Value | undefined {
  const callee = positional[0] ?? keywords.get('fn');
  if (!callee) return undefined;
  const args = positional[1] ?? keywords.get('args');
  if (args && isJudged(ev, args)) fails(ev, node, refusalOfArgs(args, ev));
  const given = argumentsIn(args, positional[2] ?? keywords.get('kwargs'));
  const isOnTpu = strategyIn(object) === 'tpu';
  const passed = withLeaves(given, (leaf) => inReplica(leaf, isOnTpu, node, ev), node, ev);
  if (isJudged(ev, callee)) fails(ev, node, refusalOfCall(callFailure(ev, callee, passed)));
  inGraph({ kind: 'made', callee: RUN, given: passing(object), node }, callee, passed, node, ev);
  // The results of all replicas.
  return unknown(node, 'call');
}

/** Why `run` cannot pass on what it gets in place of a tuple: in a graph, tensors have no elements to take one by one. */
function refusalOfArgs(args: Value, { around, tree }: Evaluator): Failure | undefined {
  const isTensor = tensorFacts(args) !== undefined && isInGraph(around) && !textMatches(tree, RUNS_EAGERLY);
  return isTensor || ALONE.has(args.kind)
    ? refused(
        `\`args\` must be a tuple, as in \`args=(x,)\`, and not ${isTensor ? 'a tensor' : 'a single number'}`,
      )
    : undefined;
}

/** What cannot be called is most often what the function has given. */
const refusalOfCall = (failure: Failure | undefined): Failure | undefined =>
  failure?.of === 'uncallable'
    ? refused(
        `\`run\` must get the function itself, as in \`run(step)\`, and not a value of the type \`${failure.type}\``,
        'TypeError',
      )
    : failure;

export const RUNS_EAGERLY = /run_functions_eagerly/;
const ALONE = kinds('bool', 'int', 'float');

/** The arguments that `run` passes on, as far as they are known. */
function argumentsIn(args: Value | undefined, kwargs: Value | undefined): Arguments {
  const positional = !args || args.kind === 'none' ? [] : elementsOf(args);
  const named =
    !kwargs || kwargs.kind === 'none' ? [] : kwargs.kind === 'dict' ? entriesOf(kwargs) : undefined;
  const keywords = new Map<string, Value>();
  for (const { key, value } of named ?? [])
    if (key.kind === 'str' && key.value !== undefined) keywords.set(key.value, value);
  return positional && keywords.size === named?.length
    ? { ...passing(...positional), keywords }
    : UNKNOWN_ARGUMENTS;
}

/** What `*` takes of a value: the keys of a dict. */
const elementsOf = (args: Value): readonly Value[] | undefined =>
  args.kind === 'dict' ? entriesOf(args)?.map(({ key }) => key) : itemsOf(args);

/**
 * A call of what `tf.function` made of a function: that function runs, in a graph. A concrete function is made by running it,
 * on tensors that are only described.
 */
export const callOfGraph: OfMethod<Value> = (object, name, given, node, ev) => {
  const isTraced = name === TRACED;
  if (isTraced && isDecorated(object)) {
    const manager: Value = { kind: 'made', callee: 'tensorflow.function', given: passing(object), node };
    checkTraced(object, object, given, node, ev);
    inGraph(manager, object, described(object, given, node, ev), node, ev);
    return unknown(node, 'call');
  }
  if (!(isTraced || name === '__call__') || !isGraph(object)) return undefined;
  const callee = object.given.positional[0] ?? object.given.keywords.get('func');
  if (!callee || callee.kind === 'none') return undefined;
  if (isTraced) checkTraced(object, callee, given, node, ev);
  const passed = isTraced ? described(object, given, node, ev) : tensorsIn(given, node, ev);
  const run = () => inGraph(object, callee, passed, node, ev);
  if (isTraced || !traced.has(object.given)) {
    const result = run();
    if (ev.trials === 0) traced.add(object.given);
    return isTraced ? unknown(node, 'call') : result;
  }
  // Once it is traced, the function itself runs again only for other arguments.
  ev.state.branch([() => void run(), () => {}]);
  return unknown(node, 'call');
};

/** Notes arguments that a function does not take where it is traced with them; an input signature stands in for missing ones. */
function checkTraced(object: Value, callee: Value, given: Arguments, node: Node, ev: Evaluator): void {
  if (isJudged(ev, callee) && !hasInputSignature(object)) fails(ev, node, callFailure(ev, callee, given));
}

function hasInputSignature(object: Value): boolean {
  if (object.kind === 'partial') return hasInputSignature(object.callee);
  if (object.kind === 'made')
    return (
      object.given.hasUnknownArguments ||
      object.given.positional.length > 1 ||
      object.given.keywords.has('input_signature')
    );
  const decorator =
    object.kind === 'function' && object.definition.kind === 'function'
      ? graphDecorator(object.definition)
      : undefined;
  return decorator?.kind === 'call' && decorator.arguments.some(({ name }) => !OTHER_OPTIONS.has(name ?? ''));
}

/** Options of `tf.function` beside the signature. */
const OTHER_OPTIONS: ReadonlySet<string> = new Set(
  'autograph experimental_autograph_options experimental_compile experimental_relax_shapes jit_compile reduce_retracing'.split(
    ' ',
  ),
);

/** What `tf.function` made of functions that have been traced. */
const traced = new WeakSet<Arguments>();

const TRACED = 'get_concrete_function';

/** The method by which a function under `@tf.function` is traced. */
export const tracedBy = (object: Value, name: string, node: Node): Value | undefined =>
  name === TRACED && isDecorated(object) ? { kind: 'method', object, name, node } : undefined;

const isDecorated = (object: Value): boolean =>
  object.kind === 'partial'
    ? isDecorated(object.callee)
    : object.kind === 'function' && makesGraph(object.definition);

/** What `tf.function` makes of a function or a method, which does not run until it is called. */
export const graphOf = about<Value>(
  (name) => GRAPH.test(name),
  (name, given, node) =>
    CALLABLE.has(given.positional[0]?.kind ?? '') && !given.hasUnknownArguments
      ? { kind: 'made', callee: name, given, node }
      : undefined,
);

const CALLABLE: ReadonlySet<string> = kinds('function', 'partial');

const GRAPH = /^tensorflow\.(?:compat\.v\d\.)?function$/;

/** What a function under `@tf.function` gets. */
export const receivedInGraph = (
  definition: FunctionDefinition,
  given: Arguments,
  node: Node,
  ev: Evaluator,
): Arguments | undefined => (makesGraph(definition) ? tensorsIn(given, node, ev) : undefined);

/** What a graph gets of arguments; where the program may run functions eagerly, arrays may stay what they are. */
function tensorsIn(given: Arguments, node: Node, ev: Evaluator): Arguments {
  const mayBeEager = textMatches(ev.tree, RUNS_EAGERLY);
  return withLeaves(given, (leaf) => inTensors(leaf, mayBeEager, node, ev), node, ev);
}

/** What a replica gets of a value: its own part; arrays are tensors on a TPU. */
const inReplica = (value: Value, isOnTpu: boolean, node: Node, ev: Evaluator): Value =>
  isOfReplicas(value) ? partOfReplica(value, node) : inTensors(value, !isOnTpu, node, ev);

/** What a function gets where it is traced with these descriptions, unless its input signature describes that. */
function described(object: Value, given: Arguments, node: Node, ev: Evaluator): Arguments {
  const { positional, keywords, hasUnknownArguments } = given;
  if (valuesOf(given).length > 0 && hasInputSignature(object)) return UNKNOWN_ARGUMENTS;
  return {
    positional: positional.map((each) => describedBy(each, node, ev)),
    keywords: new Map([...keywords].map(([name, each]) => [name, describedBy(each, node, ev)])),
    hasUnknownArguments,
  };
}

/** Calls a function in a graph that another object makes. */
export function inGraph(manager: Value, callee: Value, given: Arguments, node: Node, ev: Evaluator): Value {
  const { around } = ev;
  ev.around = { kind: 'with', manager, outer: around };
  const result = ev.call(callee, given, node);
  ev.around = around;
  return result;
}

const isGraph = (value: Value): value is Made => value.kind === 'made' && GRAPH.test(value.callee);

/** Whether a method does the same, whichever strategy a program ends up with. */
export const strategiesShare = (objects: readonly Value[], name: string): boolean =>
  (name === 'scope' || name === 'run') && areStrategies(objects);

export const areStrategies = (objects: readonly Value[]) =>
  objects.every((each) => strategyIn(each) ?? (each.kind === 'made' && CURRENT.test(each.callee)));

/** The function that returns the strategy of the scope that a program is in, whichever that is. */
const CURRENT = /^tensorflow\.(?:compat\.v2\.)?distribute\.get_strategy$/;

/** The arguments of calls that have given the default strategy. */
const ofNoScope = new WeakSet<Arguments>();

/** What `get_strategy` gives: the default strategy outside of all scopes. */
export const currentStrategy = about<Value>(
  (name) => CURRENT.test(name),
  (name, _given, node, ev) => {
    const given: Arguments = { ...NO_ARGUMENTS };
    if (strategyAround(ev.around) === 'none' && !mayEnterElsewhere(ev.tree)) ofNoScope.add(given);
    return { kind: 'made', callee: name, given, node };
  },
);

/** Whether a strategy is of a class. Those of one name are left open, as one of them may be derived from the other. */
export function isOfStrategies(object: Value, cls: string): boolean | undefined {
  const made = instanceOf(object);
  const own = made?.call ? made.entry : undefined;
  const isDefault = object.kind === 'made' && ofNoScope.has(object.given);
  if (!own?.strategy && !isDefault) return undefined;
  if (BASE.test(cls)) return true;
  const entry = findEntry(cls);
  if (!entry?.strategy) return undefined;
  return entry === own ? true : entry.name === own?.name ? undefined : false;
}

/** The base class of all strategies. */
const BASE = /^tensorflow\.(?:compat\.v2\.)?distribute\.Strategy$/;

export const strategyIn = (object: Value | undefined) => instanceOf(object)?.entry.strategy;

/** The strategy whose scope a place is certainly in; `none` if it is in no scope. */
export function strategyAround(around: Around): Entry['strategy'] | 'none' {
  switch (around.kind) {
    case 'module':
      return 'none';
    case 'unseen':
      return undefined;
    case 'function':
      return strategyAround(around.outer);
    case 'with': {
      const [object] = entersScope(around.manager) ? around.manager.given.positional : [];
      const isSame = object
        ? isCurrentIn(object, around.manager)
        : isOrdinary(around.manager) || isGraph(around.manager);
      return isSame ? strategyAround(around.outer) : strategyIn(object);
    }
  }
}

/**
 * Whether the scope is that which the program is in anyway: `with tf.distribute.get_strategy().scope():`, or that of the
 * default strategy, which refuses to be entered inside of another one.
 */
const isCurrentIn = (strategy: Value, manager: Value): boolean =>
  strategy.kind === 'made' &&
  CURRENT.test(strategy.callee) &&
  (isWithin(strategy.node, manager.node) || ofNoScope.has(strategy.given));

/** The strategy in whose scope a place is, by the arguments that made it; undefined if that is not certain. */
export function scopeAround(around: Around): Arguments | undefined {
  for (let at = around; 'outer' in at; at = at.outer) {
    const [strategy] = at.kind === 'with' && entersScope(at.manager) ? at.manager.given.positional : [];
    if (strategy) return strategy.kind === 'made' ? strategy.given : undefined;
  }
  return undefined;
}

/** Whether a place is reached as the text is run, rather than by code that is not seen. */
export const isRun = (around: Around): boolean => outermost(around).kind === 'module';

/** The module, or the call by unseen code, that a place is reached from. */
export function outermost(around: Around): Around {
  let at = around;
  while ('outer' in at) at = at.outer;
  return at;
}

/** How `run` of a strategy runs a place: in the function that it gets, or in another graph inside. */
export interface Run {
  readonly isNested: boolean;
  /** The condition of a `tf.cond` inside, one of whose functions the place is in. */
  readonly condition?: Value | undefined;
}

/** How `run` of a strategy runs a place, if it does. */
export function runAround(around: Around): Run | undefined {
  let found: Run = { isNested: false };
  for (let at = around; 'outer' in at; at = at.outer) {
    if (isRunning(at)) return found;
    if (isBranch(at)) found = { isNested: true, condition: conditionOf(at.manager) };
    else if (isGraphMade(at)) found = { isNested: true };
  }
  return undefined;
}

/** The callee that stands for the graph of a function that `tf.cond` calls. */
export const BRANCH = 'tensorflow.cond';

const isBranch = (at: Around): at is Entered & { readonly manager: Made } =>
  at.kind === 'with' && at.manager.kind === 'made' && at.manager.callee === BRANCH;

const conditionOf = ({ given: { positional, keywords } }: Made): Value | undefined =>
  positional[0] ?? keywords.get('pred');

const isRunning = (at: Around): boolean =>
  at.kind === 'with' && at.manager.kind === 'made' && at.manager.callee === RUN;

/** Whether a place is certainly run eagerly: in no `tf.function`, and in no graph. */
export function isEager(around: Around, tree: Tree): boolean {
  switch (around.kind) {
    case 'module':
      return true;
    case 'unseen':
      return false;
    case 'function':
      return (
        (around.definition.kind === 'lambda' ||
          around.definition.decorators.every((each) => isTransparent(tree, each))) &&
        isEager(around.outer, tree)
      );
    case 'with':
      return (entersScope(around.manager) || isOrdinary(around.manager)) && isEager(around.outer, tree);
  }
}

/** Whether a decorator makes no graph itself: a function of the program is followed, and what it makes is around then. */
function isTransparent(tree: Tree, decorator: Expression): boolean {
  const name = resolve(tree, decorator.kind === 'call' ? decorator.callee : decorator);
  return name === undefined
    ? decorator.kind === 'name' && bindingOf(tree, decorator)?.kind === 'function'
    : TRANSPARENT.test(name);
}

const TRANSPARENT =
  /^(?:abc\.abstractmethod|builtins\.(?:classmethod|property|staticmethod)|functools\.(?:cache|cached_property|lru_cache|wraps)|typing\.\w+)$/;

/** Whether code runs eagerly where the program asks for it, as far as that is certain. */
export const eagerness = about<Value>(
  (name) => answersOf(name) !== undefined,
  (name, _given, node, { around, tree }) => {
    const answers = answersOf(name);
    if (!answers) return undefined;
    const runsGraphs = !textMatches(tree, RUNS_EAGERLY);
    if (isEager(around, tree) && !textMatches(tree, LEAVES_EAGER))
      return answers.isOption && !runsGraphs ? undefined : bool(node, answers.eagerly);
    return isInOwnGraph(around) && runsGraphs ? bool(node, answers.inGraph) : undefined;
  },
);

/** What functions answer outside of graphs, and in the graph of a `tf.function`. */
const ANSWERS: ReadonlyMap<
  string,
  { readonly eagerly: boolean; readonly inGraph: boolean; readonly isOption?: true }
> = new Map([
  ['executing_eagerly', { eagerly: true, inGraph: false }],
  ['inside_function', { eagerly: false, inGraph: true }],
  ['config.functions_run_eagerly', { eagerly: false, inGraph: false, isOption: true }],
]);

/** Code that may make graphs of its own, or all of the program one. */
const LEAVES_EAGER = /\b(?:disable_\w+|Graph)\(|\bas_default\b/;
const EAGERLY = /^tensorflow\.(?:compat\.v2\.)?(.+)$/;
const answersOf = oncePerName((name) => ANSWERS.get(EAGERLY.exec(name)?.[1] ?? ''));

/** Whether a place is certainly in a graph that `tf.function` makes. */
export function isInGraph(around: Around): boolean {
  for (let at = around; 'outer' in at; at = at.outer) if (isGraphMade(at)) return true;
  return false;
}

/** Whether a place is in such a graph, and nothing in between may leave it. */
export function isInOwnGraph(around: Around): boolean {
  for (let at = around; 'outer' in at; at = at.outer) {
    if (isGraphMade(at)) return true;
    if (at.kind === 'with' && !isOrdinary(at.manager) && !entersScope(at.manager) && !isRunning(at))
      return false;
  }
  return false;
}

/** Whether a place is in the block of a graph of its own, and nothing in between may leave it. */
export function isInGraphBlock(around: Around): boolean {
  for (let at = around; 'outer' in at; at = at.outer) {
    const owner = at.kind === 'with' ? defaultIn(at.manager) : undefined;
    if (owner?.kind === 'made' && /Graph$/.test(owner.callee)) return true;
    if (at.kind === 'with' ? !isOrdinary(at.manager) : !isUndecorated(at.definition)) return false;
  }
  return false;
}

/** Whether `tf.function` makes a graph of a function that is running, or of what is called in its place. */
export const isGraphMade = (at: Exclude<Around, { kind: 'module' | 'unseen' }>): boolean =>
  at.kind === 'with' ? isGraph(at.manager) : makesGraph(at.definition);

const isUndecorated = (definition: FunctionDefinition | Lambda): boolean =>
  definition.kind === 'lambda' || definition.decorators.length === 0;

/** Whether a function is under `@tf.function`. */
const makesGraph = (definition: Extract<Around, { kind: 'function' }>['definition']): boolean =>
  definition.kind === 'function' && graphDecorator(definition) !== undefined;

const graphDecorator = ({ decorators }: FunctionDefinition): Expression | undefined =>
  decorators.find((each) => {
    const named = each.kind === 'call' ? each.callee : each;
    return (
      named.kind === 'attribute' &&
      named.name === 'function' &&
      named.object.kind === 'name' &&
      named.object.name === 'tf'
    );
  });

/** What the `input_signature` of `@tf.function` says of an argument. */
export function describedBySignature(
  definition: FunctionDefinition,
  position: number,
  ev: Evaluator,
  frame: Frame,
): Value | undefined {
  const first = firstOf(definition);
  // What stands between them may give the function other arguments.
  const isInnermost = definition.decorators.at(-1) === graphDecorator(definition);
  if (position < first || !isInnermost) return undefined;
  const spec = specsOfDecorator(definition, ev, frame)?.[position - first];
  return spec && describedBy(spec, spec.node, ev);
}

/** What the `input_signature` of `@tf.function` holds. */
function specsOfDecorator(
  definition: FunctionDefinition,
  ev: Evaluator,
  frame: Frame,
): readonly Value[] | undefined {
  const decorator = graphDecorator(definition);
  const signature =
    decorator?.kind === 'call'
      ? decorator.arguments.find(({ name }) => name === 'input_signature')?.value
      : undefined;
  return signature && ev.try(() => itemsOf(ev.evaluate(signature, frame)));
}

/** The number of the first parameter that a signature describes: a method has its object before. */
function firstOf({ parent, decorators }: FunctionDefinition): number {
  let around = parent;
  while (around && around.kind !== 'class' && around.kind !== 'function') around = around.parent;
  const isStatic = decorators.some((each) => each.kind === 'name' && each.name === 'staticmethod');
  return around?.kind === 'class' && !isStatic ? 1 : 0;
}

/** How a function that `tf.function` makes a graph of can be called. */
interface GraphSignature {
  readonly specs: readonly Value[];
  /** The names of the parameters that these describe. */
  readonly names: readonly string[];
  readonly first: number;
}

/** The `input_signature` of a function, by its only decorator or by the call that made it. */
export function signatureOfGraph(callee: Value, ev: Evaluator): GraphSignature | undefined {
  if (callee.kind === 'function') {
    const { definition, closure } = callee;
    if (definition.kind !== 'function' || definition.decorators.length !== 1) return undefined;
    const specs = specsOfDecorator(definition, ev, closure);
    const first = firstOf(definition);
    return specs && { specs, first, names: definition.parameters.slice(first).map(({ name }) => name) };
  }
  if (!isGraph(callee) || callee.given.hasUnknownArguments) return undefined;
  const { positional, keywords } = callee.given;
  const specs = itemsOf(positional[1] ?? keywords.get('input_signature'));
  const made = positional[0] ?? keywords.get('func');
  const names = made?.kind === 'function' ? made.definition.parameters.map(({ name }) => name) : [];
  return specs && { specs, first: 0, names };
}

/**
 * Whether what was made in one place certainly is the same object in another one: no function on the way takes arguments,
 * which a graph would replace.
 */
export function isCaptured(inside: Around, outside: Around): boolean {
  for (let at = inside; at !== outside && 'outer' in at; at = at.outer)
    if (at.kind === 'function' ? takesArguments(at.definition) : at.kind === 'with' && isGraph(at.manager))
      return false;
  return true;
}

const takesArguments = ({ parameters, parent }: Extract<Around, { kind: 'function' }>['definition']) =>
  parameters.length > (parent?.kind === 'class' ? 1 : 0);

type Made = Extract<Value, { kind: 'made' }>;
type Entered = Extract<Around, { kind: 'with' }>;

const entersScope = (manager: Value): manager is Made => manager.kind === 'made' && manager.callee === SCOPE;

/** Whether a context manager certainly leaves the strategy and the graph as they are. */
export const isOrdinary = (manager: Value): boolean =>
  // What a function of the program enters for a block is around, too.
  manager.kind === 'made' &&
  (LETTING_THROUGH.has(manager.callee) || ORDINARY.test(manager.callee) || manager.callee === MANAGED);

const ORDINARY =
  /^(?:tensorflow\.(?:compat\.v\d\.)?(?:GradientTape|control_dependencies|device|name_scope)|contextlib\.suppress)$/;
