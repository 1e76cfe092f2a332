import { nameOf } from '../../python/exceptions';
import { functionOf } from '../../python/surroundings';
import {
  type Block,
  cachedByTree,
  type Expression,
  type Module,
  type Node,
  type Tree,
} from '../../python/tree';

/**
 * What decides which graph a node belongs to: the innermost `with` that enters or leaves a graph, or else the function or the module around it;
 * undefined where that may build several graphs.
 */
export function graphAround(tree: Tree, node: Node): Block | Node | Module | undefined {
  const end = functionOf(node);
  for (let at = node.parent; at && at !== end; at = at.parent)
    if (at.kind === 'block' && at.items.some(({ value }) => isGraph(value))) return at;
  const scope = end ?? tree.module;
  return startingOver(tree).has(scope) ? undefined : scope;
}

/** The functions, or the module, that begin another graph. */
const startingOver = cachedByTree(
  (tree): ReadonlySet<Node> =>
    new Set(
      tree.calls
        .filter(({ callee }) => nameOf(callee) === 'reset_default_graph')
        .map((call) => functionOf(call) ?? tree.module),
    ),
);

/** `tf.Graph()`, `graph.as_default()`, `ops.Graph().as_default()`, `tf.init_scope()` */
const isGraph = (value: Expression) => value.kind === 'call' && GRAPHS.has(nameOf(value.callee));
const GRAPHS: ReadonlySet<string> = new Set(['Graph', 'FuncGraph', 'as_default', 'init_scope']);
