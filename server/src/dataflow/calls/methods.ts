import { once } from '../../basics/once';
import type { Section, Tree } from '../../python/tree';
import { type CallEvent, cachedWhileObserved, dependOnAll, evaluationOf } from './evaluation';
import { type ApiCall, callOfEvent, type PythonFile } from './python-file';
import { instanceOf } from './types';

/** A method call on an object that is made in the same text. */
interface MethodCall extends ApiCall {
  /** The call that made the object. */
  readonly owner: ApiCall['node'];
}

const EMBEDDING_METHODS: ReadonlySet<string> = new Set(['embedding']);

/** The calls of methods of embedding objects. */
export function methodCalls({ tree }: PythonFile): readonly MethodCall[] {
  dependOnAll(tree);
  return inTree(tree);
}

const inTree = once((tree: Tree) => tree.sections.flatMap((section) => methodCallsIn(tree, section) ?? []));

const methodCallsIn = cachedWhileObserved((tree, { nodes }: Section) =>
  nodes.call.flatMap((node) =>
    (evaluationOf(tree).callsAt(node) ?? []).flatMap((event) => {
      const owner = ownerOf(event);
      return owner ? [Object.assign(Object.create(callOfEvent(event)), { owner }) as MethodCall] : [];
    }),
  ),
);

function ownerOf({ object }: CallEvent): ApiCall['node'] | undefined {
  const made = instanceOf(object);
  return made && EMBEDDING_METHODS.has(made.entry.group) ? made.call : undefined;
}
