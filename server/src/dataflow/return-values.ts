import { bindingOf } from '../python/names';
import { type Call, type Expression, type FunctionDefinition, type Tree, walk } from '../python/tree';

const resultsByFunction = new WeakMap<FunctionDefinition, Expression | null>();

/** The function of the file that a call runs, if it runs from the first line to the last. */
export function functionCalled(tree: Tree, { callee }: Call): FunctionDefinition | undefined {
  if (callee.kind !== 'name') return undefined;
  const node = bindingOf(tree, callee)?.node;
  return node?.kind === 'function' && resultOf(node) ? node : undefined;
}

/** What a function returns in its last line; undefined if it can end elsewhere, or otherwise. */
export function resultOf(node: FunctionDefinition): Expression | undefined {
  let result = resultsByFunction.get(node);
  if (result === undefined) {
    result = findResult(node) ?? null;
    resultsByFunction.set(node, result);
  }
  return result ?? undefined;
}

function findResult(node: FunctionDefinition): Expression | undefined {
  const last = node.body.at(-1);
  // A decorator may make anything of it.
  if (last?.kind !== 'simple' || last.keyword !== 'return' || node.decorators.length > 0) return undefined;
  for (const statement of node.body) {
    for (const inner of walk(statement)) {
      if (inner.kind === 'yield' || (inner.kind === 'simple' && inner.keyword === 'return' && inner !== last))
        return undefined;
    }
  }
  return last.values.length === 1 ? last.values[0] : undefined;
}
