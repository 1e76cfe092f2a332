import { rangeOf } from '../../basics/range';
import { parameterFor } from '../../catalogue';
import { argumentFor } from '../../dataflow/calls/argument-values';
import { numberOf } from '../../dataflow/calls/known-values';
import type { ApiCall, PythonFile } from '../../dataflow/calls/python-file';
import type * as python from '../../python/tree';
import type { CallReport, CallRule } from './call-rule';
import { replaceNode } from './support/edits';

export const limitsInverted: CallRule = {
  code: 'limits-inverted',
  severity: 'warning',
  summary: 'A lower limit is not below the upper one.',
  details:
    'TensorFlow does not compare the two. Clipping then returns one of the limits for every value: all weights or ' +
    'gradients become the same. The ops for SparseCores do compare them, but only when the step runs. `QuantizationConfig` of ' +
    'jax-tpu-embedding raises `ValueError`, so there it is an error.',
  messages: {
    'min_value must be < max_value':
      'The limits of a quantization are not in order: `min_value` must be below `max_value`.',
    'must be less than quantization_max_value, got':
      'The limits of a quantization are not in order: the lower must be below the upper.',
    'clip_weight_min must be smaller or equal to clip_weight_max':
      '`clip_weight_min` is above `clip_weight_max`.',
    'min_value must be less than or equal to max_value, got': 'A lower limit is above the upper one.',
  },
  bad: `import tensorflow as tf

tf.tpu.experimental.embedding.SGD(clip_weight_min=1.0, clip_weight_max=-1.0)`,
  good: `import tensorflow as tf

tf.tpu.experimental.embedding.SGD(clip_weight_min=-1.0, clip_weight_max=1.0)`,
  checkCall(call, file, report) {
    const lower = argumentFor(call, 'clipping_limits.lower');
    const upper = argumentFor(call, 'clipping_limits.upper');
    const type = parameterFor(call.entry, 'clipping_limits.lower')?.type;
    const isCompared = type?.of === 'float' && type.belowOf !== undefined;
    if (lower && upper)
      compare(
        call,
        lower.node,
        upper.node,
        `\`${lower.name}\``,
        `\`${upper.name}\``,
        file,
        isCompared ? (found) => report({ ...found, severity: 'error' }) : report,
      );
    const both = argumentFor(call, 'gradient_clipping_limits');
    if (both?.value.kind !== 'tuple' || both.value.elements?.length !== 2) return;
    const [least, most] = both.value.elements;
    compare(call, least!, most!, `The lower limit of \`${both.name}\``, 'the upper one', file, report);
  },
};

function compare(
  { typeOf }: ApiCall,
  lower: python.Expression,
  upper: python.Expression,
  lowerName: string,
  upperName: string,
  { text }: PythonFile,
  report: CallReport,
): void {
  const low = numberOf(typeOf(lower));
  const high = numberOf(typeOf(upper));
  if (low === undefined || high === undefined || low < high || Number.isNaN(low + high)) return;
  report({
    ...rangeOf(lower),
    message:
      low > high
        ? `${lowerName} is not below ${upperName}. Swap them.`
        : `${lowerName} is not below ${upperName}: with equal limits, every value becomes that limit.`,
    fixes: () =>
      low === high
        ? []
        : [
            {
              title: 'Swap the limits',
              changes: [
                replaceNode(lower, text.slice(upper.start, upper.end)),
                replaceNode(upper, text.slice(lower.start, lower.end)),
              ],
              preferred: true,
            },
          ],
  });
}
