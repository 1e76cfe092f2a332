import { type Node, type Section, sectionOf, type Tree } from './tree';

/**
 * Answers about parts of a tree that later trees of the text take over. All answers about a section rest on a basis,
 * which notes what they looked at outside of it. An edit that may change any of that voids the basis and, with it, all
 * answers of the section and of those that asked it. Like the nodes, an answer moves with its section: it may hold nodes,
 * but neither offsets nor the tree.
 */
class Basis {
  isValid = true;
  /** Names looked up among what the module or a class binds, whether they were found or not. */
  readonly lookups = new Set<string>();
  readonly facts = new Set<Fact<unknown>>();
  /** Other sections that were asked, and those that asked this one. Few ask or are asked. */
  private sources: Set<Basis> | undefined;
  private dependents: Set<Basis> | undefined;

  add(source: Basis): void {
    if (source === this) return;
    this.sources ??= new Set();
    this.sources.add(source);
    source.dependents ??= new Set();
    source.dependents.add(this);
  }

  void(): void {
    const pending: Basis[] = [this];
    for (let basis = pending.pop(); basis; basis = pending.pop()) {
      if (!basis.isValid) continue;
      basis.isValid = false;
      for (const source of basis.sources ?? []) source.dependents?.delete(basis);
      for (const dependent of basis.dependents ?? []) pending.push(dependent);
    }
  }
}

/** Something that the whole of a tree says. */
interface Fact<T> {
  (tree: Tree): T;
  readonly isSame: (before: T, after: T) => boolean;
}

const bases = new WeakMap<Section, Basis>();
const facts = new WeakMap<Tree, Map<Fact<unknown>, unknown>>();

/** What the answers rest on that are being found out, the innermost one's. */
let current: Basis | undefined;

function basisOf(section: Section): Basis {
  let basis = bases.get(section);
  if (!basis?.isValid) {
    basis = new Basis();
    bases.set(section, basis);
  }
  return basis;
}

/** Finds something out that has no part in the answer which is being found out. */
export const apart = <T>(find: () => T): T => restingOn(undefined, find);

function restingOn<T>(basis: Basis | undefined, find: () => T): T {
  const around = current;
  current = basis;
  try {
    return find();
  } finally {
    current = around;
  }
}

/**
 * A question about a node or a section whose answer is kept for as long as edits leave it as it is, and what else it rests
 * on holds. While it is being found out, the answer is undefined, so that circles end.
 */
export function kept<K extends Node | Section, T, R extends unknown[]>(
  find: (tree: Tree, part: K, ...rest: R) => T,
  holds?: (tree: Tree, answer: T) => boolean,
): (tree: Tree, part: K, ...rest: R) => T | undefined {
  const answers = new WeakMap<K, { readonly basis: Basis; value: T | undefined }>();
  return (tree, part, ...rest) => {
    let answer = answers.get(part);
    if (!answer?.basis.isValid || (answer.value !== undefined && holds?.(tree, answer.value) === false)) {
      const basis = basisOf('kind' in part ? sectionOf(part) : part);
      const found = { basis, value: undefined as T | undefined };
      answer = found;
      answers.set(part, found);
      try {
        found.value = restingOn(basis, () => find(tree, part, ...rest));
      } catch (error) {
        answers.delete(part);
        throw error;
      }
    }
    current?.add(answer.basis);
    return answer.value;
  };
}

/** What the whole of a tree says, as what is kept may ask for it. */
export function fact<T>(
  find: (tree: Tree) => T,
  isSame: (before: T, after: T) => boolean,
): (tree: Tree) => T {
  const ask = (tree: Tree): T => {
    current?.facts.add(question);
    let known = facts.get(tree);
    if (!known) {
      known = new Map();
      facts.set(tree, known);
    }
    if (!known.has(question))
      known.set(
        question,
        apart(() => find(tree)),
      );
    return known.get(question) as T;
  };
  const question = Object.assign(ask, { isSame }) as Fact<unknown>;
  return ask;
}

/** Notes that what is being found out depends on what the module or a class binds a name to. */
export function noteLookup(name: string): void {
  current?.lookups.add(name);
}

/**
 * Voids what an edit may have changed, which took some sections away and put others in. `bound` are the names that a
 * section binds in the module or in a class.
 */
export function voidAnswers(
  before: Tree,
  after: Tree,
  changed: readonly Section[],
  bound: (section: Section) => Iterable<string>,
): void {
  for (const section of changed) bases.get(section)?.void();
  const boundNames = new Set(changed.flatMap((section) => [...bound(section)]));
  const remaining = after.sections.flatMap((section) => bases.get(section) ?? []);
  if (boundNames.size > 0) for (const basis of remaining) if (meet(basis.lookups, boundNames)) basis.void();
  const known = facts.get(before) ?? new Map<Fact<unknown>, unknown>();
  const seen = new Set<Fact<unknown>>();
  for (;;) {
    const next = [...known].find(
      ([question, value]) => !seen.has(question) && !question.isSame(value, question(after)),
    )?.[0];
    if (!next) return;
    seen.add(next);
    for (const basis of remaining) if (basis.facts.has(next)) basis.void();
    // Other facts may have been found out by answers that rested on this one.
    facts.delete(after);
  }
}

function meet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  for (const name of few) if (many.has(name)) return true;
  return false;
}
