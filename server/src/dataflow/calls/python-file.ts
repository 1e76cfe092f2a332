// Calls of the catalogue as a program reaches them. `evaluation.ts` runs the evaluator with TensorFlow's libraries and
// keeps what it observes (`observations.ts`): types of expressions, events of calls. This file gives rules and features
// the calls with their bound arguments; the other files answer single questions about them.

import { Attached } from '../../basics/attached';
import { once } from '../../basics/once';
import type { TextChange } from '../../basics/range';
import {
  type Binding,
  bindArguments,
  type Entry,
  entryIn,
  findEntry,
  isKnownName,
  parameterFor,
  relevant,
  type Setting,
} from '../../catalogue';
import type { Environment } from '../../catalogue/environment';
import { cached } from '../../python/cache';
import { type Exceptions, NO_EXCEPTION } from '../../python/exceptions';
import { resolve } from '../../python/names';
import { parsePython } from '../../python/parser';
import { reparse } from '../../python/reparse';
import { caughtAround } from '../../python/surroundings';
import * as python from '../../python/tree';
import { REPLICAS } from '../libraries/strategies';
import { filesOf, type NearbyFiles, ReadFiles, readFrom } from '../messages/read-files';
import { type ReadTexts, textsOf } from '../messages/read-texts';
import { asArgument } from './arguments';
import {
  type CallEvent,
  cachedWhileObserved,
  dependOnAll,
  evaluationByDefault,
  evaluationOf,
} from './evaluation';
import { relevantSections } from './relevant-sections';
import { type Runtime, replicasOf, runOn, runOnReplicas, runtimeOf } from './runtime';
import type { Inferred, TypeOf } from './types';
import { typeOfLiteral } from './types-of-values';

/** Facts about a text besides its code. */
interface ReadOptions extends Partial<Runtime> {
  /** The ends of a notebook's cells; unfinished code does not continue beyond them. */
  readonly partEnds?: readonly number[] | undefined;
  readonly files?: NearbyFiles | undefined;
  readonly countsAsUsed?: CountsAsUsed | undefined;
}

/**
 * `top-level`: if a program makes messages but visibly does nothing with them, those that top-level variables hold in the end
 * count as used.
 */
export type CountsAsUsed = 'top-level';

/** A Python text that can use TPU embedding, and the calls in it that the catalogue knows. */
export interface PythonFile {
  readonly text: string;
  readonly tree: python.Tree;
  /** In the order of their opening brackets; a call that the program reaches several times is listed once for each. */
  readonly calls: readonly ApiCall[];
  /** The calls of a section. They stay the same objects until an edit changes them. */
  readonly callsIn: (section: python.Section) => readonly ApiCall[];
  readonly texts: ReadTexts;
  /** The type of an expression on all paths through the program. */
  readonly typeOf: TypeOf;
  /** The libraries that it runs on. */
  readonly environment: Environment;
  readonly countsAsUsed?: CountsAsUsed | undefined;
}

/** A call of something in the catalogue. */
export interface ApiCall {
  readonly node: python.Call;
  readonly entry: Entry;
  /** As the callee receives them; see `receivedArguments`. */
  readonly arguments: readonly python.Argument[];
  /** Which argument each parameter gets, and the errors in that. */
  readonly binding: Binding;
  /** The type of an expression at this event. */
  readonly typeOf: TypeOf;
  /** Undefined if the evaluation does not reach the call. */
  readonly event: CallEvent | undefined;
}

/** Reads a text, unless it cannot use TPU embedding at all; that test is only a text search. */
export function readPython(
  text: string,
  { partEnds, environment = {}, kerasBackend, files, countsAsUsed }: ReadOptions = {},
): PythonFile | undefined {
  if (!relevant(text)) return undefined;
  const tree = parsePython(text, partEnds);
  runOn(tree, { environment, kerasBackend });
  readFrom(tree, files && new ReadFiles(files));
  return new LazyFile(tree, countsAsUsed);
}

/** Reads a text that is one change away from an earlier one, see `reparse`. The earlier file must not be used afterwards. */
export function rereadPython(
  before: PythonFile,
  text: string,
  change: TextChange,
  partEnds?: readonly number[],
): PythonFile | undefined {
  if (!relevant(text)) return undefined;
  const tree = reparse(before.tree, text, change, partEnds);
  textsOf(tree, before.tree);
  runOn(tree, runtimeOf(before.tree));
  readFrom(tree, filesOf(before.tree));
  return new LazyFile(tree, before.countsAsUsed);
}

/** The same program on a number of replicas, if that is known and the program asks its strategy for it. */
export function onReplicas(
  file: PythonFile,
  count: number | undefined,
  partEnds?: readonly number[],
): PythonFile {
  if (count === undefined || !file.text.includes(REPLICAS)) return file;
  const known = withReplicas.get(file);
  if (known && replicasOf(known.tree) === count) return known;
  const tree = parsePython(file.text, partEnds);
  runOnReplicas(tree, count);
  runOn(tree, runtimeOf(file.tree));
  readFrom(tree, filesOf(file.tree));
  const made = new LazyFile(tree, file.countsAsUsed);
  withReplicas.set(file, made);
  return made;
}

const withReplicas = new Attached<PythonFile, PythonFile>();

const UNKNOWN: Inferred = { kind: 'unknown' };

/** Evaluates the program on first use. */
class LazyFile implements PythonFile {
  private allCalls: readonly ApiCall[] | undefined;
  readonly typeOf: TypeOf;
  readonly callsIn = (section: python.Section) =>
    (relevantSections(this.tree).has(section) ? callsIn : evaluatedCallsIn)(this.tree, section) ?? [];

  constructor(
    readonly tree: python.Tree,
    readonly countsAsUsed: CountsAsUsed | undefined,
  ) {
    this.typeOf = typeOfIn(tree);
  }

  get text(): string {
    return this.tree.text;
  }

  get texts(): ReadTexts {
    return textsOf(this.tree);
  }

  get environment(): Environment {
    return runtimeOf(this.tree).environment;
  }

  get calls(): readonly ApiCall[] {
    dependOnAll(this.tree);
    this.allCalls ??= this.tree.sections.flatMap((section) => this.callsIn(section));
    return this.allCalls;
  }
}

/** A file without an evaluation: only its names are resolved. */
export function fileOf(tree: python.Tree, environment: Environment): PythonFile {
  runOn(tree, { environment, kerasBackend: undefined });
  return {
    text: tree.text,
    tree,
    calls: [],
    callsIn: () => [],
    texts: textsOf(tree),
    typeOf: typeOfIn(tree),
    environment,
  };
}

export function typeOfIn(tree: python.Tree): TypeOf {
  return (expression) => typeOfLiteral(tree, expression) ?? evaluationOf(tree).typeOf(expression) ?? UNKNOWN;
}

/** A call as the catalogue knows it, without finding all calls of the text. */
export function callOf({ tree }: Pick<PythonFile, 'tree'>, node: python.Call): ApiCall | undefined {
  const entry = entryOf(tree, node);
  return entry ? callWith(node, entry) : callsAt(tree, node)[0];
}

/** A call whose entry is not found by its name. */
export const callWith = (node: python.Call, entry: Entry, event?: CallEvent): ApiCall =>
  new LazyCall(node, entry, event);

const callsIn = cachedWhileObserved((tree, section: python.Section) =>
  section.nodes.call.flatMap((node) => callsAt(tree, node)),
);

/** A section that names nothing of the catalogue may still call objects that it receives. */
const evaluatedCallsIn = cachedWhileObserved((tree, section: python.Section) =>
  section.nodes.call.flatMap((node) => evaluatedCallsAt(tree, node) ?? []),
);

const callsByNode = new Attached<python.Call, ApiCall>();

function callsAt(tree: python.Tree, node: python.Call): readonly ApiCall[] {
  const evaluated = evaluatedCallsAt(tree, node);
  if (evaluated) return evaluated;
  const entry = entryOf(tree, node);
  if (!entry) return [];
  const known = callsByNode.get(node);
  if (known?.entry === entry) return [known];
  const call = callWith(node, entry);
  callsByNode.set(node, call);
  return [call];
}

const evaluatedCallsAt = (tree: python.Tree, node: python.Call): readonly ApiCall[] | undefined =>
  evaluationOf(tree).callsAt(node)?.filter(isJudged).map(callOfEvent);

const isJudged = ({ entry }: CallEvent) => !entry.foreign && entry.kind !== 'method';

/** The calls of a program whose flags and command-line arguments have their defaults, if it has any. */
export function callsByDefault(tree: python.Tree): readonly ApiCall[] {
  const evaluation = evaluationByDefault(tree);
  if (!evaluation) return [];
  return tree.calls.flatMap((node) => evaluation.callsAt(node)?.filter(isJudged).map(callOfEvent) ?? []);
}

/** The calls of an event in which one argument, which may have several values, has each of these. */
export const callsWithOptions = ({ event }: ApiCall): readonly ApiCall[] =>
  event?.alternatives().map(callOfEvent) ?? [];

export const callOfEvent = once((event: CallEvent): ApiCall => new LazyCall(event.node, event.entry, event));

/** The catalogue entry of a call, judged by its name only. */
function entryOf(tree: python.Tree, node: python.Call): Entry | undefined {
  const { callee } = node;
  // A name can be an alias, an attribute cannot.
  return callee.kind === 'attribute' && !isKnownName(callee.name) ? undefined : namedEntry(tree, node);
}

const namedEntry = cached((tree, { callee }: python.Call): Entry | undefined => {
  const name = resolve(tree, callee);
  const entry = name === undefined ? undefined : findEntry(name);
  // Foreign entries exist only for their values.
  return entry?.foreign ? undefined : entry;
});

/** Binds the arguments on first use, as most calls never need that. */
class LazyCall implements ApiCall {
  private bound: Binding | undefined;
  readonly arguments: readonly python.Argument[];

  constructor(
    readonly node: python.Call,
    readonly entry: Entry,
    readonly event: CallEvent | undefined,
  ) {
    this.arguments = event ? event.arguments.map(({ argument }) => argument) : node.arguments;
  }

  get binding(): Binding {
    if (!this.bound) {
      const { environment } = runtimeOf(python.treeAround(this.node));
      this.bound = bindArguments(entryIn(this.entry, environment), this.arguments.map(asArgument));
    }
    return this.bound;
  }

  readonly typeOf: TypeOf = (expression) =>
    this.event?.types.get(expression) ?? this.typeAnywhere(expression) ?? UNKNOWN;

  private typeAnywhere(expression: python.Expression): Inferred | undefined {
    const tree = python.treeAround(this.node);
    // In unreachable code, a literal alone gives no type.
    return evaluationOf(tree).typeOf(expression) ?? (this.event && typeOfLiteral(tree, expression));
  }
}

/** The exceptions of a call that the program catches. */
export const caughtAt = (tree: python.Tree, { node, event }: ApiCall): Exceptions =>
  caughtAround(tree, node) | (event?.caught ?? NO_EXCEPTION);

/** The expression that a parameter gets in a call. */
export function argumentOf(
  { arguments: given, binding }: ApiCall,
  parameter: string,
): python.Expression | undefined {
  const argument = binding.arguments.get(parameter);
  return argument && given[argument.index]?.value;
}

/** The expression of the argument for a setting. */
export function argumentThatSets(call: ApiCall, setting: Setting): python.Expression | undefined {
  const parameter = parameterFor(call.entry, setting);
  return parameter && argumentOf(call, parameter.name);
}
