import type { Rule } from '../rule';
import { assignWithoutAccumulation } from './assign-without-accumulation';
import { clippingLimitsInverted } from './clipping-limits-inverted';
import { decayRateOutOfRange } from './decay-rate-out-of-range';
import { dynamicTagGap } from './dynamic-tag-gap';
import { frequencyEstimatorDimension } from './frequency-estimator-dimension';
import { frequencyEstimatorRate } from './frequency-estimator-rate';
import { gradientClippingWithoutAccumulation } from './gradient-clipping-without-accumulation';
import { learningRateMissing } from './learning-rate-missing';
import { learningRateNegative } from './learning-rate-negative';
import { learningRateZero } from './learning-rate-zero';
import { negativeHyperparameter } from './negative-hyperparameter';
import { nonLazyWithoutAccumulation } from './non-lazy-without-accumulation';
import { notFinite } from './not-finite';
import { optimizerMissing } from './optimizer-missing';
import { packingWithoutEffect } from './packing-without-effect';
import { positiveLrPower } from './positive-lr-power';
import { quantizationWithoutLimits } from './quantization-without-limits';
import { stepCounterShared } from './step-counter-shared';
import { tooFewBuckets } from './too-few-buckets';
import { tooManySlots } from './too-many-slots';
import { userProgramShape } from './user-program-shape';
import { weightDecayUnsupported } from './weight-decay-unsupported';
import { weightDecayWithoutAccumulation } from './weight-decay-without-accumulation';
import { weightDecayWithoutFactor } from './weight-decay-without-factor';
import { zeroHyperparameter } from './zero-hyperparameter';

export const optimizerRules: readonly Rule[] = [
  assignWithoutAccumulation,
  clippingLimitsInverted,
  decayRateOutOfRange,
  dynamicTagGap,
  frequencyEstimatorDimension,
  frequencyEstimatorRate,
  gradientClippingWithoutAccumulation,
  learningRateMissing,
  learningRateNegative,
  learningRateZero,
  negativeHyperparameter,
  nonLazyWithoutAccumulation,
  notFinite,
  optimizerMissing,
  packingWithoutEffect,
  positiveLrPower,
  quantizationWithoutLimits,
  stepCounterShared,
  tooFewBuckets,
  tooManySlots,
  userProgramShape,
  weightDecayUnsupported,
  weightDecayWithoutAccumulation,
  weightDecayWithoutFactor,
  zeroHyperparameter,
];
