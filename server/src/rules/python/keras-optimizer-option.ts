import { rangeOf } from '../../basics/range';
import {
  type Entry,
  inRange,
  LIBRARIES,
  type OptimizerOption,
  type OptimizerTranslation,
  type Parameter,
  rangeText,
} from '../../catalogue';
import { argumentValue, numberOf, truth } from '../../dataflow/calls/argument-values';
import { type ApiCall, argumentOf, type PythonFile } from '../../dataflow/calls/python-file';
import { callThatMakes } from '../../dataflow/calls/tables';
import type { Inferred } from '../../dataflow/calls/types';
import type { CallReport, CallRule } from './call-rule';
import { calleeRange, callName, quoted } from './support/binding';
import { removalOf } from './support/edits';

export const kerasOptimizerOption: CallRule = {
  code: 'keras-optimizer-option',
  severity: 'warning',
  summary: 'A table gets a Keras optimizer that cannot be translated, or only in part.',
  details:
    'TensorFlow Recommenders translates `SGD`, `Adagrad`, `Adam` and `Ftrl` of `tf.keras.optimizers.legacy` to their ' +
    'counterparts for embedding tables, and raises `ValueError` for all others. Options that the TPU does not know must keep ' +
    'their defaults: `momentum`, `nesterov`, `decay`, `amsgrad`, `clipnorm`, `clipvalue`, the shrinkage of `Ftrl` and the ' +
    '`epsilon` of `Adagrad`.',
  bad: `import tensorflow as tf
import tensorflow_recommenders as tfrs

tfrs.layers.embedding.TPUEmbedding(feature_config, tf.keras.optimizers.legacy.SGD(0.1, momentum=0.9))`,
  good: `import tensorflow as tf
import tensorflow_recommenders as tfrs

tfrs.layers.embedding.TPUEmbedding(feature_config, tf.keras.optimizers.legacy.SGD(0.1))`,
  checkFile(file, report) {
    for (const call of file.calls)
      for (const parameter of call.entry.parameters)
        if (parameter.translates) checkTranslated(call, parameter, parameter.translates, file, report);
  },
};

function checkTranslated(
  call: ApiCall,
  { name }: Parameter,
  translation: OptimizerTranslation,
  file: PythonFile,
  report: CallReport,
): void {
  const expression = argumentOf(call, name);
  const value = expression && call.typeOf(expression);
  if (value?.kind !== 'instance' || value.entry.group !== 'keras-optimizer') return;
  const { entry } = value;
  const library = LIBRARIES[call.entry.library].title;
  const reason = reasonAgainst(entry, translation);
  if (reason !== undefined) {
    report({ ...rangeOf(expression!), message: `${library} ${reason}` });
    return;
  }
  const optimizer = callThatMakes(value, file);
  if (!optimizer) return;
  for (const option of translation.options)
    if (!option.of || option.of.includes(entry.name))
      for (const each of option.names) checkOption(optimizer, each, option, library, file, report);
}

function reasonAgainst(
  { name, isLegacy }: Entry,
  { classes, from }: OptimizerTranslation,
): string | undefined {
  const known = quoted(classes ?? []);
  if (classes && !classes.includes(name)) return `has no \`${name}\` for embedding tables, only ${known}.`;
  return from === 'legacy' && !isLegacy
    ? `translates only Keras optimizers of \`tf.keras.optimizers.legacy\`. Use its \`${name}\`, or one of \`tf.tpu.experimental.embedding\`.`
    : undefined;
}

function checkOption(
  optimizer: ApiCall,
  name: string,
  option: OptimizerOption,
  library: string,
  { text }: PythonFile,
  report: CallReport,
): void {
  if (isTaken(argumentValue(optimizer, name), option)) return;
  const argument = optimizer.arguments.find((each) => each.value === argumentOf(optimizer, name));
  const of = `\`${name}\` of \`${callName(optimizer)}\``;
  const meant = typeof option.takes === 'object' ? `It must be${rangeText(option.takes)}.` : 'Remove it.';
  report({
    ...(argument ? rangeOf(argument) : calleeRange(optimizer)),
    message: `${library} refuses ${of}. ${meant}`,
    fixes: () => removalOf(text, optimizer.node, name),
  });
}

/** Whether an option makes no difference; an unknown value may be such. */
function isTaken(value: Inferred, { takes }: OptimizerOption): boolean {
  if (value.kind === 'none' || value.kind === 'unknown') return true;
  if (takes === undefined) return false;
  if (takes === 'false') return truth(value) !== true;
  const number = numberOf(value);
  return number === undefined || inRange(number, takes);
}
