import { rangeOf } from '../../basics/range';
import {
  type Entry,
  inRange,
  LIBRARIES,
  type OptimizerOption,
  type OptimizerTranslation,
  rangeText,
} from '../../catalogue';
import { placeOf, type Target } from '../../catalogue/targets';
import { argumentValue } from '../../dataflow/calls/argument-values';
import { numberOf, truth } from '../../dataflow/calls/known-values';
import { argumentOf, type PythonFile } from '../../dataflow/calls/python-file';
import { keepsAllTables, usersOf } from '../../dataflow/calls/tables';
import { type TranslatedOptimizer, translatedOptimizers } from '../../dataflow/calls/translated-optimizers';
import type { Inferred } from '../../dataflow/calls/types';
import type { Severity } from '../rule';
import type { CallReport, CallRule } from './call-rule';
import { argumentMismatches } from './mismatches';
import { calleeRange, callName, quoted } from './support/binding';
import { removalOf } from './support/edits';
import { targetsFor } from './support/targets';

export const kerasOptimizerOption: CallRule = {
  code: 'keras-optimizer-option',
  severity: 'warning',
  summary: 'A table gets a Keras optimizer that cannot be translated, or only in part.',
  details:
    'On SparseCores, keras-rs translates `SGD`, `Adagrad`, `Adam` and `Ftrl` of Keras 3 to optimizers for embedding tables. ' +
    'It refuses `momentum`, `nesterov`, `amsgrad`, `clipnorm`, `global_clipnorm`, `use_ema`, `loss_scale_factor`, the ' +
    '`epsilon` of `Adagrad` and the shrinkage of `Ftrl`: with JAX when the layer is built, with TensorFlow when it is made. It ' +
    'drops `clipvalue` and `gradient_accumulation_steps` without a word, and `weight_decay` with JAX, which TensorFlow refuses. ' +
    'Off SparseCores the optimizer of the model trains the table, and nothing is translated.\n\n' +
    'TensorFlow Recommenders translates those of `tf.keras.optimizers.legacy` only, raises `ValueError` for all others, and ' +
    'refuses these options as well, `clipvalue` and `decay` included. Its `PartialTPUEmbedding` looks at the optimizer only if ' +
    'a table has more rows than `size_threshold`.',
  messages: {
    'Unsupported optimizer option {name}.':
      'The optimizer of a table sets `{name}`, which SparseCores do not have. Leave it at its default.',
    'Keras optimizer {name} is unsupported for TPU Embedding':
      'TensorFlow Recommenders cannot translate {name} of Keras. Use SGD, Adagrad, Adam or Ftrl.',
    'is an unsupported optimizer class. Please pass a Keras optimizer':
      'The optimizer of a table is none of Keras.',
    'Unsupported optimizer option `Optimizer.{name}`':
      'SparseCores cannot do `{name}` of a Keras optimizer. Leave it out for tables.',
    'Unsupported optimizer option `{name}`':
      'SparseCores cannot do `{name}` of a Keras optimizer. Leave it out for tables.',
    'New Keras optimizer cannot work with TPUEmbedding':
      'The layer of TensorFlow Recommenders takes optimizers of `tf.keras.optimizers.legacy` only, or those of `tf.tpu.experimental.embedding`.',
    'is unsupported for TPU embeddings':
      'An option of a Keras optimizer has no counterpart for embedding tables on TPUs. Leave it out.',
    '`keras.optimizers.legacy` is not supported in Keras 3':
      'Optimizers of `keras.optimizers.legacy` need Keras 2: install `tf_keras` and set `TF_USE_LEGACY_KERAS=1`.',
  },
  bad: `import keras
import keras_rs

optimizer = keras.optimizers.SGD(0.1, momentum=0.9)
keras_rs.layers.TableConfig(name='items', vocabulary_size=1000, embedding_dim=16, optimizer=optimizer)`,
  good: `import keras
import keras_rs

optimizer = keras.optimizers.SGD(0.1)
keras_rs.layers.TableConfig(name='items', vocabulary_size=1000, embedding_dim=16, optimizer=optimizer)`,
  checkFile(file, report) {
    for (const translated of translatedOptimizers(file))
      if (!keepsAllTables(translated.call, file)) checkTranslated(translated, file, report);
  },
};

function checkTranslated(translated: TranslatedOptimizer, file: PythonFile, report: CallReport): void {
  const { call, expression, entry, translation } = translated;
  const reason = reasonAgainst(entry, translation);
  if (reason !== undefined) {
    report({ ...rangeOf(expression), message: `${titleOf(translated)} ${reason}` });
    return;
  }
  // Another rule says that no optimizer of this class is taken.
  if (argumentMismatches(call, file).some(({ node }) => node === expression)) return;
  const possible = targetsFor(call, file);
  for (const option of translation.options) {
    if (option.of && !option.of.includes(entry.name)) continue;
    const on = option.on ?? translation.on;
    const targets = on ? possible.filter((target) => on.includes(target)) : possible;
    if (on && targets.length === 0) continue;
    for (const name of option.names)
      checkOption(name, option, { ...translated, possible, targets }, file, report);
  }
}

const titleOf = ({ call }: TranslatedOptimizer) => LIBRARIES[call.entry.library].title;

function reasonAgainst(
  { name, isLegacy }: Entry,
  { classes, from }: OptimizerTranslation,
): string | undefined {
  if (classes && !classes.includes(name))
    return `has no \`${name}\` for embedding tables, only ${quoted(classes)}.`;
  return from === 'legacy' && !isLegacy
    ? `translates only Keras optimizers of \`tf.keras.optimizers.legacy\`. Use its \`${name}\`, or one of \`tf.tpu.experimental.embedding\`.`
    : undefined;
}

/** A translated optimizer, the targets that its table may be on, and those of them that a fact holds on. */
interface Placed extends TranslatedOptimizer {
  readonly possible: readonly Target[];
  readonly targets: readonly Target[];
}

function checkOption(
  name: string,
  option: OptimizerOption,
  placed: Placed,
  file: PythonFile,
  report: CallReport,
): void {
  const { optimizer, possible, targets } = placed;
  if (!optimizer || isTaken(argumentValue(optimizer, name), option)) return;
  const argument = optimizer.arguments.find((each) => each.value === argumentOf(optimizer, name));
  const where = targets.length === 0 ? '' : ` ${placeOf(targets, possible)}`;
  const of = `\`${name}\` of \`${callName(optimizer)}\`${where}`;
  const { takes } = option;
  report({
    ...(argument ? rangeOf(argument) : calleeRange(optimizer)),
    severity: severityOf(option, placed, file),
    message:
      option.verdict === 'ignored'
        ? `${titleOf(placed)} drops ${of}: it has no effect there.`
        : `${titleOf(placed)} refuses ${of}. ${typeof takes === 'object' ? `It must be${rangeText(takes)}.` : 'Remove it.'}`,
    fixes: () => removalOf(file.text, optimizer.node, name),
  });
}

/** It is certain to fail where each target refuses it, and something is known to use the table. */
function severityOf(
  { verdict }: OptimizerOption,
  { call, possible, targets }: Placed,
  file: PythonFile,
): Severity {
  const isEverywhere = targets.length > 0 && targets.length === possible.length;
  return verdict === 'refused' && isEverywhere && usersOf(call, file).length > 0 ? 'error' : 'warning';
}

/** Whether an option makes no difference; an unknown value may be such. */
function isTaken(value: Inferred, { takes }: OptimizerOption): boolean {
  if (value.kind === 'unknown') return true;
  if (typeof takes === 'object') {
    const number = numberOf(value);
    // What is no number is not compared with one.
    return number === undefined ? value.kind !== 'none' && value.kind !== 'str' : inRange(number, takes);
  }
  return value.kind === 'none' || (takes === 'false' && truth(value) !== true);
}
