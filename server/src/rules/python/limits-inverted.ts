import { parameterFor } from '../../catalogue';
import { numberOf, settingOf } from '../../dataflow/calls/argument-values';
import { type ApiCall, argumentOf, type PythonFile } from '../../dataflow/calls/python-file';
import type * as python from '../../python/tree';
import type { CallReport, CallRule } from './call-rule';

export const limitsInverted: CallRule = {
  code: 'limits-inverted',
  severity: 'warning',
  language: 'python',
  summary: 'A lower limit is not below the upper one.',
  details:
    'TensorFlow does not compare the two. Clipping then returns one of the limits for every value: all weights or ' +
    'gradients become the same. The ops for SparseCores do compare them, but only when the step runs.',
  bad: `import tensorflow as tf

tf.tpu.experimental.embedding.SGD(clip_weight_min=1.0, clip_weight_max=-1.0)`,
  good: `import tensorflow as tf

tf.tpu.experimental.embedding.SGD(clip_weight_min=-1.0, clip_weight_max=1.0)`,
  checkCall(call, file, report) {
    if (call.entry.removed) return;
    const lower = parameterFor(call.entry, 'clipping_limits.lower')?.name;
    const upper = parameterFor(call.entry, 'clipping_limits.upper')?.name;
    if (lower !== undefined && upper !== undefined)
      compare(
        call,
        argumentOf(call, lower),
        argumentOf(call, upper),
        `\`${lower}\``,
        `\`${upper}\``,
        file,
        report,
      );
    checkPair(call, file, report);
  },
};

/** Both limits in one argument. */
function checkPair(call: ApiCall, file: PythonFile, report: CallReport): void {
  const name = parameterFor(call.entry, 'gradient_clipping_limits')?.name;
  const value = settingOf(call, 'gradient_clipping_limits');
  if (value.kind !== 'tuple' || value.elements?.length !== 2) return;
  const [lower, upper] = value.elements;
  compare(call, lower, upper, `The lower limit of \`${name}\``, 'the upper one', file, report);
}

function compare(
  { typeOf }: ApiCall,
  lower: python.Expression | undefined,
  upper: python.Expression | undefined,
  lowerName: string,
  upperName: string,
  { text }: PythonFile,
  report: CallReport,
): void {
  const low = lower && numberOf(typeOf(lower));
  const high = upper && numberOf(typeOf(upper));
  if (low === undefined || high === undefined || low < high || Number.isNaN(low + high)) return;
  report({
    start: lower!.start,
    end: lower!.end,
    message:
      low > high
        ? `${lowerName} is not below ${upperName}. Swap them.`
        : `${lowerName} is not below ${upperName}: with equal limits, every value becomes that limit.`,
    fixes: () =>
      [
        {
          title: 'Swap the limits',
          changes: [
            { start: lower!.start, end: lower!.end, newText: text.slice(upper!.start, upper!.end) },
            { start: upper!.start, end: upper!.end, newText: text.slice(lower!.start, lower!.end) },
          ].filter(() => low !== high),
          preferred: true,
        },
      ].filter(() => low !== high),
  });
}
