import type { Call, Expression, Node } from '../../python/tree';
import type { Observations } from './observations';
import type { Inferred } from './types';

/** The parts of an evaluation that answers can depend on. */
export interface Observed {
  /** The observations of a function. */
  of(definition: Node): readonly Observations[];
  /** The observations of the module's own statements. */
  readonly main: Observations;
}

/** The observations that an answer depends on. */
class Dependencies {
  private readonly functions = new Map<Node, readonly Observations[]>();
  /** Types in the module's own statements, which are evaluated again after each edit. */
  private readonly types = new Map<Expression, Inferred | undefined>();
  private readonly neverCalled = new Set<Call>();
  private dependsOnAll = false;

  noteFunction(definition: Node, observations: readonly Observations[]): void {
    this.functions.set(definition, observations);
  }

  noteType(expression: Expression, type: Inferred | undefined): void {
    this.types.set(expression, type);
  }

  noteCall(node: Call, isReached: boolean): void {
    if (isReached) this.dependsOnAll = true;
    else this.neverCalled.add(node);
  }

  /** The answer may depend on anything in the program. */
  noteAll(): void {
    this.dependsOnAll = true;
  }

  /** Adds the dependencies of another answer. */
  include(other: Dependencies): void {
    for (const [definition, observations] of other.functions) this.functions.set(definition, observations);
    for (const [expression, type] of other.types) this.types.set(expression, type);
    for (const node of other.neverCalled) this.neverCalled.add(node);
    if (other.dependsOnAll) this.dependsOnAll = true;
  }

  /** Whether a later evaluation has the same observations. */
  holdsIn(now: Observed): boolean {
    if (this.dependsOnAll) return false;
    for (const [definition, before] of this.functions) if (!areSame(before, now.of(definition))) return false;
    for (const [expression, before] of this.types)
      if (!isSameType(before, now.main.typeOf(expression))) return false;
    for (const node of this.neverCalled) if (now.main.calls.has(node)) return false;
    return true;
  }
}

const areSame = (before: readonly Observations[], now: readonly Observations[]) =>
  before === now ||
  (before.length === now.length && before.every((observations, i) => observations === now[i]));

/** Whether two types are the same, for types that are cheap to compare: modules, classes, functions and numbers. */
function isSameType(a: Inferred | undefined, b: Inferred | undefined): boolean {
  if (a === b) return true;
  if (!a || !b || a.kind !== b.kind) return false;
  switch (a.kind) {
    case 'none':
    case 'ellipsis':
      return true;
    case 'unknown':
      return a.declared === (b as typeof a).declared;
    case 'class':
    case 'enum':
      return a.entry === (b as typeof a).entry;
    case 'routine':
      return a.name === (b as typeof a).name && a.dtype === (b as typeof a).dtype;
    case 'dtype':
      return a.dtype === (b as typeof a).dtype;
    case 'int':
    case 'float':
    case 'bool':
      return Object.is(a.value, (b as typeof a).value);
    default:
      return false;
  }
}

/** Collects the dependencies of the answer in progress. */
export let dependencies: Dependencies | undefined;

/** Computes an answer together with its dependencies. */
export function withDependencies<T>(find: () => T): {
  readonly value: T;
  readonly dependencies: Dependencies;
} {
  const outer = dependencies;
  const inner = new Dependencies();
  dependencies = inner;
  try {
    return { value: find(), dependencies: inner };
  } finally {
    dependencies = outer;
  }
}
