import { Attached } from '../basics/attached';
import { cachedBySection, cachedByTree, type Node, type Section, sectionOf, type Tree } from './tree';

/**
 * Cached answers about parts of a tree, which survive edits. All answers about a section share a basis, which records their
 * dependencies outside the section. An edit that may change one of these invalidates the basis, and with it all answers of
 * the section and of the sections that used them. Nodes move with their section, so an answer may hold nodes, but no
 * offsets and not the tree.
 */
class Basis {
  isValid = true;
  /** Names that were looked up in the module or a class, found or not. */
  lookups: Set<string> | undefined;
  facts: Set<Fact<unknown>> | undefined;
  /** The bases that this one depends on, and those that depend on it. Usually few. */
  private sources: Set<Basis> | undefined;
  private dependents: Set<Basis> | undefined;

  lookUp(name: string): void {
    this.lookups ??= new Set();
    this.lookups.add(name);
  }

  restOn(fact: Fact<unknown>): void {
    this.facts ??= new Set();
    this.facts.add(fact);
  }

  add(source: Basis): void {
    if (source === this) return;
    this.sources ??= new Set();
    this.sources.add(source);
    source.dependents ??= new Set();
    source.dependents.add(this);
  }

  invalidate(): void {
    const pending: Basis[] = [this];
    for (let basis = pending.pop(); basis; basis = pending.pop()) {
      if (!basis.isValid) continue;
      basis.isValid = false;
      for (const source of basis.sources ?? []) source.dependents?.delete(basis);
      for (const dependent of basis.dependents ?? []) pending.push(dependent);
    }
  }
}

const isNode = (part: Node | Section): part is Node => (part as Partial<Node>).kind !== undefined;

/** A fact about the whole tree. */
interface Fact<T> {
  (tree: Tree): T;
  readonly isSame: (before: T, after: T) => boolean;
}

const basisFor = cachedBySection((_section): { basis: Basis | undefined } => ({ basis: undefined }));
const factsOf = cachedByTree((_tree) => new Map<Fact<unknown>, unknown>());

/** The basis of the innermost answer in progress, which records its dependencies. */
let current: Basis | undefined;

function basisOf(section: Section): Basis {
  const kept = basisFor(section);
  if (!kept.basis?.isValid) kept.basis = new Basis();
  return kept.basis;
}

/** Computes a value without recording dependencies for the answer in progress. */
export function untracked<T>(find: () => T): T {
  const outer = current;
  current = undefined;
  try {
    return find();
  } finally {
    current = outer;
  }
}

/**
 * A cached question about a node or a section. Its answer is valid until an edit changes that part or one of the answer's
 * dependencies. While it is in progress, the answer is undefined, so that cycles end.
 */
export function cached<K extends Node | Section, T, R extends unknown[]>(
  find: (tree: Tree, part: K, ...rest: R) => T,
  holds?: (tree: Tree, answer: T) => boolean,
): (tree: Tree, part: K, ...rest: R) => T | undefined {
  const answers = new Attached<K, { readonly basis: Basis; value: T | undefined } | undefined>();
  const renew = (tree: Tree, part: K, rest: R) => {
    const basis = basisOf(isNode(part) ? sectionOf(part) : part);
    const answer = { basis, value: undefined as T | undefined };
    answers.set(part, answer);
    const outer = current;
    current = basis;
    try {
      answer.value = find(tree, part, ...rest);
    } catch (error) {
      answers.set(part, undefined);
      throw error;
    } finally {
      current = outer;
    }
    return answer;
  };
  return (tree, part, ...rest) => {
    const known = answers.get(part);
    const isValid =
      known?.basis.isValid && (known.value === undefined || holds?.(tree, known.value) !== false);
    const answer = isValid ? known : renew(tree, part, rest);
    current?.add(answer.basis);
    return answer.value;
  };
}

/** A fact about the whole tree that cached answers may depend on. */
export function cachedFact<T>(
  find: (tree: Tree) => T,
  isSame: (before: T, after: T) => boolean,
): (tree: Tree) => T {
  const ask = (tree: Tree): T => {
    current?.restOn(question);
    const known = factsOf(tree);
    const found = known.get(question) as T;
    return found === undefined && !known.has(question) ? answer(tree, known) : found;
  };
  const answer = (tree: Tree, known: Map<Fact<unknown>, unknown>): T => {
    const found = untracked(() => find(tree));
    known.set(question, found);
    return found;
  };
  const question = Object.assign(ask, { isSame }) as Fact<unknown>;
  return ask;
}

/** Records that the answer in progress depends on the bindings of a name in the module or a class. */
export function noteLookup(name: string): void {
  current?.lookUp(name);
}

/**
 * Invalidates the answers that an edit may have changed. `changed` are the sections that it removed or added; `bound` gives
 * the names that a section binds in the module or in a class.
 */
export function invalidateAnswers(
  before: Tree,
  after: Tree,
  changed: readonly Section[],
  bound: (section: Section) => Iterable<string>,
): void {
  for (const section of changed) basisFor(section).basis?.invalidate();
  const boundNames = new Set(changed.flatMap((section) => [...bound(section)]));
  const remaining = after.sections.flatMap((section) => basisFor(section).basis ?? []);
  if (boundNames.size > 0)
    for (const basis of remaining) if (basis.lookups && meet(basis.lookups, boundNames)) basis.invalidate();
  const known = factsOf(before);
  const seen = new Set<Fact<unknown>>();
  for (;;) {
    const next = [...known].find(
      ([question, value]) => !seen.has(question) && !question.isSame(value, question(after)),
    )?.[0];
    if (!next) return;
    seen.add(next);
    for (const basis of remaining) if (basis.facts?.has(next)) basis.invalidate();
    // Other facts may have used answers that depend on this one.
    factsOf(after).clear();
  }
}

function meet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  for (const name of few) if (many.has(name)) return true;
  return false;
}
