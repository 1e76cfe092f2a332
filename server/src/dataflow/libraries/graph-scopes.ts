import type { Value } from '../../evaluator';
import { passing } from '../../evaluator/value';
import type { Node } from '../../python/tree';

const OWNERS = /^tensorflow\.(?:compat\.v1\.)?(?:Graph|get_default_graph|(?:Interactive)?Session)$/;
const MANAGERS: ReadonlySet<string> = new Set(['as_default', 'control_dependencies', 'device', 'name_scope']);
const DEFAULT = 'tensorflow.Graph.as_default';

/** A context manager that a method of a graph or a session makes, such as `tf.Graph().as_default()`. */
export const scopeOfGraph = (object: Value, name: string, node: Node): Value | undefined =>
  object.kind === 'made' && OWNERS.test(object.callee) && MANAGERS.has(name)
    ? { kind: 'made', callee: `tensorflow.Graph.${name}`, given: passing(object), node }
    : undefined;

/** The graph or session that is the default in a block. */
export const defaultIn = (manager: Value): Value | undefined =>
  manager.kind === 'made' && manager.callee === DEFAULT ? manager.given.positional[0] : undefined;
