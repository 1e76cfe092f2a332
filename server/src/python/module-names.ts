import { detached } from '../basics/detached';
import { type Binding, localsOf, moduleBindings } from './names';
import { stringValue } from './strings';
import type { ClassDefinition, Module, StringLiteral, Tree } from './tree';

/** A string that a module assigns to a name exactly once. */
export interface Constant {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** The constant strings and imports that other modules can import from a module. */
export interface ModuleNames {
  /** Constants of a class are listed under both names: `Names.USERS`. */
  readonly constants: ReadonlyMap<string, Constant>;
  /** The module's own imports: local names and the dotted names behind them, with the dots of relative ones. */
  readonly imports: ReadonlyMap<string, string>;
  /** The modules from which it imports all names. */
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

/** A name that is bound elsewhere as well, or only under a condition, is no constant. */
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

/** Bases, metaclasses and decorators may replace members of a class. */
const isPlain = ({ decorators, arguments: bases }: ClassDefinition) =>
  decorators.length === 0 && bases.length === 0;
