import { Attached } from '../../basics/attached';
import { rangeOf } from '../../basics/range';
import type { ApiCall, PythonFile } from '../../dataflow/calls/python-file';
import { type Derivation, derivationOf } from '../../dataflow/derivation/derivation';
import { embeddingsIn } from '../../dataflow/derivation/embedding';
import { modelOf } from '../../dataflow/derivation/model';
import type { Call, Node } from '../../python/tree';
import { startOf } from '../../textproto/tree';
import type { Guard } from '../guard';
import { decayRateOutOfRange } from '../optimizer/decay-rate-out-of-range';
import { learningRateZero } from '../optimizer/learning-rate-zero';
import { notFinite } from '../optimizer/not-finite';
import { zeroHyperparameter } from '../optimizer/zero-hyperparameter';
import type { Rule } from '../rule';
import type { CallProblem, CallRule } from './call-rule';
import { judgeConfiguration, rulesOfBuilt } from './support/judge-configuration';

/** The rules for problems that no single call shows: sizes that depend on each other, and numbers that float32 rounds. */
const RULES: readonly Rule[] = [
  ...rulesOfBuilt,
  decayRateOutOfRange,
  learningRateZero,
  notFinite,
  zeroHyperparameter,
];

const program = (rate: string) => `import tensorflow as tf
embedding = tf.tpu.experimental.embedding

# float32 has no number as small as 1e-46: it becomes 0.
user = embedding.TableConfig(vocabulary_size=1000, dim=8, name='user')
features = {'user': embedding.FeatureConfig(user)}
model = embedding.TPUEmbedding(features, embedding.SGD(learning_rate=${rate}))`;

export const derivedConfiguration: CallRule = {
  code: 'derived-configuration',
  severity: 'warning',
  summary: 'The configuration that TensorFlow builds from an embedding object does not train well.',
  details:
    'TensorFlow builds a `TPUEmbeddingConfiguration` from the tables, features and optimizers of a `TPUEmbedding`. The rules ' +
    'for configurations and optimizers check it. Each problem is shown at the argument that causes it, unless another problem ' +
    'is shown there already. `tpu-embedding derive`, and "Show configuration" above the call, show the configuration itself.',
  bad: program('1e-46'),
  good: program('1e-4'),
  isLast: true,
  checkFile(file, report, guard) {
    const seen = new Set<string>();
    for (const problem of problemsOf(file, guard)) {
      // Many tables may share an optimizer.
      const key = `${problem.start} ${problem.end}`;
      if (!seen.has(key)) report(problem);
      seen.add(key);
    }
  },
};

function* problemsOf(file: PythonFile, guard: Guard): Generator<CallProblem> {
  for (const call of embeddingsIn(file)) {
    const found = problemsByCall.get(call) ?? judgeObject(derivationOf(call, {}), guard);
    problemsByCall.set(call, found);
    for (const { node, makers, message } of found) {
      yield {
        ...rangeOf(node ?? call.node.callee),
        message: `In the configuration that this makes: ${message}`,
        givesWayIn: makers,
      };
    }
  }
}

/** Cached by call: a call stays the same object across edits that do not change its arguments. */
const problemsByCall = new Attached<ApiCall, readonly DerivedProblem[]>();

/** A problem in a field of a derived configuration, and the place in the program that sets the field. */
interface DerivedProblem {
  readonly path: string;
  readonly node: Node | undefined;
  /** The calls that make the message with this field. */
  readonly makers: readonly Call[];
  readonly message: string;
}

export function judgeDerivation(
  { fields, makers, refused }: Derivation,
  guard: Guard,
): readonly DerivedProblem[] {
  const model = refused ? undefined : modelOf(fields);
  if (!model) return [];
  const { tree } = model.configuration.bound;
  const nodes = new Map(fields.map(({ path, node }) => [path, node]));
  const problems: DerivedProblem[] = [];
  judgeConfiguration(model.configuration, RULES, guard, (_rule, { span, message }) => {
    const path = model.pathAt(startOf(tree, span.section) + span.start);
    const own = makers.filter(({ prefix }) => prefix !== '' && `${path}.`.startsWith(tableOf(prefix)));
    problems.push({ path, node: nodeFor(path, nodes), makers: own.map(({ call }) => call), message });
  });
  return problems;
}

/** Without features, rules for files would ask for a batch size, which is no argument of these objects. */
const judgeObject = (derivation: Derivation, guard: Guard): readonly DerivedProblem[] =>
  derivation.refused || derivation.fields.some(({ path }) => path.startsWith('featureDescriptor'))
    ? judgeDerivation(derivation, guard)
    : [{ path: '', node: undefined, makers: [], message: NO_FEATURE }];

const NO_FEATURE =
  'there is no feature to look up. Give a `FeatureConfig` for each input, with an `output_shape` or a shape for `build`.';

/** The prefix of the paths of a table's or a feature's fields. */
const tableOf = (prefix: string) => prefix.slice(0, prefix.indexOf('.') + 1);

/** Where the program sets a field, or the message around it. */
export function nodeFor(path: string, nodes: ReadonlyMap<string, Node | undefined>): Node | undefined {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const node = nodes.get(at);
    if (node) return node;
  }
  return undefined;
}
