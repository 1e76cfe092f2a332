import { addTo } from '../../basics/groups';
import { once } from '../../basics/once';
import { type Observer, Program, type Value } from '../../evaluator';
import { cached, untracked } from '../../python/cache';
import {
  type Call,
  type Expression,
  isStatement,
  type Node,
  type Section,
  sectionOf,
  type Tree,
} from '../../python/tree';
import { AssignedAttributes, leadsTo, type Way } from '../libraries/assigned-attributes';
import type { LateSetting } from '../libraries/field-settings';
import { isUnseen, TensorFlowLibrary } from '../libraries/tensorflow-library';
import type { Message } from '../messages/message';
import { type CopyBudget, isMessage, snapshotOf, type TextRead } from '../messages/message-values';
import { filesOf } from '../messages/read-files';
import { textsOf } from '../messages/read-texts';
import { concernedSections, importsCatalogue, reachesCatalogue } from './concern';
import { type Consulted, evidence, withEvidence } from './evidence';
import { type CallEvent, certain, Observations } from './observations';
import type { Inferred } from './types';
import { common } from './types-of-values';

export { CallEvent } from './observations';

/** At most this many messages are copied. */
const MAX_COPIED = 100_000;

/** What a program does, as far as its text determines that with certainty. */
class Evaluation implements Observer, Consulted {
  /** The observations of the module's statements, and of functions that they call. */
  readonly main = new Observations();
  /** The same, and one for each function or class that the program does not use itself. */
  readonly observations: Observations[] = [this.main];
  private readonly byFunction = new Map<Node, Observations[]>();
  private current = this.main;
  private readonly types = new Map<Node, Inferred | undefined>();
  private readonly attributes = new AssignedAttributes();
  private readonly embeddings: SeenEmbedding[] = [];
  private currentPart = this.main;
  /** The messages that top-level assignments leave in variables of the module. */
  held: readonly Message[] = [];
  /** The budget for copies of messages. */
  readonly room: CopyBudget = { left: MAX_COPIED };

  constructor(private readonly tree: Tree) {
    if (reachesCatalogue(tree) && importsCatalogue(tree))
      new Program(
        tree,
        new TensorFlowLibrary(this, textsOf(tree), this.attributes, filesOf(tree)),
        this,
      ).follow();
  }

  // -------------------------------------------------------------- During the evaluation

  entered(definition: Node): void {
    const { current } = this;
    if (current.functions.has(definition)) return;
    current.functions.add(definition);
    if (!current.isTentative) addTo(this.byFunction, definition, current);
  }

  wants(definition: Node): boolean {
    return concernedSections(this.tree).has(sectionOf(definition));
  }

  evaluated(node: Expression, value: Value): void {
    if (isPut(node, value)) this.attributes.lose([value]);
    this.current.evaluated(node, value);
  }

  imagined(node: Expression, value: Value): void {
    this.current.imagine(node, value);
  }

  called(...[node, callee, given, caught]: Parameters<Required<Observer>['called']>): void {
    const values = () => [...given.positional, ...given.keywords.values()];
    if (isUnseen(callee, given)) this.attributes.lose(values());
    const event = this.current.called(node, callee, given, caught, this.room);
    if (event?.entry.role !== 'embedding') return;
    event.objects = this.attributes.view(values());
    this.embeddings.push({ event, way: this.attributes.way, part: this.currentPart });
  }

  missed(...missed: Parameters<Required<Observer>['missed']>): void {
    this.current.missed(...missed);
  }

  ended(lookUp: (variable: string) => Value): void {
    const room = { left: MAX_COPIED };
    this.held = [...assignedAtTop(this.tree)]
      .map(lookUp)
      .filter(isMessage)
      .map((message) => snapshotOf(message, room));
  }

  get given(): LateSetting[] {
    return this.current.given;
  }

  get texts(): TextRead[] {
    return this.current.texts;
  }

  tentatively(go: () => void): () => void {
    const own = new Observations(true);
    const around = this.seeing(own, go);
    return () => {
      for (const definition of own.functions) this.entered(definition);
      around.add(own);
    };
  }

  /** Evaluates a part; its observations can be reused. */
  part(go: () => void): Observations {
    const observations = new Observations();
    this.currentPart = observations;
    this.seeing(observations, go);
    this.currentPart = this.main;
    this.observations.push(observations);
    return observations;
  }

  /** Collects what is observed in `observations` meanwhile; returns the former ones. */
  private seeing(observations: Observations, go: () => void): Observations {
    const around = this.current;
    this.current = observations;
    try {
      go();
    } finally {
      this.current = around;
    }
    return around;
  }

  reuse(observations: Observations): void {
    this.observations.push(observations);
    for (const each of observations.functions) addTo(this.byFunction, each, observations);
  }

  // -------------------------------------------------------------- After the evaluation

  /** One event for each time that the program reaches a call; undefined where it never does. */
  callsAt(node: Call): readonly CallEvent[] | undefined {
    const ways = this.waysTo(node);
    return ways && certain(ways);
  }

  private waysTo(node: Call): readonly CallEvent[] | undefined {
    const definition = functionAround(node);
    if (!definition) {
      const events = this.main.calls.get(node);
      evidence?.noteCall(node, events !== undefined);
      return events;
    }
    const around = this.of(definition);
    if (around.length === 1) return around[0]!.calls.get(node);
    const events = around.flatMap(({ calls }) => calls.get(node) ?? []);
    return events.length === 0 ? undefined : events;
  }

  /** The embedding objects that are made before this one, on every path or only on some. */
  embeddingsBefore(event: CallEvent): readonly { readonly event: CallEvent; readonly isCertain: boolean }[] {
    const at = this.embeddings.findIndex((seen) => seen.event === event);
    const seen = this.embeddings[at];
    return this.embeddings
      .slice(0, at < 0 ? undefined : at)
      .filter(({ part }) => part === this.main || part === seen?.part)
      .map((other) => ({ ...other, isCertain: leadsTo(other.way, seen?.way) }))
      .filter(({ isCertain, way }) => isCertain || way?.joined !== undefined);
  }

  /** The message that a call serializes, as it is at that time. */
  serializedAt(node: Call): Message | undefined {
    evidence?.noteAll();
    const definition = functionAround(node);
    const around = definition ? this.of(definition) : [this.main];
    return around.findLast(({ serialized }) => serialized.has(node))?.serialized.get(node);
  }

  /** What an expression is in all evaluations of it; undefined in unreachable code. */
  typeOf(expression: Expression): Inferred | undefined {
    const definition = functionAround(expression);
    if (!definition) {
      const type = this.main.typeOf(expression);
      evidence?.noteType(expression, type);
      return type;
    }
    const around = this.of(definition);
    if (around.length === 1) return around[0]!.typeOf(expression);
    if (!this.types.has(expression)) this.types.set(expression, inAll(around, expression));
    return this.types.get(expression);
  }

  /** The observations of a function. */
  of(definition: Node): readonly Observations[] {
    const observations = this.byFunction.get(definition) ?? NONE;
    evidence?.noteFunction(definition, observations);
    return observations;
  }
}

/** The call that makes an embedding object, and the path on which it does. */
interface SeenEmbedding {
  readonly event: CallEvent;
  readonly way: Way | undefined;
  /** The observations of the part that contains the call. */
  readonly part: Observations;
}

/** Whether attributes of an object are changed in a way that is not followed. */
function isPut({ parent }: Expression, { kind }: Value): boolean {
  if ((kind !== 'oneOf' && kind !== 'made') || parent?.kind !== 'attribute') return false;
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
function inAll(around: readonly Observations[], expression: Expression): Inferred | undefined {
  const seen = around.filter((observations) => observations.sees(expression));
  const types = (seen.length > 0 ? seen : around).flatMap(
    (observations) => observations.typeOf(expression) ?? [],
  );
  return seen.length > 0 ? types.reduce(common) : types[0];
}

const aroundCalls = new WeakMap<Node, Node | 'module'>();

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

export const evaluationOf = once((tree: Tree) => untracked(() => new Evaluation(tree)));

// -------------------------------------------------------------- Cached across edits

/**
 * A cached question about a node or a section. Its answer is valid until an edit changes that part, or what the evaluation
 * observes there. An answer may hold nodes, but no offsets.
 */
export function keptWhileSeen<K extends Node | Section, T, R extends unknown[]>(
  find: (tree: Tree, part: K, ...rest: R) => T,
): (tree: Tree, part: K, ...rest: R) => T | undefined {
  const answers = cached(
    (tree, part: K, ...rest: R) => withEvidence(() => find(tree, part, ...rest)),
    (tree, answer) => answer.evidence.holdsIn(evaluationOf(tree)),
  );
  return (tree, part, ...rest) => {
    const answer = answers(tree, part, ...rest);
    if (answer) evidence?.include(answer.evidence);
    return answer?.value;
  };
}

/** The answer in progress depends on the whole program, so it is not cached. */
export function consultAll(tree: Tree): void {
  evidence?.noteAll();
  evaluationOf(tree);
}
