import type { Exceptions } from '../python/exceptions';
import type { Scope } from '../python/names';
import type {
  Call,
  Expression,
  FunctionDefinition,
  Lambda,
  Module,
  Node,
  Statement,
  Tree,
} from '../python/tree';
import type { Cell, Contents, Effects, Mark, Path, State } from './state';
import type {
  Arguments,
  ClassValue,
  DictValue,
  Frame,
  FunctionValue,
  InstanceValue,
  ListValue,
  RecordStyle,
  Value,
} from './value';

/**
 * How a decorator gives a test rows of arguments: each as it is or behind its name, as all combinations of values by
 * parameter, or below a list of names.
 */
export type RowForm = 'plain' | 'named' | 'product' | 'listed';

/** Why a template certainly cannot be filled in. */
export type TemplateProblem =
  | { readonly of: 'key'; readonly name: string }
  | { readonly of: 'position' | 'brace' | 'dollar' }
  /** A format that values of this type do not take. */
  | { readonly of: 'code'; readonly code: string; readonly given: string }
  /** A value of this type in place of a number. */
  | { readonly of: 'number'; readonly given: string }
  | { readonly of: 'count'; readonly wanted: number; readonly given: number };

/** Why an operation certainly raises an exception. */
export type Failure =
  /** `object[key]` of a dict without that key */
  | { readonly of: 'key'; readonly key: Value; readonly keys: readonly Value[] }
  /** `object[key]` of a list, a tuple or a text, by a value of another type than a number */
  | { readonly of: 'index'; readonly owner: string; readonly by: string }
  /** `raise name(…)` where the program certainly gets */
  | { readonly of: 'raise'; readonly name: string }
  /** `targets = owner` where the numbers differ; `isLeast` if a starred target takes the rest */
  | {
      readonly of: 'unpacking';
      readonly owner: string;
      readonly count: number;
      readonly targets: number;
      readonly isLeast: boolean;
    }
  /** `object.name`. For an object that can get more attributes, `isDeclared` says whether it may be of a derived class. */
  | {
      readonly of: 'attribute';
      readonly owner: string;
      readonly name: string;
      readonly names: readonly string[];
      readonly keys?: readonly Value[] | undefined;
      readonly isDeclared?: boolean;
      /** Objects of the class have it, the class itself has not. */
      readonly isOfObjects?: boolean;
      /** The owner is a function, perhaps in place of what it returns. */
      readonly isUncalled?: boolean;
    }
  /** A key of a dict or an element of a set has no hash, perhaps because of what it holds. */
  | ({ readonly of: 'hash'; readonly isCached?: boolean } & Hashless)
  | { readonly of: 'operator'; readonly operator: string; readonly left: string; readonly right: string }
  /** An operation that Python refuses: why, as a clause, and what it raises. */
  | { readonly of: 'refused'; readonly reason: string; readonly raises: string }
  /** `object.name = value` of an object of a library; what to do instead, as a clause. */
  | { readonly of: 'setting'; readonly name: string; readonly reason: string }
  /** A variable without a value is read: one of the function that runs, or else of the module, which `isRun` tells to run itself. */
  | { readonly of: 'name'; readonly name: string; readonly isLocal: boolean; readonly isRun: boolean }
  /** A call of a value that is no function. */
  | { readonly of: 'uncallable'; readonly type: string }
  /** A call of something in the program. */
  | { readonly of: 'call'; readonly callee: string; readonly problem: CallProblem };

/** The type of a value without a hash, and that of what it holds if that is why. */
export interface Hashless {
  readonly type: string;
  readonly holds?: string;
}

export type CallProblem =
  | { readonly of: 'unknown'; readonly name: string; readonly names: readonly string[] }
  | { readonly of: 'missing' | 'twice'; readonly name: string }
  | { readonly of: 'count'; readonly most: number; readonly given: number };

/** Gets notified while a program is evaluated. */
export interface Observer {
  /** An expression has a value at this point of the evaluation; callers of the function that runs catch `caught`. */
  evaluated?(node: Expression, value: Value, caught: Exceptions): void;
  /** An expression in unreachable code would have this value. */
  imagined?(node: Expression, value: Value): void;
  /** A function is evaluated, or would be in unreachable code; its callers catch `caught`. */
  entered?(definition: Node, caught: Exceptions): void;
  /** Whether a function that the program does not call itself should be evaluated. */
  wants?(definition: Node): boolean;
  /**
   * Evaluates a part that may have to be evaluated again: its observations count only once the returned function is called.
   */
  tentatively(go: () => void): () => void;
  /** Whether parts of an earlier version can be reused. */
  readonly keepsParts?: boolean;
  /** Evaluates a part on its own; returns its observations, which can be reused. */
  part?(go: () => void): object;
  /** The observations of a part of an earlier version are valid again. */
  reuse?(seen: object): void;
  /** The module has run to its end; `lookUp` gives the final values of its variables. */
  ended?(lookUp: (variable: string) => Value): void;
  /** A part is too long or too deep to evaluate completely, so its observations are incomplete. */
  gaveUp?(): void;
  /** Something is called with these arguments. The program continues after an exception in `caught`. */
  called?(node: Call, callee: Value, given: Arguments, caught: Exceptions, place: Place): void;
  /** A template cannot be filled in, which raises an exception. */
  unfilled?(node: Node, problem: TemplateProblem, caught: Exceptions): void;
  /** An operation certainly raises an exception. */
  failed?(node: Node, failure: Failure, caught: Exceptions): void;
  /** `count` elements exist at this place, but the program takes more or fewer. */
  missed?(node: Expression, from: Value, count: number, caught: Exceptions): void;
  /** `object[index]` is read. */
  subscripted?(node: Expression, object: Value, index: Value, caught: Exceptions): void;
}

/** Where the evaluation is. */
export interface Place {
  readonly path: Path;
  readonly around: Around;
  /** The values of which it is not certain that the program gets here with them. */
  readonly doubtful: ReadonlyMap<Value, boolean>;
  readonly tested: ReadonlySet<Value>;
}

/**
 * The innermost function that is running or context manager that was entered, and what is around that; in the end the
 * module, or code that is not seen.
 */
export type Around =
  | { readonly kind: 'module' | 'unseen' }
  | { readonly kind: 'function'; readonly definition: FunctionDefinition | Lambda; readonly outer: Around }
  | { readonly kind: 'with'; readonly manager: Value; readonly outer: Around };

/** A running loop, with its exits by `break` and `continue`. */
export interface Exits {
  readonly mark: Mark;
  readonly breaks: Effects[];
  readonly continues: Effects[];
}

/** A running function. */
export interface Activation {
  readonly mark: Mark;
  readonly definition: FunctionDefinition | Lambda | undefined;
  /** The exceptions that its callers catch. */
  readonly caught: Exceptions;
  /** The class that a method belongs to. */
  readonly owner: ClassValue | undefined;
  readonly returns: Return[];
  /** Functions that are defined while it runs. */
  readonly functions: FunctionValue[];
  /** The values that a generator yields, if they are consumed. */
  readonly yields?: Yields | undefined;
  /** Gets the values that the function of a context manager yields. */
  readonly lend?: ((value: Value) => void) | undefined;
  /** Whether it goes over a known tree, or over a part of one. */
  readonly isInTree?: boolean;
}

/** The values that a generator yields. */
export interface Yields {
  readonly list: ListValue;
  /** It stops once it has yielded so many. */
  readonly most: number;
  /** Tests whether the yielded values are still unchanged. */
  readonly checks: (() => boolean)[];
  /** Whatever it has yielded, on any path. */
  readonly seen: Value[];
}

interface Return {
  /** Undefined at the end of the function's body, where nothing changes until the function is left. */
  readonly contents: Contents | undefined;
  readonly value: Value;
  /** The number of changes up to here, after which it is the last thing that happens; NaN if it never is. */
  readonly changes: number;
  /** The number of parts around it that may end at any point. */
  readonly attempts: number;
}

/** Why what fails behind a test of unknown outcome may not fail. */
export interface Doubt {
  /** Exceptions that count as caught there. */
  readonly caught: Exceptions;
  /** Values that may not get there. */
  readonly tested: ReadonlySet<Value>;
}

/** Thrown when a program is too long or too deep to be followed. */
export class GaveUp extends Error {}

/** The shared state of the evaluator's parts, and the interface through which they call each other. */
export interface Evaluator {
  readonly tree: Tree;
  readonly state: State;
  readonly library: Library;
  readonly observer: Observer;
  readonly module: Frame;
  readonly loops: Exits[];
  readonly activations: Activation[];
  readonly escapes: {
    /** Invalidates what the functions that escaped since the last call may change. */
    invalidateEffects(): void;
    /** Unseen code runs now. */
    runUnseenCode(): void;
  };
  around: Around;
  /**
   * The values that a nested function finds around it, if nobody calls it: they may be why. True for those that are unknown
   * to it.
   */
  readonly doubtful: ReadonlyMap<Value, boolean>;
  /** The values of which a test of unknown outcome may have kept the program from getting here with them. */
  readonly tested: ReadonlySet<Value>;
  /** The exceptions of a wrong call that the enclosing code catches or expects, on the path that leads here. */
  caught: Exceptions;
  /** The number of unrolled loops that contain this place. */
  rounds: number;
  /** The number of calls and lookups so far that the program expects may fail. */
  tried: number;
  /** The number of reads of unbound variables. */
  readonly unboundReads: number;
  /** Greater than 0 in a trial evaluation, which nothing observes. */
  trials: number;
  /** Whether some names come from `from … import *`. */
  importsAll: boolean;

  /** A function is evaluated from here on. */
  enter(definition: FunctionDefinition | Lambda): void;
  evaluate(node: Expression, frame: Frame): Value;
  run(body: readonly Statement[], frame: Frame): void;
  call(callee: Value, given: Arguments, node: Node, isAwaited?: boolean): Value;
  callFunction(
    callee: FunctionValue,
    given: Arguments,
    node: Node,
    isAwaited?: boolean,
    taking?: Pick<Activation, 'lend'>,
  ): Value;
  attribute(object: Value, name: string, node: Node): Value;

  /** Evaluates unreachable code. */
  imagine(part: () => void): void;
  /**
   * Evaluates a part that may have to be evaluated again: its observations count only once the returned function is called.
   */
  tentatively(part: () => void): () => void;
  /**
   * Continues with the effects of any of these calls, in any order and number. A call that exceeds the budget may change
   * all `cells`.
   */
  callInAnyOrder(calls: readonly (() => void)[], cells: readonly Cell<unknown>[]): void;
  /** Evaluates a part unobserved. */
  try<T>(part: () => T): T;
  /** The doubt on the paths behind a test of unknown outcome; `tried` is its value before the test. */
  doubtBehind(test: Expression, frame: Frame, tried: number): Doubt;
  /** Evaluates a part on such a path. */
  doubting<T>(doubt: Doubt, part: () => T): T;
  /** Evaluates a part in which the program catches or expects some exceptions. */
  catching<T>(caught: Exceptions, part: () => T): T;
  /** Counts a step against the budget of the program. */
  step(): void;
  /** A question before each iteration of a long loop of so many: whether there are steps left for the rest of them. */
  longLoop(count: number): () => boolean;

  frame(scope: Exclude<Scope, Module>, enclosing: Frame): Frame;
  lookUp(name: string, frame: Frame, node: Node): Value;
  assign(name: string, value: Value | undefined, frame: Frame): void;
  /** The cell of a frame's variable, bound or not. */
  cellOf(name: string, frame: Frame): Cell<Value | undefined>;
  /** The value of an import. */
  refer(name: string, node: Node): Value;
  join(a: Value, b: Value): Value;
}

/** An object without a length. */
export interface Itemless {
  readonly type: string;
  readonly isIterable: boolean;
  /** `in` is told by the object itself. */
  readonly isContainer?: true;
}

/** Gives the result of a call of a name, or what is wrong with it. */
export type OfCall<T> = (name: string, given: Arguments, node: Call, evaluator: Evaluator) => T | undefined;
/** Gives the result of a method of an object, or what is wrong with it. */
export type OfMethod<T> = (
  object: Value,
  name: string,
  given: Arguments,
  node: Node,
  evaluator: Evaluator,
) => T | undefined;

/** Knowledge about the imported libraries. Undefined in place of a value means unknown. */
export interface Library {
  /** The value of a dotted name, if more is known than the name. */
  reference(name: string, node: Node, evaluator: Evaluator): Value | undefined;
  /** The names that `from module import *` binds, as far as they are known. */
  exports?(module: string): { readonly names: Iterable<string>; readonly isAll: boolean } | undefined;
  /** Why a call with these arguments fails, beside what the parameters of a function say. */
  refusesCall?(callee: Value, given: Arguments, evaluator: Evaluator): Failure | undefined;
  /** The type of an object that cannot be called. */
  uncallable?(object: Value): string | undefined;
  /** An attribute of an object of a library's class that nothing has given it. */
  lackedAttribute?(object: Value, name: string): Failure | undefined;
  /** The cell of the attributes that the program may set on an object of a library's class. */
  cellOf?(object: Value): Cell<unknown> | undefined;
  /** Why an attribute of an object cannot be deleted, as a clause. */
  undeletable?(object: Value, name: string): string | undefined;
  /** The class of an object that is a named tuple. */
  tupleName?(object: Value): string | undefined;
  /** The type of an object without a length, and whether a loop and `in` can still take its elements. */
  itemless?(object: Value): Itemless | undefined;
  /** Why the elements of an object cannot be taken at a place: by a loop over `node`, by that call or by those targets. */
  refusesIteration?(object: Value, node: Node, evaluator: Evaluator): Failure | undefined;
  /** The result of a call of this name. */
  call(name: string, given: Arguments, node: Call, evaluator: Evaluator): Value | undefined;
  /** The class of an object that is no dataclass and has no `__match_args__`. */
  recordless?(object: Value): string | undefined;
  /** Whether a call leaves its arguments unchanged. */
  isReading(name: string): boolean;
  /** Whether a decorator leaves how a function can be called. */
  isHarmless?(decorator: string): boolean;
  /** What a decorator says of an argument that a function gets. */
  described?(
    definition: FunctionDefinition,
    position: number,
    evaluator: Evaluator,
    frame: Frame,
  ): Value | undefined;
  /** The arguments that the body of a function with decorators gets in place of those that are given. */
  received?(
    definition: FunctionDefinition,
    given: Arguments,
    node: Node,
    evaluator: Evaluator,
  ): Arguments | undefined;
  /** How a decorator gives a test rows of arguments, if it does. */
  rowForm?(decorator: string): RowForm | undefined;
  /** Whether a call makes one of such rows. */
  isRow?(callee: string): boolean;
  /** How a decorator makes a class a record. */
  recordStyle?(decorator: Value): RecordStyle | undefined;
  /** Whether a class makes records of those that are derived from it, whose own fields come first. */
  makesRecords?(base: string): boolean;
  /** The value that a dict of a library's class stores for a given one. */
  stored?(object: DictValue, key: Value, value: Value, node: Node, evaluator: Evaluator): Value;
  /** The class of an object whose class is not in the program. */
  classOf?(value: Value, node: Node): Value | undefined;
  /** Whether a name is certainly that of a class. */
  hasClass?(name: string): boolean;
  /** Whether a value is an object of a library's class. */
  isOf?(value: Value, cls: string): boolean | undefined;
  attribute(object: Value, name: string, node: Node, evaluator: Evaluator): Value | undefined;
  /** What `vars` gives of an object whose class is not in the program. */
  attributesAsDict?(object: Value, node: Node, evaluator: Evaluator): Value | undefined;
  /** Returns whether the attribute was set. `isDirect` is past the `__setattr__` of the class. */
  setAttribute?(
    object: Value,
    name: string,
    value: Value,
    node: Node,
    evaluator: Evaluator,
    isDirect: boolean,
  ): boolean;
  /** The constructor of a base from elsewhere runs for an object; whether the library knows all that it does. */
  constructed?(
    object: InstanceValue,
    base: Value,
    given: Arguments,
    node: Node,
    evaluator: Evaluator,
  ): boolean;
  /** An attribute of an object of the program was set. */
  assigned?(object: InstanceValue, name: string, value: Value): void;
  method?(object: Value, name: string, given: Arguments, node: Node, evaluator: Evaluator): Value | undefined;
  /** The result of a call of an object of the program whose class defines no `__call__`. */
  called?(object: Value, given: Arguments, node: Node, evaluator: Evaluator): Value | undefined;
  /** Whether a method does the same whichever of several objects it belongs to; `method` then gets all of them as one. */
  sharesMethod?(objects: readonly Value[], name: string): boolean;
  element?(object: Value, index: Value, node: Node, evaluator: Evaluator): Value | undefined;
  /** `object[index] = value`, or without a value its removal; whether the library follows it. */
  setElement?(object: Value, index: Value, value: Value | undefined, evaluator: Evaluator): boolean;
  /** `object[start:stop]`, by these parts. */
  slice?(object: Value, parts: readonly (Value | undefined)[], node: Node): Value | undefined;
  /** The loop variable, if the elements are not known one by one. */
  loopElement?(over: Value, node: Node, evaluator: Evaluator): Value | undefined;
  /** Whether there certainly is an element, if they are not known one by one. */
  holdsElements?(over: Value, evaluator: Evaluator): boolean;
  operator?(left: Value, operator: string, right: Value, node: Node, evaluator: Evaluator): Value | undefined;
  /** Any object of the same class. */
  anyLike?(value: Value, node: Node): Value | undefined;
  /** The value that an annotation declares. */
  declared?(annotation: Expression, evaluator: Evaluator, frame: Frame): Value | undefined;
  /** Whether the `__init__` of a class that is derived from this one gets the arguments as they are. */
  leavesInit?(base: string): boolean;
  /** Whether a class may set or fill the attributes that a class derived from it stores in its objects. */
  fillsObjects?(base: string): boolean;
  /** The attributes of all objects of a class and of those derived from it, if they are known. */
  attributesOf?(base: string): readonly string[] | undefined;
  /** An attribute of an object of a class that is derived from this one. */
  inherited?(
    base: string,
    name: string,
    object: InstanceValue | undefined,
    node: Node,
    evaluator: Evaluator,
  ): Value | undefined;
  /** The elements of a loop, in order. */
  elements?(value: Value, evaluator: Evaluator): readonly Value[] | undefined;
  /** The types of parts of two objects because of which these have no order. */
  unordered?(
    left: Value,
    right: Value,
    node: Node,
    evaluator: Evaluator,
  ): { readonly left: string; readonly right: string } | undefined;
  /** Two values are compared; the outcome, if the library decides it. */
  compared?(left: Value, operator: string, right: Value): boolean | undefined;
  /** The value that `with … as` binds. */
  entered?(value: Value): Value | undefined;
  length?(value: Value, node: Node, evaluator: Evaluator): Value | undefined;
  /** How many rows an array or a tensor certainly has. */
  rows?(value: Value, evaluator: Evaluator): number | undefined;
  text?(value: Value, node: Node, evaluator: Evaluator): Value | undefined;
  /** A copy of an object, with a copy of each part if it is a deep one. */
  copy?(value: Value, node: Node, evaluator: Evaluator, part?: (held: Value) => Value): Value | undefined;
  /** A copy of an object that a call makes, with other values of arguments. */
  replaced?(
    value: Value,
    changes: ReadonlyMap<string, Value>,
    node: Node,
    evaluator: Evaluator,
  ): Value | undefined;
  /** Why one of the library's objects has no hash. */
  hashless?(value: Value, node: Node, evaluator: Evaluator): Hashless | undefined;
  /** What `int` makes of one of the library's numbers. */
  whole?(value: Value): bigint | undefined;
  hasAttribute?(object: Value, name: Value, node: Node): Value | undefined;
}

/** A library without any knowledge. */
export const NO_LIBRARY: Library = {
  reference: () => undefined,
  call: () => undefined,
  isReading: () => false,
  attribute: () => undefined,
};
