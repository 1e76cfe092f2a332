import { fileTooLarge } from './checker/file-too-large';
import { unusedSuppression } from './checker/unused-suppression';
import { batchSizeOverflow } from './configuration/batch-size-overflow';
import { batchSizeRequired } from './configuration/batch-size-required';
import { batchSizeWithFeatures } from './configuration/batch-size-with-features';
import { coresPerReplicaNotPositive } from './configuration/cores-per-replica-not-positive';
import { dimensionNotPositive } from './configuration/dimension-not-positive';
import { dimensionPadding } from './configuration/dimension-padding';
import { duplicateFeatureName } from './configuration/duplicate-feature-name';
import { duplicateTableName } from './configuration/duplicate-table-name';
import { enabledMissing } from './configuration/enabled-missing';
import { inputShapeEmpty } from './configuration/input-shape-empty';
import { inputShapeNotPositive } from './configuration/input-shape-not-positive';
import { modeUnspecified } from './configuration/mode-unspecified';
import { numFeaturesRequired } from './configuration/num-features-required';
import { numFeaturesWithFeatures } from './configuration/num-features-with-features';
import { numHostsNotPositive } from './configuration/num-hosts-not-positive';
import { numTensorCoresNotPositive } from './configuration/num-tensor-cores-not-positive';
import { outputSizeNegative } from './configuration/output-size-negative';
import { pipeliningWithoutTraining } from './configuration/pipelining-without-training';
import { tableIdOutOfRange } from './configuration/table-id-out-of-range';
import { tableNameMissing } from './configuration/table-name-missing';
import { tableWithoutFeature } from './configuration/table-without-feature';
import { tablesMissing } from './configuration/tables-missing';
import { unevenTensorCores } from './configuration/uneven-tensor-cores';
import { vocabularyBeyondInt32 } from './configuration/vocabulary-beyond-int32';
import { vocabularyTooSmall } from './configuration/vocabulary-too-small';
import { assignWithoutAccumulation } from './optimizer/assign-without-accumulation';
import { clippingLimitsInverted } from './optimizer/clipping-limits-inverted';
import { decayRateOutOfRange } from './optimizer/decay-rate-out-of-range';
import { dynamicTagGap } from './optimizer/dynamic-tag-gap';
import { frequencyEstimatorDimension } from './optimizer/frequency-estimator-dimension';
import { frequencyEstimatorRate } from './optimizer/frequency-estimator-rate';
import { gradientClippingWithoutAccumulation } from './optimizer/gradient-clipping-without-accumulation';
import { learningRateMissing } from './optimizer/learning-rate-missing';
import { learningRateNegative } from './optimizer/learning-rate-negative';
import { learningRateZero } from './optimizer/learning-rate-zero';
import { negativeHyperparameter } from './optimizer/negative-hyperparameter';
import { nonLazyWithoutAccumulation } from './optimizer/non-lazy-without-accumulation';
import { notFinite } from './optimizer/not-finite';
import { optimizerMissing } from './optimizer/optimizer-missing';
import { packingWithoutEffect } from './optimizer/packing-without-effect';
import { positiveLrPower } from './optimizer/positive-lr-power';
import { quantizationWithoutLimits } from './optimizer/quantization-without-limits';
import { stepCounterShared } from './optimizer/step-counter-shared';
import { tooFewBuckets } from './optimizer/too-few-buckets';
import { tooManySlots } from './optimizer/too-many-slots';
import { userProgramShape } from './optimizer/user-program-shape';
import { weightDecayUnsupported } from './optimizer/weight-decay-unsupported';
import { weightDecayWithoutAccumulation } from './optimizer/weight-decay-without-accumulation';
import { weightDecayWithoutFactor } from './optimizer/weight-decay-without-factor';
import { zeroHyperparameter } from './optimizer/zero-hyperparameter';
import { booleanSpelling } from './portability/boolean-spelling';
import { extensionNameSpacing } from './portability/extension-name-spacing';
import { heredoc } from './portability/heredoc';
import { pythonEscape } from './portability/python-escape';
import { reservedField } from './portability/reserved-field';
import { spaceAfterMinus } from './portability/space-after-minus';
import { callRules } from './python';
import type { FindingCode, FindingRule, Rule, RuleInfo } from './rule';
import { byteOrderMark } from './syntax/byte-order-mark';
import { fieldNumber } from './syntax/field-number';
import { invalidCharacter } from './syntax/invalid-character';
import { invalidEscape } from './syntax/invalid-escape';
import { invalidExtensionName } from './syntax/invalid-extension-name';
import { invalidNumber } from './syntax/invalid-number';
import { joinedStrings } from './syntax/joined-strings';
import { mismatchedBracket } from './syntax/mismatched-bracket';
import { missingColon } from './syntax/missing-colon';
import { missingComma } from './syntax/missing-comma';
import { missingValue } from './syntax/missing-value';
import { nestedList } from './syntax/nested-list';
import { nestingTooDeep } from './syntax/nesting-too-deep';
import { notUtf8 } from './syntax/not-utf8';
import { trailingComma } from './syntax/trailing-comma';
import { unclosedBracket } from './syntax/unclosed-bracket';
import { unclosedString } from './syntax/unclosed-string';
import { unexpectedBracket } from './syntax/unexpected-bracket';
import { unexpectedToken } from './syntax/unexpected-token';
import { anyMixed } from './types/any-mixed';
import { deprecatedField } from './types/deprecated-field';
import { duplicateField } from './types/duplicate-field';
import { floatOverflow } from './types/float-overflow';
import { invalidUtf8 } from './types/invalid-utf8';
import { listOnSingular } from './types/list-on-singular';
import { missingRequired } from './types/missing-required';
import { octalNumber } from './types/octal-number';
import { oneofConflict } from './types/oneof-conflict';
import { outOfRange } from './types/out-of-range';
import { overwrittenDefault } from './types/overwritten-default';
import { unknownAnyType } from './types/unknown-any-type';
import { unknownEnumNumber } from './types/unknown-enum-number';
import { unknownEnumValue } from './types/unknown-enum-value';
import { unknownExtension } from './types/unknown-extension';
import { unknownField } from './types/unknown-field';
import { wrongType } from './types/wrong-type';

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

/** Those about Python and about files as well. */
export const allRules: readonly RuleInfo[] = [notUtf8, ...rules, ...callRules];
