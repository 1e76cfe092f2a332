import { placeholder } from '../../../basics/snippet';
import { fieldOf } from '../../../configuration/configuration';
import { insertField } from '../../../rules/support/edits';
import { optimizationAt } from './learning-rate';
import type { Refactor } from './proposal';

const limitsText = (name: string, lower: string, upper: string) =>
  `${name} {\n  lower { value: ${lower} }\n  upper { value: ${upper} }\n}`;

const addLimits =
  (name: string, what: string, needsAccumulation: boolean): Refactor =>
  (place) => {
    const optimization = optimizationAt(place);
    if (!optimization || fieldOf(optimization.message, name)) return;
    const insert = (lower: string, upper: string) => () => [
      insertField(place.bound, optimization.message, limitsText(name, lower, upper)),
    ];
    return {
      title: `Clip ${what}`,
      ...(needsAccumulation &&
        optimization.gradientAccumulation !== true && {
          disabled: 'Clipping gradients needs gradient accumulation, which is off.',
        }),
      edits: insert('-1', '1'),
      snippet: insert(placeholder(1, '-1'), placeholder(2, '1')),
    };
  };

export const addClippingLimits = addLimits('clipping_limits', 'weights', false);
export const addGradientClippingLimits = addLimits('gradient_clipping_limits', 'gradients', true);
