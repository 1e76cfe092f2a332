import { type Entry, findEntry } from '../catalogue';
import type { Call, Expression, Node, Tree } from '../python/tree';
import { argumentsGiven, type GivenArgument } from './arguments';
import { type Given, Program, type Value } from './evaluator';
import { tensorflowLibrary, typesOf } from './tensorflow-library';
import type { Inferred } from './types';
import { common, lastingType, type TypesOfValues } from './types-of-values';

/** One way in which a program calls something in the catalogue. */
export interface CallEvent {
  readonly node: Call;
  readonly entry: Entry;
  /** The object whose method is called. */
  readonly object: Extract<Value, { kind: 'made' }> | undefined;
  readonly arguments: readonly GivenArgument[];
  readonly types: TypesOfValues;
  readonly given: Given;
}

/** What a program does, as far as its text says so for certain. */
export class Evaluation {
  private readonly types = new Map<Node, Inferred>();
  readonly calls = new Map<Call, CallEvent[]>();
  /** By what each event got: no two get the same. */
  readonly byGiven = new Map<object, CallEvent>();

  constructor(tree: Tree) {
    const { types } = this;
    new Program(tree, tensorflowLibrary, {
      evaluated(node, value) {
        const type = lastingType(value, node);
        const known = types.get(node);
        types.set(node, known ? common(known, type) : type);
      },
      called: (node, callee, given) => this.note(node, callee, given),
    }).follow();
  }

  /** What an expression is, whichever way the program takes; undefined where it does not come by. */
  typeOf(expression: Expression): Inferred | undefined {
    return this.types.get(expression);
  }

  private note(node: Call, callee: Value, given: Given): void {
    const entry = entryOf(callee);
    if (!entry) return;
    const events = this.calls.get(node) ?? [];
    if (events.length >= MAX_EVENTS) return;
    const written = argumentsGiven(node, given);
    const object = callee.kind === 'method' && callee.object.kind === 'made' ? callee.object : undefined;
    const event: CallEvent = { node, entry, object, arguments: written, types: typesOf(written), given };
    this.byGiven.set(given, event);
    if (events.length === 0) this.calls.set(node, events);
    events.push(event);
  }
}

/** More ways to come by a call are not told apart. */
const MAX_EVENTS = 16;

function entryOf(callee: Value): Entry | undefined {
  if (callee.kind === 'reference') return findEntry(callee.name);
  if (callee.kind !== 'method' || callee.object.kind !== 'made' || callee.object.facts?.kind !== 'instance')
    return undefined;
  const entry = findEntry(`${callee.object.facts.entry.id}.${callee.name}`);
  return entry?.kind === 'method' ? entry : undefined;
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
