import type { Exceptions } from '../../python/exceptions';
import type { Scope } from '../../python/names';
import type {
  Call,
  Expression,
  FunctionDefinition,
  Lambda,
  Module,
  Node,
  Statement,
  Tree,
} from '../../python/tree';
import type { Cell, Contents, Mark, Outcome, State } from './state';
import type { ClassValue, Frame, FunctionValue, Given, ListValue, Value } from './value';

/** What looks on while a program is gone through. */
export interface Observer {
  /** An expression has a value here and now. */
  evaluated?(node: Expression, value: Value): void;
  /** An expression that the program does not come by would have a value. */
  imagined?(node: Expression, value: Value): void;
  /** A function is gone through, or would be. */
  entered?(definition: Node): void;
  /** Whether a function that the program does not call itself is worth going through. */
  wants?(definition: Node): boolean;
  /** Goes through a part that may have to be gone through again: what is seen there counts once the result is called. */
  tentatively(go: () => void): () => void;
  /** Goes through a part by itself; what is seen there can be used again. */
  part?(go: () => void): object;
  /** What was seen in a part of an earlier version holds again. */
  reuse?(seen: object): void;
  /** A part is too long or too deep to be followed to its end: what is told of places in it is not all. */
  gaveUp?(): void;
  /** Something is called, with these arguments; where it raises what is caught, the program goes on. */
  called?(node: Call, callee: Value, given: Given, caught: Exceptions): void;
  /** More or fewer elements are taken at a place than there are. */
  missed?(node: Expression, from: Value, count: number, caught: Exceptions): void;
}

/** The part of a program that a `return`, a `break` or a `continue` leaves. */
export interface Exits {
  readonly mark: Mark;
  readonly breaks: Outcome[];
  readonly continues: Outcome[];
}

/** A function while it runs. */
export interface Activation {
  readonly mark: Mark;
  readonly definition: FunctionDefinition | Lambda | undefined;
  /** The class whose method it is. */
  readonly owner: ClassValue | undefined;
  readonly returns: Return[];
  /** Functions that are defined in it. */
  readonly functions: FunctionValue[];
  /** What a generator gives, where somebody takes it. */
  readonly yields?: Yields | undefined;
}

/** What a generator gives in turn. */
export interface Yields {
  readonly list: ListValue;
  /** Whether it is left at its first `yield`. */
  readonly isFirst: boolean;
  /** Whether what it gave is still as it was then. */
  readonly checks: (() => boolean)[];
}

export interface Return {
  readonly contents: Contents;
  readonly value: Value;
  /** Whether nothing has been changed since. */
  isLast(state: State): boolean;
}

/** Thrown where a program is too long or too deep to be followed. */
export class GaveUp extends Error {}

/** What the parts of the evaluator share, and how they reach one another. */
export interface Evaluator {
  readonly tree: Tree;
  readonly state: State;
  readonly library: Library;
  readonly observer: Observer;
  readonly module: Frame;
  readonly loops: Exits[];
  readonly activations: Activation[];
  readonly escapes: {
    /** What the functions that got away since may change is not known any more. */
    settle(): void;
    /** Something that is not seen runs now. */
    disturb(): void;
  };
  /** What places around, on the way by which the program comes here, catch or expect of what a wrong call raises. */
  caught: Exceptions;
  /** How many rounds of loops around, each of which is gone through by itself. */
  rounds: number;
  /** How many calls the program made so far that it is prepared to see fail. */
  tried: number;
  /** How often a variable was asked for that was not bound. */
  readonly unboundReads: number;
  /** Greater than 0 while a part is only tried. */
  trials: number;
  /** Whether names come from `from … import *`. */
  importsAll: boolean;

  /** A function is gone through from here on. */
  enter(definition: FunctionDefinition | Lambda): void;
  evaluate(node: Expression, frame: Frame): Value;
  run(body: readonly Statement[], frame: Frame): void;
  call(callee: Value, given: Given, node: Node, isAwaited?: boolean): Value;
  callFunction(callee: FunctionValue, given: Given, node: Node, isAwaited?: boolean): Value;
  attribute(object: Value, name: string, node: Node): Value;

  /** Goes through a part that the program does not come by. */
  imagine(part: () => void): void;
  /** Goes through a part that may have to be gone through again: what is seen there counts once the result is called. */
  tentatively(part: () => void): () => void;
  /** Tries a part without anybody looking on. */
  try<T>(part: () => T): T;
  /** What speaks against errors on the ways behind a test whose outcome is open; `tried` is how many calls were tried before it. */
  doubtBehind(tried: number): Exceptions;
  /** Goes through a part of which the program catches or expects some exceptions. */
  catching<T>(caught: Exceptions, part: () => T): T;
  /** Counts a step of the work that a program is worth. */
  step(): void;

  frame(scope: Exclude<Scope, Module>, around: Frame): Frame;
  lookUp(name: string, frame: Frame, node: Node): Value;
  assign(name: string, value: Value | undefined, frame: Frame): void;
  /** The cell of a frame's variable, bound or not. */
  cellOf(name: string, frame: Frame): Cell<Value | undefined>;
  /** What an import gives. */
  refer(name: string, node: Node): Value;
  isReplaced(name: string): boolean;
  join(a: Value, b: Value): Value;
}

/** What is known of the libraries that a program imports. Undefined in place of a value means that it is not known. */
export interface Library {
  /** What a dotted name stands for, where that is more than a name. */
  reference(name: string, node: Node): Value | undefined;
  /** What `from module import *` gives, as far as it is known. */
  exports?(module: string): { readonly names: Iterable<string>; readonly isAll: boolean } | undefined;
  /** What a call of it gives. */
  call(name: string, given: Given, node: Call, evaluator: Evaluator): Value | undefined;
  /** Whether a call leaves what it is given as it is. */
  isReading(name: string): boolean;
  /** The class of an object that is not of the program's own. */
  classOf?(value: Value, node: Node): Value | undefined;
  attribute(object: Value, name: string, node: Node, evaluator: Evaluator): Value | undefined;
  /** Whether it is done. */
  setAttribute?(object: Value, name: string, value: Value, node: Node, evaluator: Evaluator): boolean;
  method?(object: Value, name: string, given: Given, node: Node, evaluator: Evaluator): Value | undefined;
  element?(object: Value, index: Value, node: Node, evaluator: Evaluator): Value | undefined;
  /** `object[start:stop]` */
  slice?(object: Value, node: Node): Value | undefined;
  /** What a loop gets in turn from what is not known one by one. */
  loopElement?(over: Value, node: Node, evaluator: Evaluator): Value | undefined;
  operator?(left: Value, operator: string, right: Value, node: Node): Value | undefined;
  /** What an annotation says that something is. */
  declared?(annotation: Expression, evaluator: Evaluator, frame: Frame): Value | undefined;
  /** What a loop gets in turn. */
  elements?(value: Value, evaluator: Evaluator): readonly Value[] | undefined;
  /** Two values are compared. */
  compared?(left: Value, right: Value): void;
  /** What `with … as` gives of it. */
  entered?(value: Value): Value | undefined;
  length?(value: Value, node: Node, evaluator: Evaluator): Value | undefined;
  text?(value: Value, node: Node, evaluator: Evaluator): Value | undefined;
  copy?(value: Value, node: Node, evaluator: Evaluator): Value | undefined;
  hasAttribute?(object: Value, name: Value, node: Node): Value | undefined;
}
