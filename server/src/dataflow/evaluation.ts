import type { Entry } from '../catalogue';
import {
  type Attribute,
  type Call,
  type Expression,
  isStatement,
  type Node,
  type Tree,
} from '../python/tree';
import { type Observer, Program, type TextRead } from './evaluator';
import type { FieldSetting, LateSetting } from './field-settings';
import type { Message } from './message';
import type { Room } from './message-values';
import { textsOf } from './read-texts';
import { type CallEvent, Sights } from './sights';
import { TensorFlowLibrary } from './tensorflow-library';
import type { Inferred } from './types';
import { common, lastingType } from './types-of-values';

export { CallEvent } from './sights';

/** More messages are not copied. */
const MAX_COPIED = 100_000;

/** What a program does, as far as its text says so for certain. */
export class Evaluation implements Observer {
  private readonly types = new Map<Node, Inferred | undefined>();
  /** Of the module's own statements, and of functions that are called from there. */
  private readonly main = new Sights();
  /** Of the functions and classes that the program does not use itself, each by itself. */
  private readonly parts: Sights[] = [];
  /** The parts in which a function is gone through. */
  private readonly partsByFunction = new Map<Node, Sights[]>();
  private current = this.main;
  private events: ReadonlyMap<Call, readonly CallEvent[]> | undefined;
  /** For copies of messages. */
  readonly room: Room = { left: MAX_COPIED };

  constructor(tree: Tree) {
    new Program(tree, new TensorFlowLibrary(this, textsOf(tree)), this).follow();
  }

  // ---------------------------------------------------------------- While the program is gone through

  evaluated(node: Expression, value: Parameters<Sights['evaluated']>[1]): void {
    this.current.evaluated(node, value);
  }

  imagined(node: Expression, value: Parameters<Sights['evaluated']>[1]): void {
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
  part(go: () => readonly Node[]): Sights {
    const sights = new Sights();
    this.current = sights;
    const functions = go();
    this.current = this.main;
    this.reuse(sights, functions);
    return sights;
  }

  reuse(sights: Sights, functions: readonly Node[]): void {
    this.parts.push(sights);
    for (const each of functions) {
      const others = this.partsByFunction.get(each);
      if (others) others.push(sights);
      else this.partsByFunction.set(each, [sights]);
    }
  }

  // ---------------------------------------------------------------- Afterwards

  /** Where fields of messages are given values, in turn. */
  get settings(): readonly FieldSetting[] {
    return this.all.flatMap(({ given }) => given.flatMap((late) => late() ?? []));
  }

  /** What becomes of the texts that are read into messages. */
  get textsRead(): readonly TextRead[] {
    return this.all.flatMap(({ texts }) => texts);
  }

  /** What is looked up on objects of the catalogue's classes. */
  get lookups(): ReadonlyMap<Attribute, Entry> {
    return new Map(this.all.flatMap(({ lookups }) => [...lookups]));
  }

  /** What is named by way of its module: by an attribute, or by `getattr`. */
  get names(): ReadonlyMap<Attribute | Call, string> {
    return new Map(this.all.flatMap(({ names }) => [...names]));
  }

  /** The messages that are serialized, as they are then, by the call. */
  get serialized(): ReadonlyMap<Node, Message> {
    return new Map(this.all.flatMap(({ serialized }) => [...serialized]));
  }

  private get all(): readonly Sights[] {
    return [this.main, ...this.parts];
  }

  /** The ways in which the program comes by a call; undefined where it does not. */
  callsAt(node: Call): readonly CallEvent[] | undefined {
    this.events ??= eventsIn(this.all);
    return this.events.get(node);
  }

  /** What an expression is, whichever way the program takes; undefined where it does not come by. */
  typeOf(expression: Expression): Inferred | undefined {
    if (!this.types.has(expression)) this.types.set(expression, this.find(expression));
    return this.types.get(expression);
  }

  private find(expression: Expression): Inferred | undefined {
    const around = this.around(expression);
    const values = around.flatMap(({ values }) => values.get(expression) ?? []);
    if (values.length > 0) return values.map((value) => lastingType(value, expression)).reduce(common);
    for (const { imagined } of around) if (imagined.has(expression)) return imagined.get(expression);
    return undefined;
  }

  private around(node: Node): readonly Sights[] {
    const parts = this.partsByFunction.get(functionAround(node) ?? node);
    return parts ? [this.main, ...parts] : [this.main];
  }
}

function eventsIn(all: readonly Sights[]): Map<Call, readonly CallEvent[]> {
  const events = new Map<Call, readonly CallEvent[]>();
  for (const { calls } of all)
    for (const [node, more] of calls) {
      const others = events.get(node);
      events.set(node, others ? [...others, ...more] : more);
    }
  return events;
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
    evaluation = new Evaluation(tree);
    byTree.set(tree, evaluation);
  }
  return evaluation;
}
