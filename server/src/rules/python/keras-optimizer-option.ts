import { excerpt } from '../../basics/excerpt';
import { rangeOf } from '../../basics/range';
import { findEntry, LIBRARIES, type Translation } from '../../catalogue';
import { argumentThatSets } from '../../dataflow/calls/python-file';
import type { TypeOf } from '../../dataflow/calls/types';
import type * as python from '../../python/tree';
import type { CallRule } from './call-rule';

export const kerasOptimizerOption: CallRule = {
  code: 'keras-optimizer-option',
  severity: 'warning',
  summary: 'A layer of TensorFlow Recommenders gets a Keras optimizer that it cannot translate.',
  details:
    'The layers translate `SGD`, `Adagrad`, `Adam` and `Ftrl` of `tf.keras.optimizers.legacy` to their counterparts for ' +
    'embedding tables, and raise `ValueError` for all others. Options that the TPU does not know must keep their ' +
    'defaults: `momentum`, `nesterov`, `decay`, `amsgrad`, `clipnorm`, `clipvalue`, the shrinkage of `Ftrl` and the `epsilon` ' +
    'of `Adagrad`.',
  bad: `import tensorflow as tf
import tensorflow_recommenders as tfrs

tfrs.layers.embedding.TPUEmbedding(feature_config, tf.keras.optimizers.legacy.SGD(0.1, momentum=0.9))`,
  good: `import tensorflow as tf
import tensorflow_recommenders as tfrs

tfrs.layers.embedding.TPUEmbedding(feature_config, tf.keras.optimizers.legacy.SGD(0.1))`,
  checkFile({ calls }, report) {
    for (const call of calls) {
      const { translatesOptimizers: kind } = LIBRARIES[call.entry.library];
      if (!kind || call.entry.role !== 'embedding') continue;
      const expression = argumentThatSets(call, 'optimization_parameters');
      const value = expression && call.typeOf(expression);
      if (!expression || value?.kind !== 'instance' || !value.entry.translation) continue;
      const { translation, name } = value.entry;
      const wrong = reasonAgainst(translation, name, kind);
      if (wrong !== undefined) {
        report({ ...rangeOf(expression), message: wrong });
        continue;
      }
      for (const argument of value.call?.arguments ?? []) {
        if (argument.name === undefined || !translation.refused.includes(argument.name)) continue;
        if (isDefault(call.typeOf, argument.name, argument.value)) continue;
        report({
          ...rangeOf(argument),
          message: `TPU embedding does not support \`${excerpt(argument.name)}\` of \`${name}\`, and the layer rejects it. Remove it.`,
        });
      }
    }
  },
};

function reasonAgainst(
  { to, legacy }: Translation,
  name: string,
  kind: 'legacy' | 'current',
): string | undefined {
  if (to === undefined)
    return `\`${name}\` has no counterpart for embedding tables. Use \`SGD\`, \`Adagrad\`, \`Adam\` or \`FTRL\` of \`tf.tpu.experimental.embedding\`.`;
  return legacy || kind === 'current'
    ? undefined
    : `The layer translates Keras optimizers of \`tf.keras.optimizers.legacy\` only. Use \`${findEntry(to)!.name}\` of \`tf.tpu.experimental.embedding\`.`;
}

/** Keras turns all of these off by default, except for a small number that keeps Adagrad from dividing by 0. */
function isDefault(typeOf: TypeOf, name: string, expression: python.Expression): boolean {
  const value = typeOf(expression);
  switch (value.kind) {
    case 'none':
      return true;
    case 'bool':
      return value.value !== true;
    case 'int':
    case 'float':
      return value.value === undefined || Number(value.value) === (name === 'epsilon' ? 1e-7 : 0);
    default:
      return true;
  }
}
