import { argumentValue, numberOf } from '../../dataflow/calls/argument-values';
import { type ApiCall, argumentOf, type PythonFile } from '../../dataflow/calls/python-file';
import type * as python from '../../python/tree';
import type { CallReport, CallRule } from './call-rule';

/** Parameters that are the ends of one range. */
const PAIRS = [
  ['clip_weight_min', 'clip_weight_max'],
  ['lower', 'upper'],
  ['quantization_config_low', 'quantization_config_high'],
] as const;

const GROUPS: ReadonlySet<string> = new Set(['optimizer', 'sparsecore-lookup', 'sparsecore-update']);

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
    const { group, role, removed } = call.entry;
    if (removed || (!GROUPS.has(group) && role !== 'quantization')) return;
    for (const [lower, upper] of PAIRS) {
      compare(
        call,
        argumentOf(call, lower),
        argumentOf(call, upper),
        `\`${lower}\``,
        `\`${upper}\``,
        file,
        report,
      );
    }
    checkClipvalue(call, file, report);
  },
};

function checkClipvalue(call: ApiCall, file: PythonFile, report: CallReport): void {
  const value = argumentValue(call, 'clipvalue');
  if (value.kind !== 'tuple' || value.elements?.length !== 2) return;
  const [lower, upper] = value.elements;
  compare(call, lower, upper, 'The lower limit of `clipvalue`', 'the upper one', file, report);
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
