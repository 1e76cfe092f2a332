import { apart, kept } from '../python/kept';
import { type Call, type Expression, isStatement, type Node, type Section, type Tree } from '../python/tree';
import { type Observer, Program, type TextRead, type Value } from './evaluator';
import type { LateSetting } from './field-settings';
import type { Message } from './message';
import type { Room } from './message-values';
import { textsOf } from './read-texts';
import { type CallEvent, Sights } from './sights';
import { TensorFlowLibrary } from './tensorflow-library';
import type { Inferred } from './types';
import { common } from './types-of-values';

export { CallEvent } from './sights';

/** More messages are not copied. */
const MAX_COPIED = 100_000;

/** What a program does, as far as its text says so for certain. */
export class Evaluation implements Observer {
  /** Of the module's own statements, and of functions that are called from there. */
  private readonly main = new Sights();
  /** The same, and what is seen of the functions and classes that the program does not use itself, each by itself. */
  readonly sights: Sights[] = [this.main];
  private readonly byFunction = new Map<Node, Sights[]>();
  private current = this.main;
  private readonly types = new Map<Node, Inferred | undefined>();
  /** For copies of messages. */
  readonly room: Room = { left: MAX_COPIED };

  constructor(tree: Tree) {
    new Program(tree, new TensorFlowLibrary(this, textsOf(tree)), this).follow();
  }

  // ---------------------------------------------------------------- While the program is gone through

  entered(definition: Node): void {
    if (this.current.functions.has(definition)) return;
    this.current.functions.add(definition);
    this.addTo(definition, this.current);
  }

  evaluated(node: Expression, value: Value): void {
    this.current.evaluated(node, value);
  }

  imagined(node: Expression, value: Value): void {
    this.current.imagine(node, value);
  }

  called(...[node, callee, given, isCaught]: Parameters<Required<Observer>['called']>): void {
    this.current.called(node, callee, given, isCaught, this.room);
  }

  get given(): LateSetting[] {
    return this.current.given;
  }

  get texts(): TextRead[] {
    return this.current.texts;
  }

  /** Goes through a part; what is seen there can be used again. */
  part(go: () => void): Sights {
    const sights = new Sights();
    this.current = sights;
    go();
    this.current = this.main;
    this.sights.push(sights);
    return sights;
  }

  reuse(sights: Sights): void {
    this.sights.push(sights);
    for (const each of sights.functions) this.addTo(each, sights);
  }

  private addTo(definition: Node, sights: Sights): void {
    const others = this.byFunction.get(definition);
    if (others) others.push(sights);
    else this.byFunction.set(definition, [sights]);
  }

  // ---------------------------------------------------------------- Afterwards

  /** The ways in which the program comes by a call; undefined where it does not. */
  callsAt(node: Call): readonly CallEvent[] | undefined {
    const around = this.around(node);
    if (around.length === 1) return around[0]!.calls.get(node);
    const events = around.flatMap(({ calls }) => calls.get(node) ?? []);
    return events.length === 0 ? undefined : events;
  }

  /** The message that a call serializes, as it is then. */
  serializedAt(node: Call): Message | undefined {
    return this.around(node)
      .findLast(({ serialized }) => serialized.has(node))
      ?.serialized.get(node);
  }

  /** What an expression is, whichever way the program takes; undefined where it does not come by. */
  typeOf(expression: Expression): Inferred | undefined {
    const around = this.around(expression);
    if (around.length === 1) return around[0]!.typeOf(expression) ?? around[0]!.imagined.get(expression);
    if (!this.types.has(expression)) this.types.set(expression, inAll(around, expression));
    return this.types.get(expression);
  }

  private around(node: Node): readonly Sights[] {
    return this.of(functionAround(node));
  }

  /** What is seen of a function, or of the module's own statements. */
  of(definition: Node | undefined): readonly Sights[] {
    const sights = definition ? (this.byFunction.get(definition) ?? NONE) : [this.main];
    consulted?.set(definition, sights);
    return sights;
  }
}

const NONE: readonly Sights[] = [];

function inAll(around: readonly Sights[], expression: Expression): Inferred | undefined {
  const types = around.flatMap((sights) => sights.typeOf(expression) ?? []);
  if (types.length > 0) return types.reduce(common);
  return around.find(({ imagined }) => imagined.has(expression))?.imagined.get(expression);
}

/** The function that a node runs in. */
function functionAround(node: Node): Node | undefined {
  for (let child = node, at = node.parent; at; child = at, at = at.parent) {
    if (at.kind === 'function' && isStatement(child)) return at;
    if (at.kind === 'lambda' && at.body === child) return at;
  }
  return undefined;
}

const byTree = new WeakMap<Tree, Evaluation>();

export function evaluationOf(tree: Tree): Evaluation {
  let evaluation = byTree.get(tree);
  if (!evaluation) {
    evaluation = apart(() => new Evaluation(tree));
    byTree.set(tree, evaluation);
  }
  return evaluation;
}

// ---------------------------------------------------------------- What is kept over edits

/** What was seen of functions, and of the module, when an answer was found out. */
type Evidence = Map<Node | undefined, readonly Sights[]>;

let consulted: Evidence | undefined;

/**
 * A question about a node or a section whose answer is kept for as long as edits change neither it nor what is seen of the
 * program there. An answer may hold nodes, but no offsets.
 */
export function keptWhileSeen<K extends Node | Section, T, R extends unknown[]>(
  find: (tree: Tree, part: K, ...rest: R) => T,
): (tree: Tree, part: K, ...rest: R) => T | undefined {
  const answers = kept(
    (tree, part: K, ...rest: R) => {
      const around = consulted;
      const evidence: Evidence = new Map();
      consulted = evidence;
      try {
        return { value: find(tree, part, ...rest), evidence };
      } finally {
        consulted = around;
      }
    },
    (tree, { evidence }) => isSeenAgain(evaluationOf(tree), evidence),
  );
  return (tree, part, ...rest) => {
    const answer = answers(tree, part, ...rest);
    if (consulted)
      for (const [definition, sights] of answer?.evidence ?? []) consulted.set(definition, sights);
    return answer?.value;
  };
}

/** What is being found out rests on the whole program, and so is not kept. */
export function consultAll(tree: Tree): void {
  evaluationOf(tree).of(undefined);
}

function isSeenAgain(evaluation: Evaluation, evidence: Evidence): boolean {
  for (const [definition, before] of evidence) {
    const now = evaluation.of(definition);
    if (now.length !== before.length || !now.every((sights, i) => sights === before[i])) return false;
  }
  return true;
}
