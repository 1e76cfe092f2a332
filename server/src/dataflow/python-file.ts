import { type Binding, bindArguments, type Entry, findEntry, isKnownName, relevant } from '../catalogue';
import { kept } from '../python/kept';
import { resolve } from '../python/names';
import { parsePython } from '../python/parser';
import { reparse } from '../python/reparse';
import type * as python from '../python/tree';
import type { TextChange } from '../text/range';
import { asArgument } from './arguments';
import { ReadTexts } from './read-texts';

export { asArgument };

/** A Python text that can use TPU embedding, and the calls in it that the catalogue knows. */
export interface PythonFile {
  readonly text: string;
  readonly tree: python.Tree;
  /** In the order of their opening brackets. */
  readonly calls: readonly ApiCall[];
  readonly texts: ReadTexts;
}

/** A call of something in the catalogue. */
export interface ApiCall {
  readonly node: python.Call;
  readonly entry: Entry;
  /** Which argument each parameter gets, and what is wrong with that. */
  readonly binding: Binding;
}

/**
 * Reads a text; undefined where it cannot use TPU embedding at all, which costs no more than a search.
 * `partEnds` are the ends of a notebook's cells, beyond which nothing unfinished goes on.
 */
export function readPython(text: string, partEnds?: readonly number[]): PythonFile | undefined {
  return relevant(text) ? new LazyFile(parsePython(text, partEnds), new ReadTexts()) : undefined;
}

/** Reads a text that is one change away from an earlier one without cells; the earlier file is spent. */
export function rereadPython(before: PythonFile, text: string, change: TextChange): PythonFile | undefined {
  return relevant(text)
    ? new LazyFile(reparse(before.tree, text, change), new ReadTexts(before.texts))
    : undefined;
}

/** Finds the calls when first asked. */
class LazyFile implements PythonFile {
  private found: readonly ApiCall[] | undefined;

  constructor(
    readonly tree: python.Tree,
    readonly texts: ReadTexts,
  ) {}

  get text(): string {
    return this.tree.text;
  }

  get calls(): readonly ApiCall[] {
    this.found ??= this.tree.sections.flatMap((section) => callsIn(this.tree, section) ?? []);
    return this.found;
  }
}

const callsIn = kept((tree, { calls }: python.Section) =>
  calls.flatMap((node) => callOf({ tree }, node) ?? []),
);

/** What one call of a text is in the catalogue; to find that out does not take finding all calls. */
export function callOf({ tree }: Pick<PythonFile, 'tree'>, node: python.Call): ApiCall | undefined {
  const { callee } = node;
  // A name can be an alias, an attribute cannot.
  return callee.kind === 'attribute' && !isKnownName(callee.name) ? undefined : apiCallOf(tree, node);
}

const apiCallOf = kept((tree, node: python.Call): ApiCall | undefined => {
  const name = resolve(tree, node.callee);
  const entry = name === undefined ? undefined : findEntry(name);
  // What is catalogued only to know its value is not judged.
  return entry && !entry.foreign ? new LazyCall(node, entry) : undefined;
});

/** Binds the arguments when first asked: of most calls no one wants to know. */
class LazyCall implements ApiCall {
  private bound: Binding | undefined;

  constructor(
    readonly node: python.Call,
    readonly entry: Entry,
  ) {}

  get binding(): Binding {
    this.bound ??= bindArguments(this.entry, this.node.arguments.map(asArgument));
    return this.bound;
  }
}

/** The expression that a parameter gets in a call; undefined where none is written. */
export function argumentOf({ node, binding }: ApiCall, parameter: string): python.Expression | undefined {
  const argument = binding.arguments.get(parameter);
  return argument && node.arguments[argument.index]?.value;
}
