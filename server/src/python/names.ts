import type { Expression, Node, Tree } from './tree';

/** What a name was bound by. */
export type BindingKind =
  | 'import'
  | 'assignment'
  | 'parameter'
  | 'function'
  | 'class'
  /** A loop's or `with`'s variable, one of several targets, `except … as`, `del`, `global`: of unknown value. */
  | 'other';

export interface Binding {
  readonly name: string;
  readonly kind: BindingKind;
  readonly start: number;
  readonly end: number;
  readonly node: Node;
  /** Dotted name of what was imported. */
  readonly target: string | undefined;
  /** What was assigned. */
  readonly value: Expression | undefined;
}

/**
 * The dotted name that an expression refers to, such as `tensorflow.raw_ops.ConfigureTPUEmbedding`; names
 * that Python brings along begin with `builtins.`. Undefined wherever it is not certain.
 */
export function resolve(_tree: Tree, _expression: Expression): string | undefined {
  return undefined;
}

/** The binding whose value a name certainly has where it stands. */
export function bindingOf(_tree: Tree, _name: Expression): Binding | undefined {
  return undefined;
}

/** All names that can be used at an offset, the innermost scope's first, without Python's own. */
export function visibleNames(_tree: Tree, _offset: number): readonly Binding[] {
  return [];
}
