// Titles of the gradient scenarios.
import {
  EXPLODING,
  OCCURRENCES,
  type PresetName,
  VANISHING,
} from '../../../server/src/optimizers/scenarios/presets';
import { t } from './l10n';

interface Preset {
  title: string;
  /** What the scenario shows, in a sentence. */
  hint: string;
}

export const PRESETS: Record<PresetName, Preset> = {
  random: { title: t('Random'), hint: t('Every row gets normally distributed gradients.') },
  constant: { title: t('Constant'), hint: t('Every cell gets the same gradient in every step.') },
  target: {
    title: t('Pull to a target'),
    hint: t(
      'Gradients of a squared error without noise: each row is drawn to a value of its own. The best rate here is not the best rate in training.',
    ),
  },
  popular: {
    title: t('Popular and rare rows'),
    hint: t('Row r occurs in one step of r + 1 on average, as popular and rare ids do.'),
  },
  oneHot: {
    title: t('One hot row'),
    hint: t('Row 0 alone gets gradients; the others show what a step does to rows that do not occur.'),
  },
  duplicates: {
    title: t('Duplicate ids'),
    hint: t('Every id occurs {0} times a step: gradient accumulation makes the difference.', OCCURRENCES),
  },
  vanishing: {
    title: t('Vanishing'),
    hint: t('Each step has {0} times the gradients of the one before.', VANISHING),
  },
  exploding: {
    title: t('Exploding'),
    hint: t('Each step has {0} times the gradients of the one before.', EXPLODING),
  },
  zero: {
    title: t('Zero'),
    hint: t('Every row gets a gradient of 0: any change comes from the optimizer itself.'),
  },
};
