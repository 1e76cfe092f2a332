import { batchSizeRequired } from './batch-size-required';
import { fileTooLarge } from './file-too-large';
import { learningRateMissing } from './learning-rate-missing';
import { missingColon } from './missing-colon';
import type { Rule } from './rule';
import { unknownEnumValue } from './unknown-enum-value';
import { unknownField } from './unknown-field';
import { unusedSuppression } from './unused-suppression';

/** Every rule, each from the file of its name. */
export const rules: readonly Rule[] = [
  batchSizeRequired,
  fileTooLarge,
  learningRateMissing,
  missingColon,
  unknownEnumValue,
  unknownField,
  unusedSuppression,
];
