import { rangeOf } from '../../basics/range';
import type { Setting } from '../../catalogue';
import { argumentFor } from '../../dataflow/calls/argument-values';
import { truth } from '../../dataflow/calls/known-values';
import type { Inferred } from '../../dataflow/calls/types';
import { VALUE_ERROR } from '../../python/exceptions';
import type { CallRule } from './call-rule';
import { removalOf, replaceNode } from './support/edits';

/** A rule about an argument of optimizers with values that need gradient accumulation. */
function needsAccumulation(
  setting: Setting,
  needs: (value: Inferred) => boolean,
  message: (name: string, accumulation: string) => string,
  info: Pick<CallRule, 'code' | 'severity' | 'summary' | 'details' | 'messages' | 'bad' | 'good'>,
): CallRule {
  return {
    ...info,
    raises: () => VALUE_ERROR,
    checkCall(call, { text }, report) {
      const argument = argumentFor(call, setting);
      const accumulation = argumentFor(call, 'gradient_accumulation_status');
      if (!argument || !accumulation || truth(accumulation.value) !== false || !needs(argument.value)) return;
      report({
        ...rangeOf(argument.node),
        message: message(argument.name, accumulation.name),
        related: [{ ...rangeOf(accumulation.node), message: 'It is turned off here.' }],
        fixes: () => [
          {
            title: 'Turn gradient accumulation on',
            changes: [replaceNode(accumulation.node, 'True')],
            preferred: true,
          },
          ...removalOf(text, call.node, argument.name).map((fix) => ({ ...fix, preferred: false })),
        ],
      });
    },
  };
}

const example = (call: string) => `import tensorflow as tf

tf.tpu.experimental.embedding.${call}`;

export const clipvalueWithoutAccumulation = needsAccumulation(
  'gradient_clipping_limits',
  ({ kind }) => kind !== 'none' && kind !== 'unknown',
  (name, accumulation) => `\`${name}\` needs \`${accumulation}=True\`. Turn it on, or remove \`${name}\`.`,
  {
    code: 'clipvalue-without-accumulation',
    severity: 'error',
    summary: '`clipvalue` is given, but gradients are not accumulated.',
    details:
      'The sum of the gradients of a row is clipped, and only `use_gradient_accumulation` computes it. Without it, ' +
      'TensorFlow raises `ValueError` for anything but `None`, even for 0.',
    messages: {
      'When `use_gradient_accumulation` is False, gradient clipping cannot be used':
        '`clipvalue` is given with `use_gradient_accumulation=False`, and only summed gradients can be clipped. Leave out one of the two.',
    },
    bad: example('Adagrad(use_gradient_accumulation=False, clipvalue=1.0)'),
    good: example('Adagrad(clipvalue=1.0)'),
  },
);

export const decayWithoutAccumulation = needsAccumulation(
  'weight_decay_factor',
  (value) => truth(value) === true,
  (_, accumulation) =>
    `Weight decay needs \`${accumulation}=True\`: without it a row decays once per gradient.`,
  {
    code: 'decay-without-accumulation',
    severity: 'warning',
    summary: 'Weights decay without gradient accumulation, so rows that come up often decay more.',
    details:
      'A row decays whenever it is updated. With `use_gradient_accumulation` that is once per batch; without, once for ' +
      'each gradient, so that the decay depends on how often an id occurs. TensorFlow does not check.',
    bad: example('Adagrad(0.1, use_gradient_accumulation=False, weight_decay_factor=0.01)'),
    good: example('Adagrad(0.1, weight_decay_factor=0.01)'),
  },
);

export const nonLazyAdamWithoutAccumulation = needsAccumulation(
  'adam.use_non_lazy_adam',
  (value) => truth(value) === false,
  (name, accumulation) =>
    `\`${name}=False\` needs \`${accumulation}=True\`. Turn it on, or remove \`${name}\`.`,
  {
    code: 'non-lazy-adam-without-accumulation',
    severity: 'error',
    summary: '`lazy_adam=False` is given, but gradients are not accumulated.',
    details:
      'Adam that is not lazy updates all rows once per step, for which it needs the accumulated gradients. TensorFlow raises ' +
      '`ValueError`, and its message advises the opposite of what helps: `use_gradient_accumulation` must be `True`.',
    messages: {
      'When disabling lazy Adam (`lazy_adam=False`), gradient accumulation must be used':
        '`lazy_adam=False` needs `use_gradient_accumulation=True`; the message says False by a mistake of TensorFlow.',
    },
    bad: example('Adam(lazy_adam=False, use_gradient_accumulation=False)'),
    good: example('Adam(lazy_adam=False, use_gradient_accumulation=True)'),
  },
);
