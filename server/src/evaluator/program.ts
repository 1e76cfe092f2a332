import { changedInPlace } from '../python/changed-in-place';
import { isDefined } from '../python/defined';
import { ANY_OF_CALL, anyIf, type Exceptions, NO_EXCEPTION, PERHAPS } from '../python/exceptions';
import { testsOfSomeRows } from '../python/fixtures';
import {
  isReplaced,
  localsOf,
  patchedFunctions,
  patchedNames,
  replacedNames,
  type Scope,
} from '../python/names';
import { setByName } from '../python/set-by-name';
import { expectedFunctions, swallowers } from '../python/surroundings';
import { type Matches, matchesAlike, matchesIn } from '../python/text-matches';
import type { BlockKeyword, Expression, Module, Node, Statement, Tree } from '../python/tree';
import { isTest, SET_UP_OF_CLASS } from '../python/unit-tests';
import { attributeOf, memberOf, writeField } from './attributes';
import { BUILTINS } from './builtins';
import { type CachedPart, cachedParts, isSameAcross, type ModuleVariable } from './cached-parts';
import { call, callFunction } from './calls';
import { anyObject } from './classes';
import { CONTAINERS, Escapes, forgetOtherPaths, readableFrom, valuesAround } from './escape';
import {
  type Activation,
  type Around,
  type Doubt,
  type Evaluator,
  type Exits,
  GaveUp,
  type Library,
  type Observer,
} from './evaluator';
import { evaluate } from './expressions';
import { fails, isJudged, isRunByModule } from './failures';
import { join, letEscape, markShared, unbound } from './join';
import { isConstructor, methodsOf, nameOf } from './methods';
import { constantNamed } from './modules';
import { changingCalls, changingClosures, inAnyOrder, isImplicit } from './outside-calls';
import {
  anySubclass,
  attributesSetOutside,
  forgetOverridden,
  NO_OVERRIDES,
  type Overrides,
  overridesOf,
  subclassesIn,
} from './overrides';
import { rowsOf } from './parameterized';
import { placeholdersIn } from './placeholders';
import { type Cell, type Effects, Exposure, type Mark, State } from './state';
import { isDefinition, run } from './statements';
import { valuesTested } from './tested';
import {
  type Arguments,
  argumentsThat,
  type ClassValue,
  doubted,
  type Fields,
  type Frame,
  type FunctionValue,
  float,
  type InstanceValue,
  kinds,
  NO_ARGUMENTS,
  truth,
  UNKNOWN_ARGUMENTS,
  unknown,
  type Value,
} from './value';

const MAX_DEPTH = 300;
const STEPS_PER_CHARACTER = 4;
const LEAST_STEPS = 100_000;
const LONG_LOOP_STEPS = 100_000;
/** The budget of steps for a function that the program does not call itself. */
const PART_STEPS = 20_000;

/** The functions that have been evaluated. */
class Executed {
  private readonly all = new Set<Node>();
  private latest: Set<Node> | undefined;

  add(definition: Node): void {
    this.all.add(definition);
    this.latest?.add(definition);
  }

  has(definition: Node): boolean {
    return this.all.has(definition);
  }

  get count(): number {
    return this.all.size;
  }

  /** Forgets all but the first so many. */
  forgetAfter(count: number): void {
    for (const definition of [...this.all].slice(count)) {
      this.all.delete(definition);
      this.latest?.delete(definition);
    }
  }

  /** The functions that a part evaluates, whether for the first time or not. */
  during(part: () => void): ReadonlySet<Node> {
    const latest = new Set<Node>();
    this.latest = latest;
    part();
    this.latest = undefined;
    return latest;
  }
}

/** Other lambdas in the dict or list that a lambda is written in: a program that calls one of them chose it. */
function alternativesOf(definition: Node): readonly Node[] {
  if (definition.kind !== 'lambda') return NO_NODES;
  const display = definition.parent?.kind === 'entry' ? definition.parent.parent : definition.parent;
  const all =
    display?.kind === 'dict'
      ? display.entries.map(({ value }) => value)
      : display?.kind === 'list' || display?.kind === 'tuple'
        ? display.elements
        : NO_NODES;
  return all.filter(({ kind }) => kind === 'lambda');
}
const NO_NODES: readonly Node[] = [];

/** Evaluates a program in Python's order. At each place, its state holds what is certain there. */
export class Program implements Evaluator {
  readonly state = new State();
  readonly module: Frame;
  readonly loops: Exits[] = [];
  readonly activations: Activation[] = [];
  private readonly executed = new Executed();
  /** The module variables that the current part has read; undefined outside of a part. */
  private reads: Map<string, ModuleVariable> | undefined;
  private readonly conditions: string;
  private readonly setByName: ReadonlySet<string> | 'all';
  private readonly hasReplacedNames: boolean;
  readonly escapes = new Escapes(this);
  /** Functions that the program hands to a library, which calls them. */
  private readonly handed = new Set<Value>();
  /** Escaped functions that have been evaluated. */
  private readonly escaped = new Set<FunctionValue>();
  around: Around = { kind: 'module' };
  doubtful: ReadonlyMap<Value, boolean> = NOTHING_DOUBTFUL;
  tested: ReadonlySet<Value> = NOTHING_TESTED;
  caught: Exceptions = NO_EXCEPTION;
  rounds = 0;
  tried = 0;
  unboundReads = 0;
  /** Greater than 0 in a trial evaluation, which nothing observes. */
  trials = 0;
  /** Whether some names come from `from … import *`. */
  importsAll = false;
  private isImagining = false;
  /** The number of parts that exceeded the budget. */
  private gaveUp = 0;
  /** Counts what parts that were evaluated apart have changed that is older than they are. */
  private changes = 0;
  /** Whether what is evaluated now may be dropped, and then evaluated again. */
  private isTentative = false;
  private steps: number;
  /** The budget of steps for all iterations of long loops. */
  private spare = LONG_LOOP_STEPS;
  private depth = 0;

  constructor(
    readonly tree: Tree,
    readonly library: Library,
    readonly observer: Observer,
  ) {
    this.module = { variables: new Map(), locals: undefined, isClass: false, born: 0, enclosing: undefined };
    this.conditions = conditionsOf(tree);
    this.setByName = setByName(tree);
    this.hasReplacedNames = replacedNames(tree).size + patchedNames(tree).size > 0;
    this.steps = Math.max(LEAST_STEPS, tree.text.length * STEPS_PER_CHARACTER);
  }

  /** Evaluates the whole program, then the functions that it does not call itself. */
  follow(): void {
    const main: Activation = {
      mark: this.state.start,
      definition: undefined,
      caught: NO_EXCEPTION,
      owner: undefined,
      returns: [],
      functions: [],
    };
    this.activations.push(main);
    try {
      this.run(this.tree.module.body, this.module);
      if (this.state.isReachable)
        this.observer.ended?.((variable) => this.lookUp(variable, this.module, this.tree.module));
      this.state.isReachable = true;
      this.doubt(placeholdersIn([...this.module.variables.values()].flatMap(({ content }) => content ?? [])));
      this.doubtChanged(main.functions);
      this.runUncalled(main.functions);
      this.runEscaped();
      this.runUncalled(main.functions);
      this.shareModule();
    } catch (error) {
      if (!isTooMuch(error)) throw error;
      this.observer.gaveUp?.();
    }
  }

  /**
   * Other code may call the functions that the program does not call itself, in any order. What one of them changes in the
   * module's variables, or in the objects there, the next one may read.
   */
  private doubtChanged(functions: readonly FunctionValue[]): void {
    const uncalled = functions.filter(({ definition }) => !this.executed.has(definition));
    if (!uncalled.some(({ definition }) => this.isWanted(definition))) return;
    const { steps } = this;
    const variables = [...this.module.variables.values()].filter(
      ({ content }) => content && !isDefinition(content),
    );
    this.callInAnyOrder(changingCalls(this, this.module, uncalled), variables as Cell<unknown>[]);
    this.steps = steps;
  }

  /** Evaluates each function that was defined but never called, on its own and with unknown arguments. */
  private runUncalled(functions: FunctionValue[]): void {
    const uncalled = functions.filter(
      ({ definition, owner }) =>
        this.isWanted(definition) &&
        !this.executed.has(definition) &&
        !alternativesOf(definition).some((each) => this.executed.has(each)) &&
        (owner !== undefined || !this.escapes.has(definition)),
    );
    functions.length = 0;
    if (uncalled.length === 0) return;
    this.callInAnyOrder(changingClosures(this, uncalled), []);
    const byClass = new Map<ClassValue, FunctionValue[]>();
    for (const callee of uncalled) {
      // The caller may add to the returned object.
      if (!callee.owner)
        this.keep(callee, () => {
          this.doubtAround([callee]);
          forgetOtherPaths(this, callee);
          const runOnce = (given: Arguments) => markShared(this.callFunction(callee, given, callee.node));
          const rows = rowsOf(this, callee);
          if (!rows) runOnce(UNKNOWN_ARGUMENTS);
          for (const given of rows ?? []) this.apart(() => runOnce(given));
        });
      else if (byClass.has(callee.owner)) byClass.get(callee.owner)!.push(callee);
      else byClass.set(callee.owner, [callee]);
    }
    const subclasses = subclassesIn(this.module);
    for (const [owner, methods] of byClass) {
      const overrides = overridesOf(this.tree, subclasses.get(owner.members));
      const run = () => {
        this.doubtAround(methods);
        this.runMethods(owner, methods, overrides);
      };
      this.keep(owner, run, methods, overrides);
    }
    if (functions.length > 0) this.runUncalled(functions);
  }

  /**
   * The program may have decided not to call a nested function because of the values around it. Other modules can call the
   * functions of the module.
   */
  private doubtAround(callees: readonly FunctionValue[]): void {
    const nested = callees.filter(
      (callee) =>
        (callee.closure !== this.module || callee.definition.kind === 'lambda') && !this.handed.has(callee),
    );
    if (nested.length > 0) this.doubt(valuesAround(this, nested));
  }

  /** From here on, it is not certain that the program gets anywhere with these values. */
  private doubt(values: ReadonlyMap<Value, boolean>): void {
    const others = [...values].filter(([value]) => !this.doubtful.has(value));
    if (others.length > 0) this.doubtful = new Map([...this.doubtful, ...others]);
  }

  private isWanted(definition: Node): boolean {
    return this.observer.wants?.(definition) ?? true;
  }

  /**
   * Evaluates a part on its own, or reuses the cached observations of an earlier version of the text if they are still
   * valid.
   */
  private keep(
    subject: FunctionValue | ClassValue,
    part: () => void,
    methods: readonly FunctionValue[] = [],
    overrides: Overrides = NO_OVERRIDES,
  ): void {
    const { definition } = subject;
    const { observer, state } = this;
    if (!observer.keepsParts || !observer.part || !observer.reuse || this.reads) return void this.apart(part);
    const { escapes } = this;
    // The part skips what has escaped or was evaluated before.
    const { conditions: program } = this;
    let conditions = `${this.importsAll} ${escapes.names} ${this.handed.has(subject)}`;
    for (const { definition } of methods) conditions += ` ${this.executed.has(definition)}`;
    for (const [name, why] of overrides.members) conditions += ` ${name},${why}`;
    for (const name of overrides.fields) conditions += ` ${name}`;
    const kept = cachedParts.get(definition);
    const isSame = kept?.program === program && kept.conditions === conditions;
    if (isSame && isSameAcross(subject, kept.subject) && this.holds(kept)) {
      for (const each of kept.functions) this.executed.add(each);
      observer.reuse(kept.observations);
      return;
    }
    const reads = new Map<string, ModuleVariable>();
    const { functions: found } = this.activations[0]!;
    const first = found.length;
    const { exposures } = state;
    const { names } = escapes;
    let functions: ReadonlySet<Node> = new Set();
    let isWhole = false;
    state.watchExposures();
    let matches: Matches | undefined;
    const observations = observer.part(() => {
      this.reads = reads;
      matches = matchesIn(() => {
        functions = this.executed.during(() => {
          isWhole = this.apart(part);
        });
      });
      this.reads = undefined;
    });
    const isContained = state.exposures === exposures && escapes.names === names;
    // Functions that the part defines but does not call are evaluated later, outside of the part.
    const isAll = found.slice(first).every((each) => this.executed.has(each.definition));
    if (isWhole && isAll && matches && isContained)
      cachedParts.set(definition, { subject, reads, matches, functions, observations, program, conditions });
    else cachedParts.set(definition, undefined);
  }

  private holds({ reads, matches }: CachedPart): boolean {
    for (const [name, value] of reads) if (!isSameAcross(this.moduleVariable(name), value)) return false;
    return matchesAlike(this.tree, matches);
  }

  private moduleVariable(name: string): ModuleVariable {
    const cell = this.module.variables.get(name);
    if (cell?.exposure === Exposure.Changed || this.isSetByName(name)) return 'changed';
    return cell?.content;
  }

  /** Evaluates the functions that may have been called at any time, so what has changed since they escaped is unknown. */
  private runEscaped(escaped = this.escapes.calleesAfter(0)): void {
    for (const { callee, caught } of escaped) {
      if (this.escaped.has(callee) || !this.isWanted(callee.definition)) continue;
      // With the object, its other methods reach code that expects one of them to fail: they run with their class.
      if ((caught & ANY_OF_CALL) !== 0 && callee.owner && !this.executed.has(callee.definition)) continue;
      this.escaped.add(callee);
      this.apart(() => {
        this.doubtRead(callee);
        this.catching(caught, () => this.callFunction(callee, UNKNOWN_ARGUMENTS, callee.node));
      });
    }
  }

  /** All that a function can read may have any content that it ever had, as may what is found only in such a content. */
  private doubtRead(callee: FunctionValue): void {
    const doubted = new Set<Cell<unknown>>();
    let others: readonly Cell<unknown>[];
    do {
      others = [...readableFrom(this, [callee])].filter((cell) => !doubted.has(cell));
      for (const cell of others) this.state.doubtRewritten(cell);
      for (const cell of others) doubted.add(cell);
    } while (others.length > 0);
  }

  /** Other code may add to what a function leaves in variables and objects that are not its own. */
  private shareLeft(mark: Mark): void {
    if (this.trials > 0) return;
    // The changes on a path that does not get to its end are not known.
    if (!this.state.isReachable) this.changes++;
    for (const cell of this.state.changedSince(mark)) {
      this.changes++;
      const { content } = cell;
      if (typeof content !== 'object' || content === null) continue;
      if ('kind' in content) markShared(content as Value);
      else if ('known' in content)
        for (const held of (content as Fields).known.values()) if ('kind' in held) markShared(held);
    }
  }

  /** Other modules may add to the objects in this module's variables. */
  private shareModule(): void {
    for (const [name, { content }] of this.module.variables)
      if (content && (!(content.kind === 'external' && content.cell) || this.isSetByName(name)))
        markShared(content);
  }

  /**
   * The methods of an object may be called at any time: invalidates its contents and the attributes that are set from
   * outside.
   */
  private loseChanged({ fields }: InstanceValue): void {
    const { content } = fields;
    for (const value of content.known.values()) letEscape(value, this.state);
    const outside = attributesSetOutside(this.tree);
    const known = [...content.known].filter(([name]) => !outside.has(name));
    this.state.write(fields, { known: new Map(known), hasUnknownFields: true });
  }

  /** Evaluates the methods of an object on which any of them may have been called before. */
  private runMethods(seen: ClassValue, methods: readonly FunctionValue[], overrides: Overrides): void {
    const owner = anySubclass(this, seen, overrides);
    const isSeen = methods.some(isConstructor);
    const object = isSeen ? anyObject(this, owner) : this.try(() => anyObject(this, owner));
    if (object.kind === 'instance') forgetOverridden(this, object, overrides);
    const onObject: Arguments = { ...UNKNOWN_ARGUMENTS, positional: [object] };
    const callOn = (method: FunctionValue, given: Arguments) => this.callFunction(method, given, method.node);
    const runOnce = (method: FunctionValue, given: Arguments) => {
      const before = new Set(attributesOf(object));
      markShared(callOn(method, given));
      for (const value of attributesOf(object)) if (!before.has(value)) markShared(value);
    };
    const runEach = (some: readonly FunctionValue[]) =>
      some.filter((method) => {
        const isNew = !this.executed.has(method.definition);
        if (isNew)
          this.apart(() => {
            const rows = rowsOf(this, method, object);
            if (!rows) runOnce(method, isImplicit(method) ? UNKNOWN_ARGUMENTS : onObject);
            // Each row runs on a new object, too.
            for (const given of rows ?? []) this.apart(() => runOnce(method, given));
          });
        return isNew;
      });
    if (object.kind === 'instance' && methods.some(({ definition }) => this.escapes.has(definition)))
      this.loseChanged(object);
    const fixtures = fixturesOf(owner);
    if (object.kind === 'instance' && fixtures.length > 0) {
      const { known: before } = owner.members.content;
      for (const [name, value] of constantsOf(owner))
        if (!object.fields.content.known.has(name)) writeField(this, object.fields, name, value);
      for (const name of fixtures) this.setUp(object, name, methods);
      for (const [name, value] of owner.members.content.known)
        if (before.get(name) !== value) writeField(this, object.fields, name, value);
      // Each test runs on a new object.
      runEach(methods.filter((method) => isTest(nameOf(method))));
    }
    const all = methodsOf(owner);
    /** Returns whether each of them has run by itself. */
    const runAll = () => {
      this.doubt(placeholdersIn([object]));
      // Methods for the class itself may run only where another one has prepared the object.
      const [own, others] = [methods.filter(isInternal), methods.filter((method) => !isInternal(method))];
      const run = new Set(runEach([...others, ...own]));
      return all.every((method) => run.has(method));
    };
    const runsAlike = (method: FunctionValue) =>
      !this.executed.has(method.definition) && !isImplicit(method) && !rowsOf(this, method, object);
    if (object.kind !== 'instance') runAll();
    else if (this.isTentative || !all.every(runsAlike) || !this.changesNothing(runAll)) {
      this.callInAnyOrder(
        all.map((method) => () => void callOn(method, onObject)),
        [object.fields as Cell<unknown>],
      );
      runAll();
    }
    markShared(object);
  }

  /**
   * Evaluates a part, which counts only if it returns true and nothing that is older has changed on any path in it: else it
   * is as if it had not been evaluated.
   */
  private changesNothing(part: () => boolean): boolean {
    const { executed, escaped, changes, gaveUp, doubtful, state, steps } = this;
    const before = { executed: executed.count, escaped: escaped.size, losses: state.losses };
    let isWhole = false;
    this.isTentative = true;
    const keep = this.tentatively(() => {
      isWhole = part();
    });
    this.isTentative = false;
    if (isWhole && this.changes === changes && state.losses === before.losses && this.gaveUp === gaveUp) {
      keep();
      return true;
    }
    this.doubtful = doubtful;
    this.steps = steps;
    executed.forgetAfter(before.executed);
    for (const callee of [...escaped].slice(before.escaped)) escaped.delete(callee);
    return false;
  }

  /**
   * Continues with the effects of any of these calls, in any order and number. A call that exceeds the budget may change
   * all `cells`.
   */
  callInAnyOrder(calls: readonly (() => void)[], cells: readonly Cell<unknown>[]): void {
    const { gaveUp } = this;
    const paths = calls.map((call) => () => {
      const before = this.gaveUp;
      const outcome = this.rolledBack(
        () => this.try(call),
        (mark) => this.state.since(mark),
      );
      return this.gaveUp > before ? NOTHING_LEFT : outcome;
    });
    if (paths.length > 0) inAnyOrder(this.state, paths);
    if (this.gaveUp > gaveUp) for (const cell of cells) this.state.expose(cell);
  }

  /** Evaluates a method that runs before each test. */
  private setUp(object: Value, name: string, methods: readonly FunctionValue[]): void {
    const run = () => this.call(this.attribute(object, name, object.node), NO_ARGUMENTS, object.node);
    if (methods.some((method) => nameOf(method) === name)) run();
    else this.try(run);
    this.state.isReachable = true;
  }

  /** Evaluates a part and rolls it back. Returns whether its end was reached. */
  private apart(part: () => void): boolean {
    return this.rolledBack(part, () => true) === true;
  }

  /** Like `apart`, but returns what `end` finds at the end of the part, or undefined if that was not reached. */
  private rolledBack<T>(part: () => void, end: (mark: Mark) => T): T | undefined {
    const { state, steps, depth, trials, around, doubtful, tested, caught, rounds } = this;
    const { length: active } = this.activations;
    const loops = this.loops.slice();
    const mark = state.mark();
    const { marks } = state;
    this.around = { kind: 'unseen' };
    this.steps = Math.min(steps, PART_STEPS);
    const allowed = this.steps;
    const escaped = this.escapes.count;
    const { functions } = this.activations.at(-1)!;
    const first = functions.length;
    try {
      const follow = () => {
        part();
        // Evaluate the functions that were defined or escaped here before the rollback discards their variables. Those
        // that escaped in a trial or in unreachable code are evaluated at the end.
        if (trials === 0 && !this.isImagining) {
          if (state.isReachable) this.runUncalled(functions.splice(first));
          this.runEscaped(this.escapes.calleesAfter(escaped));
        }
        this.shareLeft(mark);
      };
      return state.rolledBack(mark, follow, () => end(mark));
    } catch (error) {
      if (!isTooMuch(error)) throw error;
      this.observer.gaveUp?.();
      this.gaveUp++;
      this.activations.length = active;
      this.loops.splice(0, this.loops.length, ...loops);
      this.depth = depth;
      this.trials = trials;
      this.caught = caught;
      this.rounds = rounds;
      state.unwind(mark, marks);
      return undefined;
    } finally {
      this.around = around;
      this.doubtful = doubtful;
      this.tested = tested;
      this.steps = steps - (allowed - this.steps);
      state.release();
    }
  }

  evaluate(node: Expression, frame: Frame): Value {
    if (++this.depth > MAX_DEPTH) throw new GaveUp();
    this.step();
    const { doubtful } = this;
    // Branches that these values exclude are not judged.
    if (doubtful.size > 0 && isCondition(node)) this.doubtful = NOTHING_DOUBTFUL;
    const found = evaluate(this, node, frame);
    this.doubtful = doubtful;
    const isDoubted = doubtful.size > 0 && doubtful.get(found) && !isOpened(node, found);
    const value = isDoubted ? doubted(found, node) : found;
    this.depth--;
    if (this.state.escaping.length > 0) this.escapes.invalidateEffects();
    if (this.trials === 0 && this.state.isReachable)
      this.observer.evaluated?.(node, value, this.callersCatch);
    else if (this.isImagining) this.observer.imagined?.(node, value);
    return value;
  }

  private get callersCatch(): Exceptions {
    return this.activations.at(-1)!.caught;
  }

  enter(definition: FunctionValue['definition']): void {
    if (this.trials === 0) this.executed.add(definition);
    if (this.trials === 0 || this.isImagining) this.observer.entered?.(definition, this.callersCatch);
  }

  run(body: readonly Statement[], frame: Frame): void {
    run(this, body, frame);
  }

  call(callee: Value, given: Arguments, node: Node, isAwaited = false): Value {
    if (callee.kind === 'reference' && !callee.name.startsWith('builtins.')) this.hand(given);
    return call(this, callee, given, node, isAwaited);
  }

  /** A library gets these arguments. */
  private hand(given: Arguments): void {
    for (const value of argumentsThat(given, isFunction)) this.handed.add(value);
  }

  callFunction(
    callee: FunctionValue,
    given: Arguments,
    node: Node,
    isAwaited = false,
    taking: Pick<Activation, 'lend'> = {},
  ): Value {
    return callFunction(this, callee, given, node, isAwaited, taking);
  }

  attribute(object: Value, name: string, node: Node): Value {
    return attributeOf(this, object, name, node);
  }

  imagine(part: () => void): void {
    if (this.trials > 0) return;
    this.isImagining = true;
    // What would leave a loop or a function does not.
    const { breaks = [], continues = [] } = this.loops.at(-1) ?? {};
    const exits: unknown[][] = [this.activations.at(-1)!.returns, breaks, continues];
    const lengths = exits.map(({ length }) => length);
    this.apart(() => this.try(part));
    for (const [i, each] of exits.entries()) each.length = lengths[i]!;
    this.isImagining = false;
  }

  doubtBehind(test: Expression, frame: Frame, tried: number): Doubt {
    const caught = anyIf(this.tried > tried) | (this.rounds > 0 ? PERHAPS : NO_EXCEPTION);
    return { caught, tested: valuesTested(test, frame) };
  }

  doubting<T>({ caught, tested }: Doubt, part: () => T): T {
    const { tested: before } = this;
    const others = [...tested].filter((value) => !before.has(value));
    if (others.length > 0) this.tested = new Set([...before, ...others]);
    const value = this.catching(caught, part);
    this.tested = before;
    return value;
  }

  catching<T>(more: Exceptions, part: () => T): T {
    const { caught } = this;
    this.caught |= more;
    const value = part();
    this.caught = caught;
    return value;
  }

  step(): void {
    if (--this.steps < 0) throw new GaveUp();
  }

  longLoop(count: number): () => boolean {
    const { spare } = this;
    let { steps } = this;
    let done = -1;
    return () => {
      done++;
      const used = Math.max(0, steps - this.steps);
      // The iterations pay from the steps for long loops, so that the code after them has as many left as before.
      this.spare -= used;
      this.steps += used;
      steps = this.steps;
      const usual = done === 0 ? 0 : (spare - this.spare) / done;
      return usual * (count - done) <= this.spare;
    };
  }

  tentatively(part: () => void): () => void {
    const { functions } = this.activations.at(-1)!;
    const { length } = functions;
    const keep = this.trials === 0 ? this.observer.tentatively(part) : part();
    const defined = functions.splice(length);
    return () => {
      functions.push(...defined);
      keep?.();
    };
  }

  /** Evaluates a part unobserved. */
  try<T>(part: () => T): T {
    this.trials++;
    try {
      return part();
    } finally {
      this.trials--;
    }
  }

  // ---------------------------------------------------------------- Variables

  frame(scope: Exclude<Scope, Module>, enclosing: Frame): Frame {
    return {
      variables: new Map(),
      locals: localsOf(this.tree, scope),
      isClass: scope.kind === 'class',
      born: this.state.tick(),
      enclosing,
    };
  }

  private isSetByName(name: string): boolean {
    return this.setByName === 'all' || (this.setByName.size > 0 && this.setByName.has(name));
  }

  lookUp(name: string, frame: Frame, node: Node): Value {
    for (let at: Frame | undefined = frame; at; at = nextFrame(at, frame)) {
      const cell = at.variables.get(name);
      if (!cell && at.locals && !at.locals.has(name)) continue;
      if (at === this.module && this.reads && !this.reads.has(name))
        this.reads.set(name, this.moduleVariable(name));
      if (cell?.exposure === Exposure.Changed) return unknown(node, 'changed');
      const value = cell?.content;
      if (at !== this.module) {
        if (value) return value;
        if (at.isClass) continue;
        this.unboundReads++;
        if (at === frame) this.failsUnbound(name, node, true);
        return unknown(node, 'unbound');
      }
      if (this.isSetByName(name)) return unknown(node, 'changed');
      if (value) return value;
    }
    const own = name === '__file__' ? this.library.reference(`builtins.${name}`, node, this) : undefined;
    if (own) return own;
    this.unboundReads++;
    if (!BUILTINS.has(name) && !isDefined(name)) this.failsUnbound(name, node, false);
    if (!BUILTINS.has(name) || this.importsAll) return unknown(node, 'unbound');
    return { kind: 'reference', name: `builtins.${name}`, node };
  }

  private failsUnbound(name: string, node: Node, isLocal: boolean): void {
    if (node.kind === 'name' && isJudged(this) && (isLocal || !this.importsAll))
      fails(this, node, { of: 'name', name, isLocal, isRun: isRunByModule(this.around) });
  }

  /** The value of an import. */
  refer(name: string, node: Node): Value {
    if (this.hasReplacedNames && this.isReplaced(name, node)) return unknown(node, 'changed');
    const constant = constantNamed(name);
    if (constant !== undefined) return float(node, constant);
    return this.library.reference(name, node, this) ?? { kind: 'reference', name, node };
  }

  private isReplaced(name: string, node: Node): boolean {
    return [node, ...placesOf(this.around)].some((place) => isReplaced(this.tree, name, place));
  }

  assign(name: string, value: Value | undefined, frame: Frame): void {
    let at = frame;
    while (at.locals && !at.locals.has(name) && at.enclosing) at = nextFrame(at, frame)!;
    if (value || at.variables.has(name)) this.state.write(this.cellOf(name, at), value);
  }

  /** The cell is made without a value, so that a rollback unbinds the name. */
  cellOf(name: string, frame: Frame): Cell<Value | undefined> {
    let cell = frame.variables.get(name);
    if (!cell) {
      cell = unbound(this.state, frame.born, frame.isClass || (!frame.locals && BUILTINS.has(name)));
      frame.variables.set(name, cell);
    }
    return cell;
  }

  join(a: Value, b: Value): Value {
    return join(a, b, this.state);
  }
}

/** A node in each function that is running and each block of `with` that was entered. */
function placesOf(around: Around): readonly Node[] {
  const places: Node[] = [];
  for (let at = around; at.kind === 'function' || at.kind === 'with'; at = at.outer) {
    const item = at.kind === 'with' ? at.manager.node.parent : undefined;
    const { body = undefined } =
      at.kind === 'function' ? at.definition : item?.parent?.kind === 'block' ? item.parent : {};
    const place = Array.isArray(body) ? body[0] : body;
    if (place) places.push(place);
  }
  return places;
}

/** Whether the name of a method says that only its class calls it. */
const isInternal = (method: FunctionValue): boolean => /^_(?!_)|^__\w*(?<!__)$/.test(nameOf(method));

const isFunction = (value: Value): value is FunctionValue => value.kind === 'function';

const NOTHING_LEFT: Effects = new Map();

const NOTHING_DOUBTFUL: ReadonlyMap<Value, boolean> = new Map();

const NOTHING_TESTED: ReadonlySet<Value> = new Set();

/** Whether an expression is the condition of a branch. */
function isCondition(node: Expression): boolean {
  const { parent } = node;
  if (parent?.kind === 'conditional') return parent.test === node;
  return parent?.kind === 'block' && CONDITIONAL.has(parent.keyword) && parent.value === node;
}

const CONDITIONAL: ReadonlySet<BlockKeyword> = new Set<BlockKeyword>([
  'if',
  'elif',
  'while',
  'match',
  'case',
]);

/** Whether an expression is a container of which an element or a method is read. */
const isOpened = (node: Expression, { kind }: Value): boolean =>
  CONTAINERS.has(kind) &&
  (node.parent?.kind === 'attribute' || node.parent?.kind === 'subscript') &&
  node.parent.object === node;

/** Whether a program is too long, too deep or too large to evaluate. */
const isTooMuch = (error: unknown) => error instanceof GaveUp || error instanceof RangeError;

/** Conditions of the text as a whole that apply to each part of it. */
const conditionsOf = (tree: Tree): string =>
  [
    replacedNames(tree),
    patchedNames(tree),
    patchedFunctions(tree),
    swallowers(tree),
    expectedFunctions(tree),
    attributesSetOutside(tree),
    changedInPlace(tree),
    testsOfSomeRows(tree),
  ]
    .map((all) => [...all].sort().join(' '))
    .join(';');

const attributesOf = (object: Value): readonly Value[] =>
  object.kind === 'instance' ? [...object.fields.content.known.values()] : [];

/** The methods that run before each test of a class of tests. */
const fixturesOf = (owner: ClassValue): readonly string[] =>
  SET_UP_OF_CLASS[isTestCase(owner) ? 'unittest' : 'pytest'].filter((name) => memberOf(owner, name));

/**
 * Constants of a class of tests: `unittest` makes its objects and gives them no others of these names. Decorators may give
 * others, and an empty value may stand for what subclasses give.
 */
const constantsOf = (owner: ClassValue): readonly (readonly [string, Value])[] =>
  isTestCase(owner) && owner.definition.kind === 'class' && owner.definition.decorators.length === 0
    ? [...owner.members.content.known].filter(
        ([name, value]) => CONSTANT.test(name) && FIXED.has(value.kind) && truth(value) === true,
      )
    : [];

const CONSTANT = /^[A-Z][A-Z\d_]*$/;
const FIXED: ReadonlySet<string> = kinds('int', 'float', 'str', 'tuple');

const isTestCase = ({ bases }: ClassValue): boolean =>
  bases.some((base) =>
    base.kind === 'class' ? isTestCase(base) : base.kind === 'reference' && base.name.endsWith('.TestCase'),
  );

/** The frame in which a name is looked up next; methods do not see the variables of their class. */
function nextFrame(frame: Frame, first: Frame): Frame | undefined {
  let at = frame.enclosing;
  while (at?.isClass && at !== first) at = at.enclosing;
  return at;
}
