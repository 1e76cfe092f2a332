import { findEntry } from '../../catalogue';
import type { Failure, Value } from '../../evaluator';
import { refused } from '../../evaluator/refusals';
import { about } from './by-package';

const INITIALIZER = /^(?:tensorflow\.(?:compat\.v2\.)?)?(?:keras\.)?initializers\.[A-Z]\w*$/;

/** Those of JAX that are initializers themselves rather than make one. */
const CONSTANT = /^jax\.nn\.initializers\.(?:zeros|ones)$/;

/** A keyword argument that an initializer of Keras has in no release, or a call of one that only the library should call. */
export const initializerFailure = about<Failure>(
  (name) => CONSTANT.test(name) || INITIALIZER.test(name),
  (name, { keywords, positional, hasUnknownArguments }) => {
    if (CONSTANT.test(name) && positional.length + keywords.size === 0 && !hasUnknownArguments)
      return refused(
        `\`${name}\` is an initializer itself and takes a key and a shape. Give it without a call`,
      );
    const entry = INITIALIZER.test(name) ? findEntry(name) : undefined;
    const names = entry?.parameters.map((parameter) => parameter.name);
    // In TensorFlow 1 they take a dtype.
    const unknown = names && [...keywords.keys()].find((each) => !names.includes(each) && each !== 'dtype');
    return entry && names && unknown !== undefined
      ? { of: 'call', callee: entry.name, problem: { of: 'unknown', name: unknown, names } }
      : undefined;
  },
);

/** The name of the class of an initializer of Keras. */
export const initializerIn = (object: Value): string | undefined =>
  object.kind === 'made' && INITIALIZER.test(object.callee) ? object.callee : undefined;
