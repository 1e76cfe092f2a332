import type { Value } from '../dataflow/evaluator';
import { identical } from '../dataflow/evaluator/value';

/** Whether two functions are equal in Python's sense, so that they share a tag; undefined where that is not known. */
export function sameCallable(a: Value | undefined, b: Value | undefined): boolean | undefined {
  if (!a || !b) return undefined;
  if (a.kind !== b.kind) return LIKE_NO_OTHER.has(a.kind) && LIKE_NO_OTHER.has(b.kind) ? false : undefined;
  // Each evaluation of a definition makes defaults of its own.
  if (a.kind === 'function' && b.kind === 'function') return a.defaults === b.defaults;
  if (a.kind === 'made' && b.kind === 'made') return a.given === b.given;
  if (a.kind === 'reference' && b.kind === 'reference') return a.name === b.name || undefined;
  if (a.kind === 'partial' && b.kind === 'partial') {
    if (a.given === b.given) return true;
    return sameMethod(a, b) || undefined;
  }
  return undefined;
}

const LIKE_NO_OTHER: ReadonlySet<Value['kind']> = new Set<Value['kind']>(['function', 'made', 'partial']);

type Partial = Extract<Value, { kind: 'partial' }>;

/** A method of one object equals itself each time that it is looked up. */
function sameMethod(a: Partial, b: Partial): boolean {
  const isMethod = ({ callee, given }: Partial) =>
    callee.kind === 'function' && callee.owner && given.positional.length === 1 && given.keywords.size === 0;
  return (
    Boolean(isMethod(a) && isMethod(b)) &&
    sameCallable(a.callee, b.callee) === true &&
    identical(a.given.positional[0]!, b.given.positional[0]!) === true
  );
}
