import { anyMixed } from './any-mixed';
import { assignWithoutAccumulation } from './assign-without-accumulation';
import { batchSizeOverflow } from './batch-size-overflow';
import { batchSizeRequired } from './batch-size-required';
import { batchSizeWithFeatures } from './batch-size-with-features';
import { booleanSpelling } from './boolean-spelling';
import { byteOrderMark } from './byte-order-mark';
import { callRules } from './calls';
import { clippingLimitsInverted } from './clipping-limits-inverted';
import { coresPerReplicaNotPositive } from './cores-per-replica-not-positive';
import { decayRateOutOfRange } from './decay-rate-out-of-range';
import { deprecatedField } from './deprecated-field';
import { dimensionNotPositive } from './dimension-not-positive';
import { dimensionPadding } from './dimension-padding';
import { duplicateFeatureName } from './duplicate-feature-name';
import { duplicateField } from './duplicate-field';
import { duplicateTableName } from './duplicate-table-name';
import { dynamicTagGap } from './dynamic-tag-gap';
import { enabledMissing } from './enabled-missing';
import { extensionNameSpacing } from './extension-name-spacing';
import { fieldNumber } from './field-number';
import { fileTooLarge } from './file-too-large';
import { floatOverflow } from './float-overflow';
import { frequencyEstimatorDimension } from './frequency-estimator-dimension';
import { frequencyEstimatorRate } from './frequency-estimator-rate';
import { gradientClippingWithoutAccumulation } from './gradient-clipping-without-accumulation';
import { heredoc } from './heredoc';
import { inputShapeEmpty } from './input-shape-empty';
import { inputShapeNotPositive } from './input-shape-not-positive';
import { invalidCharacter } from './invalid-character';
import { invalidEscape } from './invalid-escape';
import { invalidExtensionName } from './invalid-extension-name';
import { invalidNumber } from './invalid-number';
import { invalidUtf8 } from './invalid-utf8';
import { joinedStrings } from './joined-strings';
import { learningRateMissing } from './learning-rate-missing';
import { learningRateNegative } from './learning-rate-negative';
import { learningRateZero } from './learning-rate-zero';
import { listOnSingular } from './list-on-singular';
import { mismatchedBracket } from './mismatched-bracket';
import { missingColon } from './missing-colon';
import { missingComma } from './missing-comma';
import { missingRequired } from './missing-required';
import { missingValue } from './missing-value';
import { modeUnspecified } from './mode-unspecified';
import { negativeHyperparameter } from './negative-hyperparameter';
import { nestedList } from './nested-list';
import { nestingTooDeep } from './nesting-too-deep';
import { nonLazyWithoutAccumulation } from './non-lazy-without-accumulation';
import { notFinite } from './not-finite';
import { numFeaturesRequired } from './num-features-required';
import { numFeaturesWithFeatures } from './num-features-with-features';
import { numHostsNotPositive } from './num-hosts-not-positive';
import { numTensorCoresNotPositive } from './num-tensor-cores-not-positive';
import { octalNumber } from './octal-number';
import { oneofConflict } from './oneof-conflict';
import { optimizerMissing } from './optimizer-missing';
import { outOfRange } from './out-of-range';
import { outputSizeNegative } from './output-size-negative';
import { overwrittenDefault } from './overwritten-default';
import { packingWithoutEffect } from './packing-without-effect';
import { pipeliningWithoutTraining } from './pipelining-without-training';
import { positiveLrPower } from './positive-lr-power';
import { pythonEscape } from './python-escape';
import { quantizationWithoutLimits } from './quantization-without-limits';
import { reservedField } from './reserved-field';
import type { FindingCode, FindingRule, Rule, RuleInfo } from './rule';
import { spaceAfterMinus } from './space-after-minus';
import { stepCounterShared } from './step-counter-shared';
import { tableIdOutOfRange } from './table-id-out-of-range';
import { tableNameMissing } from './table-name-missing';
import { tableWithoutFeature } from './table-without-feature';
import { tablesMissing } from './tables-missing';
import { tooFewBuckets } from './too-few-buckets';
import { tooManySlots } from './too-many-slots';
import { trailingComma } from './trailing-comma';
import { unclosedBracket } from './unclosed-bracket';
import { unclosedString } from './unclosed-string';
import { unevenTensorCores } from './uneven-tensor-cores';
import { unexpectedBracket } from './unexpected-bracket';
import { unexpectedToken } from './unexpected-token';
import { unknownAnyType } from './unknown-any-type';
import { unknownEnumNumber } from './unknown-enum-number';
import { unknownEnumValue } from './unknown-enum-value';
import { unknownExtension } from './unknown-extension';
import { unknownField } from './unknown-field';
import { unusedSuppression } from './unused-suppression';
import { userProgramShape } from './user-program-shape';
import { vocabularyBeyondInt32 } from './vocabulary-beyond-int32';
import { vocabularyTooSmall } from './vocabulary-too-small';
import { weightDecayUnsupported } from './weight-decay-unsupported';
import { weightDecayWithoutAccumulation } from './weight-decay-without-accumulation';
import { weightDecayWithoutFactor } from './weight-decay-without-factor';
import { wrongType } from './wrong-type';
import { zeroHyperparameter } from './zero-hyperparameter';

/** The rule that words each of the parser's and the binder's findings. */
export const findingRules: Readonly<Record<FindingCode, FindingRule>> = {
  'any-mixed': anyMixed,
  'boolean-spelling': booleanSpelling,
  'byte-order-mark': byteOrderMark,
  'deprecated-field': deprecatedField,
  'duplicate-field': duplicateField,
  'extension-name-spacing': extensionNameSpacing,
  'field-number': fieldNumber,
  'float-overflow': floatOverflow,
  heredoc,
  'invalid-character': invalidCharacter,
  'invalid-escape': invalidEscape,
  'invalid-extension-name': invalidExtensionName,
  'invalid-number': invalidNumber,
  'invalid-utf8': invalidUtf8,
  'joined-strings': joinedStrings,
  'list-on-singular': listOnSingular,
  'mismatched-bracket': mismatchedBracket,
  'missing-colon': missingColon,
  'missing-comma': missingComma,
  'missing-required': missingRequired,
  'missing-value': missingValue,
  'nested-list': nestedList,
  'nesting-too-deep': nestingTooDeep,
  'octal-number': octalNumber,
  'oneof-conflict': oneofConflict,
  'out-of-range': outOfRange,
  'overwritten-default': overwrittenDefault,
  'python-escape': pythonEscape,
  'reserved-field': reservedField,
  'space-after-minus': spaceAfterMinus,
  'trailing-comma': trailingComma,
  'unclosed-bracket': unclosedBracket,
  'unclosed-string': unclosedString,
  'unexpected-bracket': unexpectedBracket,
  'unexpected-token': unexpectedToken,
  'unknown-any-type': unknownAnyType,
  'unknown-enum-number': unknownEnumNumber,
  'unknown-enum-value': unknownEnumValue,
  'unknown-extension': unknownExtension,
  'unknown-field': unknownField,
  'wrong-type': wrongType,
};

/** Every rule about text format, each from the file of its name. */
export const rules: readonly Rule[] = [
  ...Object.values(findingRules),
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
  unusedSuppression,
  userProgramShape,
  vocabularyBeyondInt32,
  vocabularyTooSmall,
  weightDecayUnsupported,
  weightDecayWithoutAccumulation,
  weightDecayWithoutFactor,
  zeroHyperparameter,
];

/** Those about Python as well. */
export const allRules: readonly RuleInfo[] = [...rules, ...callRules];
