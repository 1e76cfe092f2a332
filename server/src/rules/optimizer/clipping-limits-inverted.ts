import { excerpt } from '../../basics/excerpt';
import type { BoundMessage } from '../../configuration/bind';
import {
  type Configuration,
  childMessage,
  fieldOf,
  isMessage,
  numberOf,
} from '../../configuration/configuration';
import type { Problem, Rule } from '../rule';
import { swap } from '../support/edits';
import { fix, LIKELY } from '../support/fixes';
import { valueSpan, valueText } from '../support/spans';

export const clippingLimitsInverted: Rule = {
  code: 'clipping-limits-inverted',
  severity: 'warning',
  summary: 'A lower limit is above the upper one.',
  details:
    'Values are clipped as `min(max(x, lower), upper)`, so that with inverted limits every value becomes ' +
    'the upper one. TensorFlow does not compare them. A limit without a value, as in `lower {}`, is 0. The ' +
    'limits of quantization must not be equal either, as the range between them is cut into buckets.',
  bad:
    'table_descriptor { optimization_parameters {\n' +
    '  clipping_limits { lower { value: 1 } upper { value: -1 } }\n} }',
  good:
    'table_descriptor { optimization_parameters {\n' +
    '  clipping_limits { lower { value: -1 } upper { value: 1 } }\n} }',
  checkTable({ optimization }, report, configuration) {
    if (!optimization) return;
    for (const { type, value } of optimization.message.fields) {
      if (!isMessage(value)) continue;
      const quantizes = type.name === 'simulated_quantization';
      if (!quantizes && type.name !== 'clipping_limits' && type.name !== 'gradient_clipping_limits') continue;
      const limits = quantizes ? childMessage(value, 'clipping_limits') : value;
      const lower = limits && limitOf(limits, 'lower');
      const upper = limits && limitOf(limits, 'upper');
      if (lower === undefined || upper === undefined) continue;
      if (lower > upper || (quantizes && lower === upper)) {
        report(describe(configuration, limits!, lower === upper));
      }
    }
  },
};

/** The number that a limit stands for. */
function limitOf(limits: BoundMessage, name: string): number | undefined {
  const wrapper = fieldOf(limits, name)?.value;
  return isMessage(wrapper) ? numberOf(wrapper, 'value') : undefined;
}

function describe(configuration: Configuration, limits: BoundMessage, equal: boolean): Problem {
  const lower = placeOf(configuration, limits, 'lower');
  const upper = placeOf(configuration, limits, 'upper');
  const problem = {
    span: lower.span,
    related: [{ span: upper.span, message: 'The upper limit is set here.' }],
  };
  if (equal) {
    const message = `Both limits are ${upper.text}, which leaves no range to quantize. Set upper above lower.`;
    return { ...problem, message };
  }
  return {
    ...problem,
    message:
      `The lower limit ${lower.text} is above the upper limit ${upper.text}, so every value becomes ` +
      `${upper.text}. Swap them.`,
    fixes: () => [
      fix('Swap the limits', swap(configuration.bound.tree, lower.wrapper, upper.wrapper), LIKELY),
    ],
  };
}

function placeOf(configuration: Configuration, limits: BoundMessage, name: string) {
  const field = fieldOf(limits, name)!;
  const number = fieldOf(childMessage(limits, name)!, 'value');
  return {
    wrapper: field.node.value!,
    span: valueSpan(number ?? field),
    text: number ? excerpt(valueText(configuration, number)) : '0',
  };
}
