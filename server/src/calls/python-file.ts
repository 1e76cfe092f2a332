import { type Binding, bindArguments, type Entry, findEntry, relevant } from '../api';
import { resolve } from '../python/names';
import { parsePython } from '../python/parser';
import type * as python from '../python/tree';
import { asArgument } from './arguments';

export { asArgument };

/** A Python text that can use TPU embedding, and the calls in it that the catalogue knows. */
export interface PythonFile {
  readonly text: string;
  readonly tree: python.Tree;
  /** In the order of their opening brackets. */
  readonly calls: readonly ApiCall[];
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
  if (!relevant(text)) return undefined;
  const tree = parsePython(text, partEnds);
  const calls: ApiCall[] = [];
  for (const node of tree.calls) {
    const name = resolve(tree, node.callee);
    const entry = name === undefined ? undefined : findEntry(name);
    // What is known for the sake of values alone is none of our business.
    if (!entry || entry.foreign) continue;
    calls.push({ node, entry, binding: bindArguments(entry, node.arguments.map(asArgument)) });
  }
  return { text, tree, calls };
}

/** The expression that a parameter gets in a call; undefined where none is written. */
export function argumentOf({ node, binding }: ApiCall, parameter: string): python.Expression | undefined {
  const argument = binding.arguments.get(parameter);
  return argument && node.arguments[argument.index]?.value;
}
