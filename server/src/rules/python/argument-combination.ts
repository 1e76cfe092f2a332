import { rangeOf } from '../../basics/range';
import { truth } from '../../dataflow/calls/known-values';
import { methodCalls } from '../../dataflow/calls/methods';
import { type ApiCall, argumentOf } from '../../dataflow/calls/python-file';
import { kerasCalls } from '../../dataflow/calls/translated-optimizers';
import { VALUE_ERROR } from '../../python/exceptions';
import { type CallRule, isCaught } from './call-rule';
import { removalOf } from './support/edits';

export const argumentCombination: CallRule = {
  code: 'argument-combination',
  severity: 'error',
  summary: 'Two arguments are given of which only one may be, or one without the other that it needs.',
  details:
    'Optimizers of Keras cut gradients in one way: by `clipnorm`, `clipvalue` or `global_clipnorm`. A retrieval layer takes ' +
    '`candidate_ids` only beside `candidate_embeddings`. Either raises `ValueError`. `None` counts as not given.',
  messages: {
    'Only one of `clipnorm`, `clipvalue` and `global_clipnorm` can be set':
      'An optimizer cuts gradients in one way only: keep one of `clipnorm`, `clipvalue` and `global_clipnorm`.',
    'You cannot provide `candidate_ids` without providing `candidate_embeddings`':
      'Ids of candidates are given without their vectors: pass `candidate_embeddings` too.',
  },
  bad: `import keras
import keras_rs

optimizer = keras.optimizers.Adagrad(0.1, clipnorm=1.0, clipvalue=0.5)
keras_rs.layers.TableConfig('items', 1000, 16, optimizer=optimizer)`,
  good: `import keras
import keras_rs

optimizer = keras.optimizers.Adagrad(0.1, clipnorm=1.0)
keras_rs.layers.TableConfig('items', 1000, 16, optimizer=optimizer)`,
  raises: () => VALUE_ERROR,
  checkFile(file, report) {
    for (const call of new Set([...file.calls, ...methodCalls(file), ...kerasCalls(file)])) {
      const { entry, node } = call;
      if (!entry.parameters.some(({ excludes, requires }) => excludes ?? requires)) continue;
      if (isCaught(argumentCombination, call, file)) continue;
      for (const { name, excludes = [], requires } of entry.parameters) {
        const value = argumentOf(call, name);
        if (!value || !isGiven(call, name)) continue;
        const other = excludes.find((each) => isGiven(call, each));
        const isOff = truth(call.typeOf(value)) === false;
        const isAlone = requires !== undefined && !isOff && isLeftOut(call, requires);
        if (other === undefined && !isAlone) continue;
        report({
          ...rangeOf(value),
          message:
            other === undefined
              ? `\`${name}\` needs \`${requires}\` beside it, which this call does not give.`
              : `\`${name}\` and \`${other}\` cannot both be given. Keep one of them.`,
          fixes: () => removalOf(file.text, node, name),
        });
      }
    }
  },
};

/** Whether a parameter certainly gets another value than `None`. */
function isGiven(call: ApiCall, parameter: string): boolean {
  const value = argumentOf(call, parameter);
  const kind = value && call.typeOf(value).kind;
  return kind !== undefined && kind !== 'none' && kind !== 'unknown';
}

/** Whether a parameter certainly gets `None`. */
function isLeftOut(call: ApiCall, parameter: string): boolean {
  const value = argumentOf(call, parameter);
  return value
    ? call.typeOf(value).kind === 'none'
    : call.arguments.every(({ kind }) => kind === 'positional' || kind === 'keyword');
}
