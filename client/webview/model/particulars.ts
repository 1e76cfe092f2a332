// Text under a picture of a run, so that the picture is understood without the page.

import type { PresetName } from '../../../server/src/optimizers/scenarios/presets';
import { PRESETS } from './gradients';
import { t } from './l10n';
import { formatPlain } from './numbers';
import { type Options, STARTS } from './options';
import type { Choice } from './run';
import { SCHEDULE_TITLES } from './schedules';
import { controlsOf, optimizerOf } from './setup';

/** The optimizer with its hyperparameters. Rarely needed ones are listed only if they are set. */
export function hyperparametersText({ setup, schedule, biasCorrection, pipelined }: Choice): string {
  const set = controlsOf(setup, {}).flatMap(({ label, value, rare }) => {
    if (value === undefined || (rare && !value)) return [];
    const text = typeof value === 'boolean' ? (value ? t('on') : t('off')) : formatPlain(value);
    return `${label} ${text}`;
  });
  return [
    `${optimizerOf(setup)?.title ?? ''}: ${set.join(', ')}`,
    ...(schedule.kind === 'configured'
      ? []
      : [`${t('schedule')}: ${SCHEDULE_TITLES[schedule.kind]} ${numbersOf(schedule)}`.trim()]),
    ...(biasCorrection ? [t('bias correction')] : []),
    ...(pipelined ? [t('pipelined')] : []),
  ].join('; ');
}

/** The scenario with everything needed to run it again. */
export function scenarioText(options: Options): string {
  const { preset, scale, rows, columns, start, seed, steps, ids } = options;
  if (preset === 'rows')
    return [
      t('Ids as they come'),
      ids.counts.trim() === ''
        ? t('Zipf exponent {0}, vocabulary {1}', formatPlain(ids.exponent), formatPlain(ids.vocabulary))
        : t('by counts'),
      t(
        'look-ups a step {0}, pull {1}, noise {2}',
        formatPlain(ids.lookups),
        formatPlain(ids.pull),
        formatPlain(ids.noise),
      ),
      t('{0} steps, seed {1}', ids.steps, seed),
    ].join('; ');
  const title = preset === 'csv' ? t('Gradients by hand') : PRESETS[preset as PresetName].title;
  return [
    title,
    ...(preset === 'csv' ? [] : [t('size of gradients {0}', formatPlain(scale))]),
    t('{0} × {1} weights, start: {2}', rows, columns, STARTS[start]),
    t('{0} steps, seed {1}', steps, seed),
  ].join('; ');
}

const numbersOf = ({ kind: _, ...numbers }: Choice['schedule']): string =>
  Object.entries(numbers)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
