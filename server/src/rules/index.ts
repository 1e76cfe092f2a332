import { assignWithoutAccumulation } from './assign-without-accumulation';
import { batchSizeOverflow } from './batch-size-overflow';
import { batchSizeRequired } from './batch-size-required';
import { batchSizeWithFeatures } from './batch-size-with-features';
import { clippingLimitsInverted } from './clipping-limits-inverted';
import { coresPerReplicaNotPositive } from './cores-per-replica-not-positive';
import { decayRateOutOfRange } from './decay-rate-out-of-range';
import { dimensionNotPositive } from './dimension-not-positive';
import { dimensionPadding } from './dimension-padding';
import { duplicateFeatureName } from './duplicate-feature-name';
import { duplicateTableName } from './duplicate-table-name';
import { dynamicTagGap } from './dynamic-tag-gap';
import { enabledMissing } from './enabled-missing';
import { fileTooLarge } from './file-too-large';
import { frequencyEstimatorDimension } from './frequency-estimator-dimension';
import { frequencyEstimatorRate } from './frequency-estimator-rate';
import { gradientClippingWithoutAccumulation } from './gradient-clipping-without-accumulation';
import { inputShapeEmpty } from './input-shape-empty';
import { inputShapeNotPositive } from './input-shape-not-positive';
import { learningRateMissing } from './learning-rate-missing';
import { learningRateNegative } from './learning-rate-negative';
import { learningRateZero } from './learning-rate-zero';
import { missingColon } from './missing-colon';
import { modeUnspecified } from './mode-unspecified';
import { negativeHyperparameter } from './negative-hyperparameter';
import { nonLazyWithoutAccumulation } from './non-lazy-without-accumulation';
import { notFinite } from './not-finite';
import { numFeaturesRequired } from './num-features-required';
import { numFeaturesWithFeatures } from './num-features-with-features';
import { numHostsNotPositive } from './num-hosts-not-positive';
import { numTensorCoresNotPositive } from './num-tensor-cores-not-positive';
import { optimizerMissing } from './optimizer-missing';
import { outputSizeNegative } from './output-size-negative';
import { packingWithoutEffect } from './packing-without-effect';
import { pipeliningWithoutTraining } from './pipelining-without-training';
import { positiveLrPower } from './positive-lr-power';
import { quantizationWithoutLimits } from './quantization-without-limits';
import type { Rule } from './rule';
import { stepCounterShared } from './step-counter-shared';
import { tableIdOutOfRange } from './table-id-out-of-range';
import { tableNameMissing } from './table-name-missing';
import { tableWithoutFeature } from './table-without-feature';
import { tablesMissing } from './tables-missing';
import { tooFewBuckets } from './too-few-buckets';
import { tooManySlots } from './too-many-slots';
import { unevenTensorCores } from './uneven-tensor-cores';
import { unknownEnumValue } from './unknown-enum-value';
import { unknownField } from './unknown-field';
import { unusedSuppression } from './unused-suppression';
import { userProgramShape } from './user-program-shape';
import { vocabularyBeyondInt32 } from './vocabulary-beyond-int32';
import { vocabularyTooSmall } from './vocabulary-too-small';
import { weightDecayUnsupported } from './weight-decay-unsupported';
import { weightDecayWithoutAccumulation } from './weight-decay-without-accumulation';
import { weightDecayWithoutFactor } from './weight-decay-without-factor';
import { zeroHyperparameter } from './zero-hyperparameter';

/** Every rule, each from the file of its name. */
export const rules: readonly Rule[] = [
  assignWithoutAccumulation,
  batchSizeOverflow,
  batchSizeRequired,
  batchSizeWithFeatures,
  clippingLimitsInverted,
  coresPerReplicaNotPositive,
  decayRateOutOfRange,
  dimensionNotPositive,
  dimensionPadding,
  duplicateFeatureName,
  duplicateTableName,
  dynamicTagGap,
  enabledMissing,
  fileTooLarge,
  frequencyEstimatorDimension,
  frequencyEstimatorRate,
  gradientClippingWithoutAccumulation,
  inputShapeEmpty,
  inputShapeNotPositive,
  learningRateMissing,
  learningRateNegative,
  learningRateZero,
  missingColon,
  modeUnspecified,
  negativeHyperparameter,
  nonLazyWithoutAccumulation,
  notFinite,
  numFeaturesRequired,
  numFeaturesWithFeatures,
  numHostsNotPositive,
  numTensorCoresNotPositive,
  optimizerMissing,
  outputSizeNegative,
  packingWithoutEffect,
  pipeliningWithoutTraining,
  positiveLrPower,
  quantizationWithoutLimits,
  stepCounterShared,
  tableIdOutOfRange,
  tableNameMissing,
  tableWithoutFeature,
  tablesMissing,
  tooFewBuckets,
  tooManySlots,
  unevenTensorCores,
  unknownEnumValue,
  unknownField,
  unusedSuppression,
  userProgramShape,
  vocabularyBeyondInt32,
  vocabularyTooSmall,
  weightDecayUnsupported,
  weightDecayWithoutAccumulation,
  weightDecayWithoutFactor,
  zeroHyperparameter,
];
