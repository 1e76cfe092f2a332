import type { Arguments, Evaluator } from '../../evaluator';
import { fails, isJudged } from '../../evaluator/failures';
import type { Node } from '../../python/tree';

/** The arguments of Keras's initializers in all its releases. */
const PARAMETERS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    Constant: 'value',
    GlorotNormal: 'seed',
    GlorotUniform: 'seed',
    HeNormal: 'seed',
    HeUniform: 'seed',
    LecunNormal: 'seed',
    LecunUniform: 'seed',
    Orthogonal: 'gain seed',
    RandomNormal: 'mean stddev seed',
    RandomUniform: 'minval maxval seed',
    TruncatedNormal: 'mean stddev seed',
    VarianceScaling: 'scale mode distribution seed',
  }).map(([name, words]) => [name, words.split(' ')]),
);

const INITIALIZER = /^(?:tensorflow\.(?:compat\.v2\.)?)?(?:keras\.)?initializers\.(\w+)$/;

/** Notices a keyword argument that an initializer does not have. */
export function checkInitializer(name: string, { keywords }: Arguments, node: Node, ev: Evaluator): void {
  const [, callee = ''] = INITIALIZER.exec(name) ?? [];
  const names = PARAMETERS.get(callee);
  // In TensorFlow 1 they take a dtype.
  const unknown = names && [...keywords.keys()].find((each) => !names.includes(each) && each !== 'dtype');
  if (names && unknown !== undefined && isJudged(ev))
    fails(ev, node, { of: 'call', callee, problem: { of: 'unknown', name: unknown, names } });
}
