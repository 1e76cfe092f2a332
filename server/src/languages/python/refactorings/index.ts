import { MIGRATION_TARGETS } from '../../migration';
import { endingAs, type Refactoring } from '../../refactoring';
import { giveLimits, LAWS } from './give-limits';
import { migrateTo } from './migrate-to';
import { addGradientLimits, addWeightLimits, toConstantRate, toDynamicRate } from './optimizers';
import type { ProgramPlace, Refactor } from './place';
import { shareSettings } from './share-settings';
import { toBuilt } from './to-built';
import { toText } from './to-text';
import { wrapInParse } from './wrap-in-parse';

const REFACTORINGS: readonly Refactor[] = [
  toDynamicRate,
  toConstantRate,
  addWeightLimits,
  addGradientLimits,
  wrapInParse,
  toBuilt,
  toText,
  shareSettings,
  ...LAWS.map(giveLimits),
  ...MIGRATION_TARGETS.map(migrateTo),
];

/** The refactorings at a place of a program. */
export const refactoringsPython = (place: ProgramPlace): Refactoring[] =>
  REFACTORINGS.flatMap((refactor): Refactoring[] => {
    const found = refactor(place);
    if (!found) return [];
    const { changes } = found;
    return [{ ...found, ...(changes && { changes: () => endingAs(place.file.text, changes()) }) }];
  });
