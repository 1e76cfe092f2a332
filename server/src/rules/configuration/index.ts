import type { Rule } from '../rule';
import { batchSizeOverflow } from './batch-size-overflow';
import { batchSizeRequired } from './batch-size-required';
import { batchSizeWithFeatures } from './batch-size-with-features';
import { coresPerReplicaNotPositive } from './cores-per-replica-not-positive';
import { dimensionNotPositive } from './dimension-not-positive';
import { dimensionPadding } from './dimension-padding';
import { duplicateFeatureName } from './duplicate-feature-name';
import { duplicateTableName } from './duplicate-table-name';
import { enabledMissing } from './enabled-missing';
import { inputShapeEmpty } from './input-shape-empty';
import { inputShapeNotPositive } from './input-shape-not-positive';
import { modeUnspecified } from './mode-unspecified';
import { numFeaturesRequired } from './num-features-required';
import { numFeaturesWithFeatures } from './num-features-with-features';
import { numHostsNotPositive } from './num-hosts-not-positive';
import { numTensorCoresNotPositive } from './num-tensor-cores-not-positive';
import { outputSizeNegative } from './output-size-negative';
import { pipeliningWithoutTraining } from './pipelining-without-training';
import { tableIdOutOfRange } from './table-id-out-of-range';
import { tableNameMissing } from './table-name-missing';
import { tableWithoutFeature } from './table-without-feature';
import { tablesMissing } from './tables-missing';
import { unevenTensorCores } from './uneven-tensor-cores';
import { vocabularyBeyondInt32 } from './vocabulary-beyond-int32';
import { vocabularyTooSmall } from './vocabulary-too-small';

export const configurationRules: readonly Rule[] = [
  batchSizeOverflow,
  batchSizeRequired,
  batchSizeWithFeatures,
  coresPerReplicaNotPositive,
  dimensionNotPositive,
  dimensionPadding,
  duplicateFeatureName,
  duplicateTableName,
  enabledMissing,
  inputShapeEmpty,
  inputShapeNotPositive,
  modeUnspecified,
  numFeaturesRequired,
  numFeaturesWithFeatures,
  numHostsNotPositive,
  numTensorCoresNotPositive,
  outputSizeNegative,
  pipeliningWithoutTraining,
  tableIdOutOfRange,
  tableNameMissing,
  tableWithoutFeature,
  tablesMissing,
  unevenTensorCores,
  vocabularyBeyondInt32,
  vocabularyTooSmall,
];
