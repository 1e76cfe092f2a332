import { isWithin, rangeOf } from '../../basics/range';
import { BACKENDS, placeOf, type Target } from '../../catalogue/targets';
import type { PythonFile } from '../../dataflow/calls/python-file';
import { backendOf, settingsOf } from '../../dataflow/calls/targets';
import type { CallProblem, CallRule } from './call-rule';
import { definitionOf } from './mismatches/shown-value';
import { calleeRange, callName } from './support/binding';
import { removalOf } from './support/edits';
import { isGuarded } from './support/guarded';
import { type JudgedArgument, judgedLater, mismatchAnywhere, type Outcome } from './support/later-uses';
import { type Refusal, refusedTogether } from './support/refused-together';

export const refusedLater: CallRule = {
  code: 'refused-later',
  severity: 'error',
  summary: 'An object is made with a value that the call which uses it refuses, on some hardware or on all.',
  details:
    'Tables and features of keras-rs and jax-tpu-embedding take any value; it fails, or does something else without a word, ' +
    'where the object is used. What that takes depends on what the program runs on: SparseCores or a CPU, and JAX or TensorFlow ' +
    'below Keras. An error is what fails on each of these, by one argument or by several together, a warning what fails on some. The backend is the one that the program ' +
    'sets in `KERAS_BACKEND` before it imports Keras, or the setting `tpuEmbedding.kerasBackend`; without either, any is ' +
    "possible. A table with `placement='sparsecore'` leaves only SparseCores.",
  messages: {
    "does not support the '{value}' placement":
      'Tables are placed on SparseCores, which this backend of Keras does not know: use JAX, or TensorFlow under a `TPUStrategy`.',
    'Unknown optimizer type {type}. Please pass a string optimizer name':
      "The optimizer of a table is {type}: neither a name, nor an optimizer of Keras or of TensorFlow's embedding.",
    'Unsupported optimizer type {type}. Optimizer must be one of':
      'SparseCores train with SGD, Adagrad, Adam and Ftrl only, and not with {type}.',
    "has unsupported placement '{value}'":
      "The placement of a table is '{value}', and must be 'auto', 'sparsecore' or 'default_device'.",
    "Unknown optimizer name '{name}'. Please use one of":
      "With TensorFlow, keras-rs knows the optimizers 'sgd', 'adagrad', 'adam' and 'ftrl' by name, in small letters.",
    'Unknown optimizer type {type}. Please pass an optimizername as a string':
      "The optimizer of a table is {type}: neither a name, nor an optimizer of Keras or of TensorFlow's embedding.",
    '`update_stats` cannot be True for the TensorFlow backend': '`update_stats=True` works with JAX only.',
    "Invalid `combiner`: '{value}', use one of":
      "keras-rs knows no combiner '{value}': it is 'mean', 'sum' or 'sqrtn', in small letters.",
    'Argument `name` must be a string and cannot contain character `/`':
      'The name of a table, or of a layer, is no text or holds a `/`.',
    "object has no attribute 'slot_variables_initializers'":
      'The optimizer of a table is None, a name or a class, not an optimizer object such as `AdagradOptimizerSpec()`.',
    'Unable to cast Python instance of type {type} to C++ type':
      'A table has a {type} where its C++ code needs a text or a whole number: its name, combiner, number of rows or a limit.',
    'rms_clip_threshold is not yet supported in LaProp optimizer':
      '`rms_clip_threshold` of LaProp is not implemented: leave it out.',
    'The `sparsecore` placement is not available on':
      "A table has `placement='sparsecore'`, and the program runs where there are no SparseCores. Use 'auto' where the same program also runs elsewhere.",
    'No SparseCores available, cannot use explicit `sparsecore` placement':
      "A table has `placement='sparsecore'`, and the program runs where there are no SparseCores. Use 'auto' where the same program also runs elsewhere.",
    'Could not interpret {what} identifier: {name}': 'Keras knows no {what} {name}.',
    "'NoneType' object has no attribute '_learning_rate'":
      'A table has no optimizer, and on SparseCores with JAX each needs one.',
    'Python integer {n:int} out of bounds for int32':
      'A limit or size of a table is {n}, which does not fit into 32 bits.',
    'Unsupported table stacking': '`table_stacking` has a value that the backend does not take.',
    'Learning rate callbacks should either take no parameters':
      'A learning rate is a function with more than one parameter. Let it take nothing, or the number of the step alone.',
    '`input_dim` must be a positive integer. Received:':
      'The number of rows of a table is no whole number above 0.',
    '`output_dim` must be a positive integer. Received:': 'The width of a table is no whole number above 0.',
  },
  bad: `import keras_rs

table = keras_rs.layers.TableConfig('videos', 1000, 16, combiner='sum', placement='tpu')
video = keras_rs.layers.FeatureConfig('video', table, input_shape=(8, 4), output_shape=(8, 16))
layer = keras_rs.layers.DistributedEmbedding([video])`,
  good: `import keras_rs

table = keras_rs.layers.TableConfig('videos', 1000, 16, combiner='sum', placement='auto')
video = keras_rs.layers.FeatureConfig('video', table, input_shape=(8, 4), output_shape=(8, 16))
layer = keras_rs.layers.DistributedEmbedding([video])`,
  checkFile(file, report) {
    const found = judgedLater(file).flatMap((judged) => {
      const problem = problemOf(judged, file);
      return problem && !(isUnsure(problem, file) && asksForTarget(judged, file))
        ? [{ judged, problem }]
        : [];
    });
    const together = refusedTogether(found.map(({ judged }) => judged)).map((refusals) =>
      problemTogether(refusals, file),
    );
    const problems = [...together, ...found.map(({ problem }) => problem)];
    const certain = new Set(problems.filter(({ severity }) => severity === 'error').map(placeIn));
    // Where a later call fails everywhere, it does not matter that an earlier one fails somewhere.
    for (const problem of problems)
      if (problem.severity === 'error' || !certain.has(placeIn(problem))) report(problem);
  },
};

const placeIn = ({ start, end }: CallProblem) => `${start}:${end}`;

/** Whether what the program asks about the hardware may make it right. */
const isUnsure = ({ severity }: CallProblem, { tree }: PythonFile) =>
  severity !== 'error' || backendOf(tree) !== undefined;

const asksForTarget = ({ call, user }: JudgedArgument, file: PythonFile) =>
  [call, user].some(({ node }) => isGuarded(file, node, '', ['target']));

function problemOf(judged: JudgedArgument, file: PythonFile): CallProblem | undefined {
  const { call, parameter, expression, user, outcomes } = judged;
  const possible = [...outcomes.keys()];
  const on = (...some: readonly Outcome[]) =>
    possible.filter((target) => some.includes(outcomes.get(target)!));
  const failing = on('fails', 'may fail');
  const delayed = on('fails when called');
  const wrong = on('goes wrong');
  const bad = [failing, delayed, wrong].find(({ length }) => length > 0) ?? [];
  if (bad.length === 0) return undefined;
  const isEverywhere = bad.length === possible.length;
  const mismatch = (isEverywhere && mismatchAnywhere(judged, file)) || judged.mismatches[0];
  const what = mismatch?.message ?? notTaken(judged);
  const where = (verb: string, targets: readonly Target[]) =>
    targets.length > 0 ? [`${verb} ${placeOf(targets, possible)}`] : [];
  const others = [
    ...where('fails once the layer gets ids', bad === delayed ? [] : delayed),
    ...where('goes wrong without a word', bad === wrong ? [] : wrong),
    ...where('is ignored', on('ignored')),
    ...where('works', on('works')),
  ];
  const rest = others.length > 0 ? ` It ${others.join(' and ')}.` : '';
  return {
    ...rangeOf(mismatch?.node ?? expression),
    message: isEverywhere ? what : `${sentenceStart(placeOf(bad, possible))}, ${continued(what)}${rest}`,
    severity: on('fails').length === possible.length ? 'error' : parameter.moves ? 'hint' : 'warning',
    related: [
      ...definitionOf(call, mismatch?.node ?? expression),
      ...(user === call ? [] : [{ ...calleeRange(user), message: `\`${callName(user)}\` uses it here.` }]),
      ...backendPlace(file),
    ],
    fixes: () =>
      mismatch?.fixes() ??
      (isWithin(expression, call.node) ? removalOf(file.text, call.node, parameter.name) : []),
  };
}

/** One error for arguments that leave no target together. */
function problemTogether([first, ...others]: readonly Refusal[], file: PythonFile): CallProblem {
  const problem = problemOf(first!.judged, file)!;
  const possible = [...first!.judged.outcomes.keys()];
  const places = others.map(({ targets, judged }) => ({
    where: placeOf(targets, possible),
    ...judged,
  }));
  const rest = places
    .map(({ where, parameter }) => `${where}, \`${parameter.name}\` is refused`)
    .join(', and ');
  return {
    ...problem,
    message: `${sentenceStart(placeOf(first!.targets, possible))}, ${whatIn(first!.judged)} ${sentenceStart(rest)}, so the layer fails wherever the program runs.`,
    severity: 'error',
    related: [
      ...places.map(({ where, expression }) => ({
        ...rangeOf(expression),
        message: `This is refused ${where}.`,
      })),
      ...(problem.related ?? []),
    ],
  };
}

function backendPlace({ tree }: PythonFile): NonNullable<CallProblem['related']> {
  const { early } = settingsOf(tree);
  const backend = backendOf(tree);
  return early && backend
    ? [{ start: early.start, end: early.end, message: `Keras runs on ${BACKENDS[backend]} by this.` }]
    : [];
}

const notTaken = ({ user, parameter }: JudgedArgument) =>
  `\`${callName(user)}\` does not take \`${parameter.name}\`.`;

const whatIn = (judged: JudgedArgument) => continued(judged.mismatches[0]?.message ?? notTaken(judged));

/** A sentence after the words that say where it holds. */
const continued = (sentence: string) => sentence.replace(/^An? /, (article) => article.toLowerCase());

const sentenceStart = (words: string) => words[0]!.toUpperCase() + words.slice(1);
