import { pathInTensorFlow } from '../../catalogue/names';
import signatures from '../../catalogue/tensorflow/signatures.json';
import type { Arguments, Failure } from '../../evaluator';
import type { CallProblem } from '../../evaluator/evaluator';
import { isStraight } from '../../evaluator/failures';
import { about } from './by-package';

/** How a function of TensorFlow can be called, in any release. */
interface Signature {
  readonly most: number;
  readonly names: readonly string[];
  readonly needed: readonly string[];
}

const SIGNATURES: ReadonlyMap<string, Signature> = new Map(
  signatures.map((line) => {
    const [name = '', most, ...parameters] = line.split(' ');
    const names = parameters.map((each) => each.replace('!', ''));
    return [
      name,
      { most: Number(most), names, needed: names.filter((_, i) => parameters[i]!.endsWith('!')) },
    ];
  }),
);

/** A call of a function of TensorFlow with arguments that it does not take. */
export const signatureFailure = about<Failure>(
  (name) => SIGNATURES.has(pathInTensorFlow(name) ?? ''),
  (name, given, _node, ev) => {
    const short = pathInTensorFlow(name);
    const signature = short === undefined ? undefined : SIGNATURES.get(short);
    if (!signature || given.hasUnknownArguments || !isStraight(ev)) return undefined;
    const problem = problemOf(short!, signature, given);
    return problem && { of: 'call', callee: `tf.${short}`, problem };
  },
);

function problemOf(
  name: string,
  { most, names, needed }: Signature,
  { positional, keywords }: Arguments,
): CallProblem | undefined {
  if (positional.length > most) return { of: 'count', most, given: positional.length };
  const unknown = [...keywords.keys()].find((each) => !names.includes(each));
  if (unknown !== undefined) return { of: 'unknown', name: unknown, names };
  const missing = needed.find((each) => names.indexOf(each) >= positional.length && !keywords.has(each));
  if (missing !== undefined) return { of: 'missing', name: missing };
  // It refuses only both missing together.
  const isUntyped =
    name === 'data.Dataset.from_generator' &&
    positional.length < 2 &&
    !keywords.has('output_types') &&
    !keywords.has('output_signature');
  return isUntyped ? { of: 'missing', name: 'output_signature' } : undefined;
}
