import { findEntry } from '../../catalogue';
import type { Arguments, Evaluator, Value } from '../../evaluator';
import { fails, isJudged } from '../../evaluator/failures';
import type { Node } from '../../python/tree';

const INITIALIZER = /^(?:tensorflow\.(?:compat\.v2\.)?)?(?:keras\.)?initializers\.[A-Z]\w*$/;

/** Notices a keyword argument that an initializer of Keras has in no release. */
export function checkInitializer(name: string, { keywords }: Arguments, node: Node, ev: Evaluator): void {
  const entry = INITIALIZER.test(name) ? findEntry(name) : undefined;
  const names = entry?.parameters.map((parameter) => parameter.name);
  // In TensorFlow 1 they take a dtype.
  const unknown = names && [...keywords.keys()].find((each) => !names.includes(each) && each !== 'dtype');
  if (entry && names && unknown !== undefined && isJudged(ev))
    fails(ev, node, { of: 'call', callee: entry.name, problem: { of: 'unknown', name: unknown, names } });
}

/** The name of the class of an initializer of Keras. */
export const initializerIn = (object: Value): string | undefined =>
  object.kind === 'made' && INITIALIZER.test(object.callee) ? object.callee : undefined;
