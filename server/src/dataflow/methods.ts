import { bindArguments, findEntry } from '../catalogue';
import { kept } from '../python/kept';
import type { Section } from '../python/tree';
import { asArgument } from './arguments';
import type { ApiCall, PythonFile } from './python-file';
import { inferType } from './types';

/** Methods that only embedding objects have, so that what others have is not looked at. */
const METHODS: ReadonlySet<string> = new Set([
  'apply_gradients',
  'build',
  'dequeue',
  'embedding_lookup',
  'enqueue',
]);

/** A call of a method on an object that is made in the same text. */
export interface MethodCall extends ApiCall {
  /** The call that made the object. */
  readonly owner: ApiCall['node'];
}

/** The calls of methods of embedding objects. */
export const methodCalls = ({ tree }: PythonFile): readonly MethodCall[] =>
  tree.sections.flatMap((section) => methodCallsIn(tree, section) ?? []);

const methodCallsIn = kept((tree, { calls }: Section) =>
  calls.flatMap((node): MethodCall[] => {
    const { callee } = node;
    if (callee.kind !== 'attribute' || !METHODS.has(callee.name)) return [];
    const object = inferType(tree, callee.object);
    if (object.kind !== 'instance' || object.entry.group !== 'embedding') return [];
    const entry = findEntry(`${object.entry.id}.${callee.name}`);
    if (entry?.kind !== 'method') return [];
    return [
      { node, entry, binding: bindArguments(entry, node.arguments.map(asArgument)), owner: object.call },
    ];
  }),
);
