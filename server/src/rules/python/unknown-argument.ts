import { excerpt } from '../../basics/excerpt';
import {
  type ArgumentProblem,
  entryIn,
  type Parameter,
  parameterFor,
  parameterLifetime,
  type Setting,
} from '../../catalogue';
import type { ApiCall, PythonFile } from '../../dataflow/calls/python-file';
import { isAlike } from '../../dataflow/calls/suggested-arguments';
import type { Inferred } from '../../dataflow/calls/types';
import type * as python from '../../python/tree';
import { takes } from './mismatches';
import { bindingRule, callName } from './support/binding';
import { removeArgument, respelling } from './support/edits';
import { removalOf } from './support/lifetime-words';

export const unknownArgument = bindingRule(
  {
    code: 'unknown-argument',
    summary: 'An argument has a name that the call does not take.',
    details:
      'The call raises `TypeError`. What TensorFlow infers from other arguments, such as `N` and `T` of a raw op, cannot be ' +
      'given either. Code for other releases is not reported: a branch that a check of the version, of `hasattr` or of ' +
      'the signature keeps from running, and code that catches `TypeError`.',
    messages: {
      "{call:ours}() got an unexpected keyword argument '{name}'":
        '`{call}` takes no argument `{name}`. It may have another name here, as libraries name the same things differently, or another release has it.',
      'Unrecognized keyword arguments passed to {call:ours}: {names}':
        '`{call}` does not take the arguments {names}',
      'Argument(s) not recognized:':
        'The optimizer of Keras does not take an argument of this name. `lr` is `learning_rate`, and `decay` is gone.',
      'ValueError: Protocol message {message} has no "{field}" field':
        '`{message}` is made with the field `{field}`, which it does not have.',
    },
    bad: `import tensorflow as tf

tf.tpu.experimental.embedding.Adagrad(lr=0.1)`,
    good: `import tensorflow as tf

tf.tpu.experimental.embedding.Adagrad(learning_rate=0.1)`,
  },
  'unknown',
  (problems, call, file, report) => {
    const { text } = file;
    for (const problem of problems) {
      // If other releases have it, `newer-api` reports it.
      if (call.entry.parameters.some(({ name }) => name === problem.name)) continue;
      const argument = call.arguments[problem.argument.index]!;
      const meant = meantName(call, problem, file);
      report({
        start: argument.start,
        end: argument.nameEnd,
        message: `\`${callName(call)}\` takes no \`${excerpt(problem.name)}\`${removal(call, problem.name, meant, file) ?? advice(call, problem.name, meant)}`,
        fixes: () => [
          ...(meant !== undefined && isAccepted(meant, argument.value, call, file)
            ? [
                respelling(
                  { start: argument.start, end: argument.nameEnd },
                  problem.name,
                  meant,
                  call.entry.parameters.map(({ name }) => name),
                ),
              ]
            : []),
          { title: `Remove ${excerpt(problem.name)}`, changes: [removeArgument(text, call.node, argument)] },
        ],
      });
    }
  },
);

/** The words for an argument that earlier releases took. */
function removal(
  { entry }: ApiCall,
  name: string,
  meant: string | undefined,
  file: PythonFile,
): string | undefined {
  const lifetime = parameterLifetime(entry, name);
  const verdict = lifetime && removalOf('It', lifetime, file);
  const instead = meant === undefined ? 'Remove it.' : `Did you mean \`${meant}\`?`;
  return verdict && ` any more. ${verdict.message} ${sentence(entry.lacks?.get(name) ?? instead)}`;
}

const sentence = (words: string) => words[0]!.toUpperCase() + words.slice(1);

/** The parameters that the program's release has. */
const parametersOf = ({ entry }: ApiCall, { environment }: PythonFile) =>
  entryIn(entry, environment).parameters;

function isAccepted(name: string, value: python.Expression, call: ApiCall, file: PythonFile): boolean {
  const parameter = parametersOf(call, file).find((candidate) => candidate.name === name);
  return parameter !== undefined && takes(parameter, value, call, file);
}

/** Names that libraries and their versions have for a setting. */
const NAMES: ReadonlyMap<string, Setting> = new Map(
  Object.entries<Setting>({
    name: 'name',
    lr: 'learning_rate',
    dim: 'dimension',
    dimension: 'dimension',
    embedding_dim: 'dimension',
    embedding_dimension: 'dimension',
    output_dim: 'dimension',
    width: 'dimension',
    vocabulary_size: 'vocabulary_size',
    input_dim: 'vocabulary_size',
    num_embeddings: 'vocabulary_size',
    num_buckets: 'vocabulary_size',
    embeddings_initializer: 'initializer',
    pooling: 'combiner',
    table_id: 'name',
    weight_decay: 'weight_decay_factor',
    clip_gradient_min: 'gradient_clipping_limits',
    clip_gradient_max: 'gradient_clipping_limits',
    features: 'features',
    features_config: 'features',
    feature_config: 'features',
    feature_configs: 'features',
    feature_specs: 'features',
    table: 'table_id',
    table_spec: 'table_id',
    table_config: 'table_id',
  }),
);

/** Names for arguments of ops, and of single optimizers. */
const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    learning_rate: 'learning_rates',
    gradients: 'inputs',
    activations: 'inputs',
    row_splits: 'sample_splits',
    tpu_embedding_config: 'config',
    initial_accumulator: 'initial_accumulator_value',
    l1: 'l1_regularization_strength',
    l2: 'l2_regularization_strength',
    lr_power: 'learning_rate_power',
    eps: 'epsilon',
  }),
);

/** The parameter that an unknown name was probably meant for, if one has no argument yet. */
export function meantName(
  call: ApiCall,
  problem: Extract<ArgumentProblem, { kind: 'unknown' }>,
  file: PythonFile,
): string | undefined {
  const { name, nearest } = problem;
  // An argument that is not bound takes no parameter.
  const free = (candidate: string) =>
    !call.binding.arguments.has(candidate) &&
    parametersOf(call, file).some((parameter) => parameter.name === candidate);
  if (INFERRED.test(name) && call.entry.op) return undefined;
  const setting = NAMES.get(name);
  const alias = [setting && parameterFor(call.entry, setting)?.name, ALIASES.get(name)].find(
    (candidate) => candidate !== undefined && free(candidate),
  );
  if (alias !== undefined) return alias;
  const { value } = call.arguments[problem.argument.index]!;
  if (nearest !== undefined && isAccepted(nearest, value, call, file)) return nearest;
  return (call.entry.lacks?.has(name) ? undefined : onlyRemaining(problem, call, file)) ?? nearest;
}

/** The only free parameter that fits the value, and either starts with the name or is required. */
function onlyRemaining(
  { name, argument }: Extract<ArgumentProblem, { kind: 'unknown' }>,
  call: ApiCall,
  file: PythonFile,
): string | undefined {
  const { value } = call.arguments[argument.index]!;
  const remaining = parametersOf(call, file).filter(
    (parameter) => !call.binding.arguments.has(parameter.name) && takes(parameter, value, call, file),
  );
  const only = (found: readonly Parameter[]) => (found.length === 1 ? found[0]!.name : undefined);
  const lacking = remaining.filter(({ required }) => required);
  const isOnlyMistake = call.binding.problems.every(
    (other) =>
      (other.kind === 'unknown' && other.name === name) ||
      (other.kind === 'missing' && other.parameters.length === 1),
  );
  return (
    only(lacking.filter((parameter) => isAlike(name, parameter.name))) ??
    only(remaining.filter((parameter) => parameter.name.startsWith(`${name}_`))) ??
    // If only one required parameter fits, it is meant whatever the name. Numbers and strings fit too many.
    (isOnlyMistake && !SAYS_LITTLE.has(call.typeOf(value).kind) ? only(lacking) : undefined)
  );
}

const SAYS_LITTLE: ReadonlySet<Inferred['kind']> = new Set<Inferred['kind']>([
  'unknown',
  'none',
  'int',
  'float',
  'bool',
  'str',
]);

/** Attributes that TensorFlow works out by itself. */
const INFERRED = /^(?:N+|T\d?|NumTables)$/;

function advice(call: ApiCall, name: string, meant: string | undefined): string {
  const own = call.entry.lacks?.get(name);
  if (own) return `: ${own}`;
  if (INFERRED.test(name) && call.entry.op)
    return ': TensorFlow infers it from the other arguments. Remove it.';
  if (meant !== undefined) return `. Did you mean \`${meant}\`?`;
  return '. Remove it.';
}
