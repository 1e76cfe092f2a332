// The effect of simulated quantization on the weights that are looked up.
import { lookup } from '../../../server/src/optimizers';
import { t } from './l10n';
import { frame, type Run } from './run';

export interface Quantized {
  stored: Float32Array;
  lookedUp: Float32Array;
  lower: number;
  upper: number;
  /** A sentence that describes it. */
  sentence: string;
}

/** The quantized weights of a state; undefined without quantization, or if its limits are invalid. */
export function quantized(run: Run, step: number): Quantized | undefined {
  const { quantization } = run.settings;
  if (!quantization) return undefined;
  const { lower, upper, buckets } = quantization;
  if (!(upper > lower) || upper - lower === Infinity || buckets < 2) return undefined;
  const { rows, columns } = run;
  const stored = frame(run, 'parameters', step);
  const lookedUp = lookup(run.settings, { rows, columns, data: stored }).data;
  const inside = [...stored.keys()].filter((i) => stored[i]! >= lower && stored[i]! <= upper);
  const error = Math.max(0, ...inside.map((i) => Math.abs(lookedUp[i]! - stored[i]!)));
  const distance = (upper - lower) / (buckets - 1);
  const sentence = [
    t(
      'Look-ups see {0} values from {1} to {2}, {3} apart; the table keeps full precision.',
      ...[buckets, short(lower), short(upper), short(distance)],
    ),
    t(
      '{0} of {1} weights lie outside and count as the nearest limit.',
      stored.length - inside.length,
      stored.length,
    ),
    t('The others are off by up to {0}.', short(error)),
  ].join(' ');
  return { stored, lookedUp, lower, upper, sentence };
}

const short = (value: number) => String(Number(value.toPrecision(3)));
