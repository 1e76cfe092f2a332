import { findEntry } from '../../catalogue';
import type { Arguments, Failure, Value } from '../../evaluator';

const INITIALIZER = /^(?:tensorflow\.(?:compat\.v2\.)?)?(?:keras\.)?initializers\.[A-Z]\w*$/;

/** A keyword argument that an initializer of Keras has in no release. */
export function initializerFailure(name: string, { keywords }: Arguments): Failure | undefined {
  const entry = INITIALIZER.test(name) ? findEntry(name) : undefined;
  const names = entry?.parameters.map((parameter) => parameter.name);
  // In TensorFlow 1 they take a dtype.
  const unknown = names && [...keywords.keys()].find((each) => !names.includes(each) && each !== 'dtype');
  return entry && names && unknown !== undefined
    ? { of: 'call', callee: entry.name, problem: { of: 'unknown', name: unknown, names } }
    : undefined;
}

/** The name of the class of an initializer of Keras. */
export const initializerIn = (object: Value): string | undefined =>
  object.kind === 'made' && INITIALIZER.test(object.callee) ? object.callee : undefined;
