import { type CallEvent, evaluationOf } from './evaluation';
import { type ApiCall, callOfEvent, type PythonFile } from './python-file';

/** A call of a method on an object that is made in the same text. */
export interface MethodCall extends ApiCall {
  /** The call that made the object. */
  readonly owner: ApiCall['node'];
}

const EMBEDDING_METHODS: ReadonlySet<string> = new Set(['embedding']);

/** The calls of methods of embedding objects. */
export function methodCalls({ tree }: PythonFile): readonly MethodCall[] {
  const evaluation = evaluationOf(tree);
  return tree.calls.flatMap((node) =>
    (evaluation.calls.get(node) ?? []).flatMap((event) => {
      const owner = ownerOf(event);
      return owner ? [Object.assign(Object.create(callOfEvent(tree, event)), { owner }) as MethodCall] : [];
    }),
  );
}

function ownerOf({ object }: CallEvent): ApiCall['node'] | undefined {
  const facts = object?.facts;
  return facts?.kind === 'instance' && EMBEDDING_METHODS.has(facts.entry.group) ? facts.call : undefined;
}
