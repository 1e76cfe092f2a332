import { detached } from '../text/detached';
import { type Binding, localsOf, moduleBindings } from './names';
import { stringValue } from './strings';
import type { ClassDefinition, Module, StringLiteral, Tree } from './tree';

/** A string that a module gives a name once and for all. */
export interface Constant {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** What other modules can import from one, as far as names of strings go. */
export interface ModuleNames {
  /** Those of a class by the names of both: `Names.USERS`. */
  readonly constants: ReadonlyMap<string, Constant>;
  /** What it imports itself, by the names that it gives that: dotted names, relative ones with their dots. */
  readonly imports: ReadonlyMap<string, string>;
  /** The modules of which it imports all names. */
  readonly stars: readonly string[];
}

export function moduleNamesOf(tree: Tree): ModuleNames {
  const constants = new Map<string, Constant>();
  const imports = new Map<string, string>();
  addConstants(tree, tree.module, '', constants);
  for (const [name, [binding, ...others]] of moduleBindings(tree)) {
    if (others.length > 0 || !binding) continue;
    const { node, kind, target } = binding;
    if (kind === 'import' && target !== undefined) imports.set(detached(name), detached(target));
    if (kind === 'class' && node.kind === 'class' && isPlain(node))
      addConstants(tree, node, `${name}.`, constants);
  }
  const stars = tree.module.body.flatMap((statement) =>
    statement.kind === 'import' && statement.star && statement.from !== undefined
      ? [detached(statement.from)]
      : [],
  );
  return { constants, imports, stars };
}

/** What is bound elsewhere as well, or only under a condition, is no constant. */
function addConstants(
  tree: Tree,
  scope: Module | ClassDefinition,
  prefix: string,
  constants: Map<string, Constant>,
): void {
  const all = scope.kind === 'module' ? moduleBindings(tree) : localsOf(tree, scope);
  for (const [name, bindings] of all) {
    const [literal] = bindings.flatMap((binding) => literalOf(binding, scope) ?? []);
    const value = literal && bindings.length === 1 ? stringValue(tree.text, literal) : undefined;
    if (literal && value)
      constants.set(detached(prefix + name), {
        value: detached(value),
        start: literal.start,
        end: literal.end,
      });
  }
}

const literalOf = ({ node, value }: Binding, scope: Module | ClassDefinition): StringLiteral | undefined =>
  node.parent === scope && value?.kind === 'string' ? value : undefined;

/** Bases, metaclasses and decorators may give the members of a class other values. */
const isPlain = ({ decorators, arguments: bases }: ClassDefinition) =>
  decorators.length === 0 && bases.length === 0;
