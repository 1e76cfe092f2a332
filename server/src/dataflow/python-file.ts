import {
  type Binding,
  bindArguments,
  type Entry,
  entryIn,
  findEntry,
  isKnownName,
  relevant,
} from '../catalogue';
import { type Exceptions, NO_EXCEPTION } from '../python/exceptions';
import { kept } from '../python/kept';
import { resolve } from '../python/names';
import { parsePython } from '../python/parser';
import { reparse } from '../python/reparse';
import { caughtAround } from '../python/surroundings';
import * as python from '../python/tree';
import type { TargetTensorflow } from '../releases/target';
import { once } from '../text/once';
import type { TextChange } from '../text/range';
import { asArgument } from './arguments';
import { concernedSections } from './concern';
import { type CallEvent, consultAll, evaluationOf, keptWhileSeen } from './evaluation';
import { type FilesAround, filesOf, ReadFiles, readFrom } from './read-files';
import { type ReadTexts, textsOf } from './read-texts';
import { runOn, tensorflowOf } from './runtime';
import type { Inferred, TypeOf } from './types';
import { typeOfLiteral } from './types-of-values';

/** A Python text that can use TPU embedding, and the calls in it that the catalogue knows. */
export interface PythonFile {
  readonly text: string;
  readonly tree: python.Tree;
  /** In the order of their opening brackets; one that the program reaches several times, once for each. */
  readonly calls: readonly ApiCall[];
  /** Those of a section, which stay the same objects for as long as edits do not change what they are. */
  readonly callsIn: (section: python.Section) => readonly ApiCall[];
  readonly texts: ReadTexts;
  /** What an expression is, whichever way the program takes. */
  readonly typeOf: TypeOf;
  /** The TensorFlow that it runs on; undefined where that is not known. */
  readonly tensorflow: TargetTensorflow | undefined;
}

/** A call of something in the catalogue. */
export interface ApiCall {
  readonly node: python.Call;
  readonly entry: Entry;
  /** As the callee gets them; see `argumentsGiven`. */
  readonly arguments: readonly python.Argument[];
  /** Which argument each parameter gets, and what is wrong with that. */
  readonly binding: Binding;
  /** What an expression is when the program reaches the call this time. */
  readonly typeOf: TypeOf;
  /** Undefined where the program does not reach it, as far as it can be followed. */
  readonly event: CallEvent | undefined;
}

/**
 * Reads a text; undefined where it cannot use TPU embedding at all, which costs no more than a search.
 * `partEnds` are the ends of a notebook's cells, beyond which nothing unfinished goes on.
 */
export function readPython(
  text: string,
  partEnds?: readonly number[],
  tensorflow?: TargetTensorflow,
  files?: FilesAround,
): PythonFile | undefined {
  if (!relevant(text)) return undefined;
  const tree = parsePython(text, partEnds);
  runOn(tree, tensorflow);
  readFrom(tree, files && new ReadFiles(files));
  return new LazyFile(tree);
}

/** Reads a text that is one change away from an earlier one, see `reparse`; the earlier file is spent. */
export function rereadPython(
  before: PythonFile,
  text: string,
  change: TextChange,
  partEnds?: readonly number[],
): PythonFile | undefined {
  if (!relevant(text)) return undefined;
  const tree = reparse(before.tree, text, change, partEnds);
  textsOf(tree, before.tree);
  runOn(tree, before.tensorflow);
  readFrom(tree, filesOf(before.tree));
  return new LazyFile(tree);
}

const UNKNOWN: Inferred = { kind: 'unknown' };

/** Evaluates the program when first asked. */
class LazyFile implements PythonFile {
  private found: readonly ApiCall[] | undefined;
  readonly typeOf: TypeOf;
  readonly callsIn = (section: python.Section) =>
    (concernedSections(this.tree).has(section) ? callsIn : callsFollowedIn)(this.tree, section) ?? [];

  constructor(readonly tree: python.Tree) {
    this.typeOf = typeOfIn(tree);
  }

  get text(): string {
    return this.tree.text;
  }

  get texts(): ReadTexts {
    return textsOf(this.tree);
  }

  get tensorflow(): TargetTensorflow | undefined {
    return tensorflowOf(this.tree);
  }

  get calls(): readonly ApiCall[] {
    consultAll(this.tree);
    this.found ??= this.tree.sections.flatMap((section) => this.callsIn(section));
    return this.found;
  }
}

/** A file of which nothing is known but what its names mean. */
export function fileOf(tree: python.Tree, tensorflow?: TargetTensorflow): PythonFile {
  runOn(tree, tensorflow);
  return {
    text: tree.text,
    tree,
    calls: [],
    callsIn: () => [],
    texts: textsOf(tree),
    typeOf: typeOfIn(tree),
    tensorflow: tensorflowOf(tree),
  };
}

export function typeOfIn(tree: python.Tree): TypeOf {
  return (expression) => typeOfLiteral(tree, expression) ?? evaluationOf(tree).typeOf(expression) ?? UNKNOWN;
}

/** What one call of a text is in the catalogue; to find that out does not take finding all calls. */
export function callOf({ tree }: Pick<PythonFile, 'tree'>, node: python.Call): ApiCall | undefined {
  const entry = entryOf(tree, node);
  return entry ? callWith(node, entry) : callsAt(tree, node)[0];
}

/** A call whose entry is found by other means than its name. */
export const callWith = (node: python.Call, entry: Entry, event?: CallEvent): ApiCall =>
  new LazyCall(node, entry, event);

const callsIn = keptWhileSeen((tree, section: python.Section) =>
  section.nodes.call.flatMap((node) => callsAt(tree, node)),
);

/** In a section that names nothing of the catalogue, what others give it may be called. */
const callsFollowedIn = keptWhileSeen((tree, section: python.Section) =>
  section.nodes.call.flatMap((node) => callsFollowedAt(tree, node) ?? []),
);

const callsByNode = new WeakMap<python.Call, ApiCall>();

function callsAt(tree: python.Tree, node: python.Call): readonly ApiCall[] {
  const followed = callsFollowedAt(tree, node);
  if (followed) return followed;
  const entry = entryOf(tree, node);
  if (!entry) return [];
  const known = callsByNode.get(node);
  if (known?.entry === entry) return [known];
  const call = callWith(node, entry);
  callsByNode.set(node, call);
  return [call];
}

const callsFollowedAt = (tree: python.Tree, node: python.Call): readonly ApiCall[] | undefined =>
  evaluationOf(tree)
    .callsAt(node)
    ?.filter(({ entry }) => !entry.foreign && entry.kind !== 'method')
    .map(callOfEvent);

export const callOfEvent = once((event: CallEvent): ApiCall => new LazyCall(event.node, event.entry, event));

/** What a call is in the catalogue as far as its name tells. */
function entryOf(tree: python.Tree, node: python.Call): Entry | undefined {
  const { callee } = node;
  // A name can be an alias, an attribute cannot.
  return callee.kind === 'attribute' && !isKnownName(callee.name) ? undefined : namedEntry(tree, node);
}

const namedEntry = kept((tree, { callee }: python.Call): Entry | undefined => {
  const name = resolve(tree, callee);
  const entry = name === undefined ? undefined : findEntry(name);
  // What is catalogued only to know its value is not judged.
  return entry?.foreign ? undefined : entry;
});

/** Binds the arguments when first asked: of most calls no one wants to know. */
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
      const tensorflow = tensorflowOf(python.treeAround(this.node));
      this.bound = bindArguments(entryIn(this.entry, tensorflow), this.arguments.map(asArgument));
    }
    return this.bound;
  }

  readonly typeOf: TypeOf = (expression) =>
    this.event?.types.get(expression) ?? this.typeAnywhere(expression) ?? UNKNOWN;

  private typeAnywhere(expression: python.Expression): Inferred | undefined {
    const tree = python.treeAround(this.node);
    // Where the program does not reach, what is written says nothing.
    return evaluationOf(tree).typeOf(expression) ?? (this.event && typeOfLiteral(tree, expression));
  }
}

/** What the program catches of what a call raises. */
export const caughtAt = (tree: python.Tree, { node, event }: ApiCall): Exceptions =>
  caughtAround(tree, node) | (event?.caught ?? NO_EXCEPTION);

/** The expression that a parameter gets in a call; undefined where none is written. */
export function argumentOf(
  { arguments: given, binding }: ApiCall,
  parameter: string,
): python.Expression | undefined {
  const argument = binding.arguments.get(parameter);
  return argument && given[argument.index]?.value;
}
