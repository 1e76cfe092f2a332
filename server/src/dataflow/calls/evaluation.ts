import { Attached } from '../../basics/attached';
import { addTo } from '../../basics/groups';
import { once, onceWithin } from '../../basics/once';
import { type Entry, LIBRARIES, parameterFor } from '../../catalogue';
import { type Arguments, type Observer, type Place, Program, type Value } from '../../evaluator';
import { attributesSetOutside } from '../../evaluator/overrides';
import { leadsTo, type Path } from '../../evaluator/state';
import { valuesOf } from '../../evaluator/value';
import { cached, untracked } from '../../python/cache';
import { ANY_EXCEPTION, type Exceptions, NO_EXCEPTION } from '../../python/exceptions';
import { caughtAround } from '../../python/surroundings';
import { textMatches } from '../../python/text-matches';
import {
  type Call,
  cachedByTree,
  childrenOf,
  type Expression,
  isExpression,
  isStatement,
  type Node,
  type Section,
  sectionOf,
  statementOf,
  type Tree,
  walk,
} from '../../python/tree';
import { isUncalled } from '../../python/uncalled';
import { AssignedAttributes } from '../libraries/assigned-attributes';
import { automaticStacks } from '../libraries/automatic-stacks';
import { runsReplaced } from '../libraries/replaced-methods';
import { SETS_UP, setUpsIn } from '../libraries/set-up';
import { stackTables } from '../libraries/stacks';
import { outermost } from '../libraries/strategies';
import { isUnseen, TensorFlowLibrary } from '../libraries/tensorflow-library';
import type { Message } from '../messages/message';
import { type CopyBudget, isMessage, snapshotOf } from '../messages/message-values';
import { filesOf } from '../messages/read-files';
import { ReadTexts, textsOf } from '../messages/read-texts';
import { dependencies, type Observed, withDependencies } from './dependencies';
import { type CallEvent, certain, eventWithArguments, noteCopy, Observations } from './observations';
import { importsCatalogue, reachesCatalogue, relevantSections } from './relevant-sections';
import { runtimeOf } from './runtime';
import type { Inferred } from './types';
import { common } from './types-of-values';

export { CallEvent } from './observations';

/** At most this many messages are copied. */
const MAX_COPIED = 100_000;

/** The behaviour of a program, as far as its text determines it with certainty. */
class Evaluation implements Observer, Observed {
  /** The observations of the module's statements, and of functions that they call. */
  readonly main = new Observations();
  /** `main`, and the observations of each function or class that the program does not use itself. */
  readonly observations: Observations[] = [this.main];
  private readonly byFunction = new Map<Node, Observations[]>();
  private current = this.main;
  private readonly types = new Map<Node, Inferred | undefined>();
  private readonly attributes = new AssignedAttributes(noteCopy);
  private readonly embeddings: MadeEmbedding[] = [];
  /** Calls that make what embedding objects need on the TPU, or need it, in order. */
  private readonly uses: CallEvent[] = [];
  /** Those of rounds of a loop that a later round stands for. */
  private readonly abandoned = new Set<CallEvent>();
  private currentPart = this.main;
  /** Whether some of the program was too long or too deep. */
  private isPartial = false;
  /** The messages that top-level assignments leave in variables of the module. */
  held: readonly Message[] = [];
  /** Where the TPU is set up among those calls: how many of them come before. */
  private readonly setUps: { readonly by: Node; readonly at: number }[] = [];
  private readonly settingUp: ReadonlySet<Node>;
  /** The budget for copies of messages. */
  readonly budget: CopyBudget = { remaining: MAX_COPIED };

  /** Whether parts of it are reused in the next version of the text. */
  readonly keepsParts: boolean;

  constructor(
    private readonly tree: Tree,
    isByDefault = false,
  ) {
    this.keepsParts = !isByDefault;
    this.settingUp = new Set(textMatches(tree, SETS_UP) ? setUpsIn(tree) : []);
    if (reachesCatalogue(tree) && importsCatalogue(tree))
      new Program(
        tree,
        new TensorFlowLibrary(
          this,
          isByDefault ? new ReadTexts() : textsOf(tree),
          this.attributes,
          filesOf(tree),
          runtimeOf(tree).environment,
          isByDefault,
          attributesSetOutside(tree),
        ),
        this,
      ).follow();
  }

  // -------------------------------------------------------------- During the evaluation

  entered(definition: Node, caught: Exceptions): void {
    const { current } = this;
    const isFirst = !current.functions.has(definition);
    current.entered(definition, caught);
    if (isFirst && !current.isTentative) addTo(this.byFunction, definition, current);
  }

  wants(definition: Node): boolean {
    return relevantSections(this.tree).has(sectionOf(definition));
  }

  evaluated(node: Expression, value: Value, caught: Exceptions): void {
    if (isUntrackedChange(node, value)) this.attributes.lose([value]);
    this.current.evaluated(node, value, caught);
  }

  imagined(node: Expression, value: Value): void {
    this.current.imagine(node, value);
  }

  called(node: Call, callee: Value, given: Arguments, caught: Exceptions, place: Place): void {
    if (callee.kind !== 'function' && this.settingUp.has(node.callee))
      this.setUps.push({ by: node.callee, at: this.uses.length });
    const isReplaced = callee.kind === 'made' && runsReplaced('__call__', this.tree);
    if (isReplaced || isUnseen(callee, given, node)) this.attributes.lose(valuesOf(given));
    if (isReplaced) return;
    const event = this.current.called(node, callee, given, caught, place, this.budget);
    if (event?.entry.building) this.uses.push(event);
    if (!event || !holdsParts(event.entry)) return;
    const values = [...valuesOf(given), ...ownObject(event)];
    event.objects = this.attributes.view(values);
    if (event.entry.stacking) this.stacked(event, values);
    if (event.entry.role === 'embedding')
      this.embeddings.push({ event, path: place.path, part: this.currentPart });
  }

  private stacked(event: CallEvent, values: readonly Value[]): void {
    this.uses.push(event);
    stackTables(event, this.attributes.partsIn(values, 'table'), this.attributes, () =>
      automaticStacks(event, this.attributes),
    );
  }

  gaveUp(): void {
    this.isPartial = true;
  }

  unfilled(...unfilled: Parameters<Required<Observer>['unfilled']>): void {
    this.current.unfilled(...unfilled);
  }

  failed(...failed: Parameters<Required<Observer>['failed']>): void {
    this.current.failed(...failed);
  }

  missed(...missed: Parameters<Required<Observer>['missed']>): void {
    this.current.missed(...missed);
  }

  subscripted(...read: Parameters<Required<Observer>['subscripted']>): void {
    this.current.subscripted(...read);
  }

  ended(lookUp: (variable: string) => Value): void {
    const budget = { remaining: MAX_COPIED };
    this.held = [...assignedAtTop(this.tree)]
      .map(lookUp)
      .filter(isMessage)
      .map((message) => snapshotOf(message, budget));
  }

  get notes(): Observations['notes'] {
    return this.current.notes;
  }

  tentatively(go: () => void): () => void {
    const inner = new Observations(true);
    const { length } = this.uses;
    const embeddings = this.embeddings.length;
    const outer = this.observing(inner, go);
    const made = this.uses.slice(length);
    const embedded = this.embeddings.splice(embeddings);
    for (const event of made) this.abandoned.add(event);
    return () => {
      for (const event of made) this.abandoned.delete(event);
      this.embeddings.push(...embedded);
      for (const definition of inner.functions) this.entered(definition, inner.callersCatch(definition));
      outer.add(inner);
    };
  }

  /** Evaluates a part; its observations can be reused. */
  part(go: () => void): Observations {
    const observations = new Observations();
    this.currentPart = observations;
    this.observing(observations, go);
    this.currentPart = this.main;
    this.observations.push(observations);
    return observations;
  }

  /** Evaluates with `observations` as the current ones; returns the former ones. */
  private observing(observations: Observations, go: () => void): Observations {
    const outer = this.current;
    this.current = observations;
    try {
      go();
    } finally {
      this.current = outer;
    }
    return outer;
  }

  reuse(observations: Observations): void {
    this.observations.push(observations);
    for (const each of observations.functions) addTo(this.byFunction, each, observations);
  }

  // -------------------------------------------------------------- After the evaluation

  /** One event for each time that the program reaches a call; undefined if it never does. */
  callsAt(node: Call): readonly CallEvent[] | undefined {
    const events = this.eventsAt(node);
    return events && certain(events);
  }

  private eventsAt(node: Call): readonly CallEvent[] | undefined {
    const definition = functionAround(node);
    if (!definition) {
      const events = this.main.calls.get(node);
      dependencies?.noteCall(node, events !== undefined);
      return events;
    }
    const observations = this.of(definition);
    if (observations.length === 1) return observations[0]!.calls.get(node);
    const events = observations.flatMap(({ calls }) => calls.get(node) ?? []);
    return events.length === 0 ? undefined : events;
  }

  /** The embedding objects that are made before this one, on every path or only on some. */
  embeddingsBefore(event: CallEvent): readonly { readonly event: CallEvent; readonly isCertain: boolean }[] {
    const at = this.embeddings.findIndex((seen) => seen.event === event);
    const seen = this.embeddings[at];
    return this.embeddings
      .slice(0, at < 0 ? undefined : at)
      .filter(({ part }) => part === this.main || part === seen?.part)
      .map((other) => ({ ...other, isCertain: leadsTo(other.path, seen?.path) }))
      .filter(({ isCertain, path }) => isCertain || path.joined !== undefined);
  }

  /** Whether something has perhaps built the object of a call before. */
  mayBeBuiltBefore(event: CallEvent): boolean {
    const at = this.uses.indexOf(event);
    return this.uses.some(
      (other, i) =>
        other.entry.building === 'builds' &&
        other.object?.node === event.object?.node &&
        !this.isOfOtherRound(other, event) &&
        (isSameRun(other, event)
          ? i < at && !areApart(other, event)
          : !(isOfOwnRun(other) && isOfOwnRun(event))) &&
        !isUncalled(this.tree, other.node),
    );
  }

  /** Whether one event stands for the call in earlier rounds of the loop around another, the first one of which fails like it. */
  private isOfOtherRound(other: CallEvent, event: CallEvent): boolean {
    return other.node === event.node && this.abandoned.has(other);
  }

  /** The place of a call among those that build or stack something; those of parts that are reused come first. */
  orderOf(event: CallEvent): number {
    return this.uses.indexOf(event);
  }

  /** Whether the program perhaps sets the TPU up after one call of that order and before another. */
  isSetUpBetween(first: CallEvent, later: CallEvent): boolean {
    const [start, end] = [this.orderOf(first), this.orderOf(later)];
    return this.setUps.some(({ at }) => start < at && at <= end);
  }

  /** Whether the evaluation gets to what sets the TPU up there. */
  hasSetUpBy(callee: Node): boolean {
    return this.setUps.some(({ by }) => by === callee);
  }

  /** Whether tables of a call are perhaps stacked by one whose place in the order is not known, or whose tables are not. */
  mayBeStackedElsewhere(event: CallEvent, hasKnownTables: (other: CallEvent) => boolean): boolean {
    return this.uses.some(
      (other) =>
        other.entry.stacking !== undefined &&
        other.entry.stacking !== 'needed' &&
        (!isSameRun(other, event) || !hasKnownTables(other)),
    );
  }

  /** The message that a call serializes, as it is at that time. */
  serializedAt(node: Call): Message | undefined {
    dependencies?.noteAll();
    const definition = functionAround(node);
    const observations = definition ? this.of(definition) : [this.main];
    return observations.findLast(({ serialized }) => serialized.has(node))?.serialized.get(node);
  }

  /** The common type of all evaluations of an expression; undefined in unreachable code. */
  typeOf(expression: Expression): Inferred | undefined {
    const definition = functionAround(expression);
    if (!definition) {
      const type = this.main.typeOf(expression);
      dependencies?.noteType(expression, type);
      return type;
    }
    const observations = this.of(definition);
    if (observations.length === 1) return observations[0]!.typeOf(expression);
    if (!this.types.has(expression)) this.types.set(expression, inAll(observations, expression));
    return this.types.get(expression);
  }

  /**
   * Whether the program certainly does not get to the statement of a node, although it runs the function or the module around
   * it, or to the part of an expression that the node is in.
   */
  neverReaches(node: Node): boolean {
    const statement = this.isPartial || !this.main.isEvaluated ? undefined : statementOf(node);
    if (!statement || !JUDGED.has(statement.kind)) return false;
    return [statement, ...choicesAround(node)].some(this.isPassedOver);
  }

  private readonly isPassedOver = onceWithin((choice: Node): boolean => {
    const definition = functionAround(choice);
    const observations = definition ? (this.byFunction.get(definition) ?? NONE) : [this.main];
    const parts = evaluatedIn(choice);
    return (
      parts.length > 0 &&
      observations.length > 0 &&
      !parts.some((part) => observations.some((each) => each.reached(part)))
    );
  });

  /** The exceptions of a node that are caught by callers of the function around it whenever these get there. */
  caughtByCallers(node: Node): Exceptions {
    const definition = functionAround(node);
    const observations = definition ? this.of(definition) : NONE;
    const reaching = observations.filter((each) => each.reached(node));
    const [found, at] = reaching.length > 0 ? [reaching, node] : [observations, definition!];
    return found.length === 0
      ? NO_EXCEPTION
      : found.reduce((all, each) => all & each.callersCatch(at), ANY_EXCEPTION);
  }

  /** Whether the program itself runs a function, which is not only evaluated by itself or with its class. */
  runs(definition: Node): boolean {
    const isOwn = (first: Node | undefined) =>
      first === definition || (definition.parent?.kind === 'class' && first?.parent === definition.parent);
    return this.of(definition).some(
      (each) => each === this.main || !isOwn(each.functions.values().next().value),
    );
  }

  /** The observations of a function. */
  of(definition: Node): readonly Observations[] {
    const observations = this.byFunction.get(definition) ?? NONE;
    dependencies?.noteFunction(definition, observations);
    return observations;
  }
}

/** Statements whose expressions are evaluated where they stand. */
const JUDGED: ReadonlySet<Node['kind']> = new Set(['expression', 'assignment', 'simple']);

/** The parts of conditional expressions that a node is in, which run or not as the condition says. */
function choicesAround(node: Node): readonly Node[] {
  const found: Node[] = [];
  for (let child = node, at = node.parent; at && !isStatement(child); child = at, at = at.parent)
    if (at.kind === 'conditional' ? child !== at.test : at.kind === 'boolean' && child !== at.operands[0])
      found.push(child);
  return found;
}

/** The expressions that are evaluated when a statement or an expression is, apart from literals, and perhaps not all of them. */
const evaluatedIn = (choice: Node): readonly Expression[] =>
  (isExpression(choice) ? [choice] : childrenOf(choice))
    .filter(
      (part) =>
        choice.kind !== 'assignment' ||
        (part !== choice.annotation && !choice.targets.some((target) => target === part)),
    )
    .flatMap((part) => [...walk(part)])
    .filter((part) => isExpression(part) && !LITERALS.has(part.kind)) as Expression[];
const LITERALS: ReadonlySet<Node['kind']> = new Set(['number', 'constant', 'string']);

/** The call that makes an embedding object, and the path on which it does. */
interface MadeEmbedding {
  readonly event: CallEvent;
  readonly path: Path;
  /** The observations of the part that contains the call. */
  readonly part: Observations;
}

/** Whether what its calls get or work with, as it is at that time, are tables and features, or is judged by them. */
const holdsParts = once(
  (entry: Entry) =>
    entry.role === 'feature' ||
    entry.stacking !== undefined ||
    parameterFor(entry, 'features') !== undefined ||
    (entry.kind !== 'class' && LIBRARIES[entry.library].targets !== undefined),
);

/** The object of a method, which works with what made the object. */
const ownObject = ({ entry, object }: CallEvent): Iterable<Value> =>
  entry.kind === 'method' && object ? [object] : [];

/** Whether two calls are reached in their order. */
export const isSameRun = ({ place: a }: CallEvent, { place: b }: CallEvent): boolean =>
  a !== undefined && b !== undefined && outermost(a.around) === outermost(b.around);

/** Whether the object of a call is made in the run of the function that the call is in: each run makes its own. */
function isOfOwnRun(event: CallEvent): boolean {
  const maker = event.object && eventWithArguments(event.object.given);
  return maker !== undefined && isSameRun(maker, event);
}

/** Whether the objects of two calls are certainly two, as those that one line makes in two rounds of a loop. */
const areApart = (one: CallEvent, other: CallEvent): boolean =>
  one.object?.given !== other.object?.given && isOfOwnRun(one) && isOfOwnRun(other);

/** Whether attributes of an object are changed in a way that is not tracked. */
function isUntrackedChange(node: Expression, { kind }: Value): boolean {
  if (kind !== 'oneOf' && kind !== 'made') return false;
  const { parent } = node;
  if (parent?.kind !== 'attribute') return false;
  const { parent: statement } = parent;
  if (statement?.kind === 'simple') return statement.keyword === 'del';
  // It is unknown which of the objects gets the attribute.
  return kind === 'oneOf' && statement?.kind === 'assignment' && statement.targets.includes(parent);
}

/** The variables that statements of the module assign, not those within loops or branches. */
const assignedAtTop = ({ module }: Tree): ReadonlySet<string> =>
  new Set(
    module.body.flatMap((statement) =>
      statement.kind === 'assignment'
        ? statement.targets.flatMap((target) => (target.kind === 'name' ? target.name : []))
        : [],
    ),
  );

const NONE: readonly Observations[] = [];

/** Observations of unreachable code count only if there are no others. */
function inAll(observations: readonly Observations[], expression: Expression): Inferred | undefined {
  const reached = observations.filter((each) => each.reached(expression));
  const types = (reached.length > 0 ? reached : observations).flatMap(
    (each) => each.typeOf(expression) ?? [],
  );
  return reached.length > 0 ? types.reduce(common) : types[0];
}

const aroundCalls = new Attached<Node, Node | 'module'>();

/** The function that contains a node. Cached for calls, which may be nested very deeply. */
function functionAround(node: Node): Node | undefined {
  const passed: Node[] = [];
  let found: Node | 'module' = 'module';
  for (let child = node, at = node.parent; at && found === 'module'; child = at, at = at.parent) {
    if (at.kind === 'function' ? isStatement(child) : at.kind === 'lambda' && at.body === child) found = at;
    else if (at.kind === 'call') {
      const known = aroundCalls.get(at);
      if (known === 'module') break;
      if (known) found = known;
      else passed.push(at);
    }
  }
  for (const call of passed) aroundCalls.set(call, found);
  return found === 'module' ? undefined : found;
}

export const evaluationOf = cachedByTree((tree) => untracked(() => new Evaluation(tree)));

/** The exceptions of a node that the program catches, in the function around it or wherever it calls that. */
export const caughtFrom = (tree: Tree, node: Node): Exceptions =>
  caughtAround(tree, node) | evaluationOf(tree).caughtByCallers(node);

/** What the program does if flags and command-line arguments have their defaults; undefined if it has none. */
export const evaluationByDefault = cachedByTree((tree) =>
  OPTIONS.test(tree.text) ? untracked(() => new Evaluation(tree, true)) : undefined,
);
const OPTIONS = /\bDEFINE_\w+\(|\badd_argument\(|\blen\((?:sys\.)?argv\)/;

/** Whether a program does not get to a node, or only if the command line has what it has not by default. */
export const neverReaches = (tree: Tree, node: Node): boolean =>
  evaluationOf(tree).neverReaches(node) || evaluationByDefault(tree)?.neverReaches(node) === true;

// -------------------------------------------------------------- Cached across edits

/**
 * A cached question about a node or a section. Its answer is valid until an edit changes that part, or what the evaluation
 * observes there. An answer may hold nodes, but no offsets.
 */
export function cachedWhileObserved<K extends Node | Section, T, R extends unknown[]>(
  find: (tree: Tree, part: K, ...rest: R) => T,
): (tree: Tree, part: K, ...rest: R) => T | undefined {
  const answers = cached(
    (tree, part: K, ...rest: R) => withDependencies(() => find(tree, part, ...rest)),
    (tree, answer) => answer.dependencies.holdsIn(evaluationOf(tree)),
  );
  return (tree, part, ...rest) => {
    const answer = answers(tree, part, ...rest);
    if (answer) dependencies?.include(answer.dependencies);
    return answer?.value;
  };
}

/** The answer in progress depends on the whole program, so it is not cached. */
export function dependOnAll(tree: Tree): void {
  dependencies?.noteAll();
  evaluationOf(tree);
}
