import { placeholder } from '../../../basics/snippet';
import { parameterFor, type Setting } from '../../../catalogue';
import { type ApiCall, argumentThatSets, callOf } from '../../../dataflow/calls/python-file';
import type { Expression } from '../../../python/tree';
import { addArguments } from '../../../rules/python/support/edits';
import type { ProgramPlace, Refactor } from './place';

/** A function without parameters takes a tag in the configuration, and is read again in every step. */
export const toDynamicRate: Refactor = (place) => {
  const rate = argumentAt(place, 'learning_rate');
  if (!rate || !isNumber(rate)) return;
  const written = `lambda: ${place.file.text.slice(rate.start, rate.end)}`;
  // Equal functions should become one, but only a person can name it.
  if (place.file.text.includes(written)) return;
  return {
    title: 'Give the learning rate at run time, by a function',
    kind: 'refactor.rewrite',
    changes: () => [{ start: rate.start, end: rate.end, newText: written }],
  };
};

export const toConstantRate: Refactor = (place) => {
  const rate = argumentAt(place, 'learning_rate');
  if (rate?.kind !== 'lambda' || rate.parameters.length > 0 || !isNumber(rate.body)) return;
  const { start, end } = rate.body;
  return {
    title: 'Make the learning rate constant',
    kind: 'refactor.rewrite',
    changes: () => [{ start: rate.start, end: rate.end, newText: place.file.text.slice(start, end) }],
  };
};

export const addWeightLimits: Refactor = (place) => {
  const call = optimizerAt(place);
  const least = call && missing(call, 'clipping_limits.lower');
  const most = call && missing(call, 'clipping_limits.upper');
  if (!call || !least || !most) return;
  const added = (lower: string, upper: string) => () =>
    addArguments(place.file.text, call.node, [`${least}=${lower}`, `${most}=${upper}`]);
  return {
    title: 'Clip weights',
    kind: 'refactor.rewrite',
    changes: added('-1.0', '1.0'),
    snippet: added(placeholder(1, '-1.0'), placeholder(2, '1.0')),
  };
};

export const addGradientLimits: Refactor = (place) => {
  const call = optimizerAt(place);
  const limits = call && missing(call, 'gradient_clipping_limits');
  if (!call || !limits) return;
  const accumulates = argumentThatSets(call, 'gradient_accumulation_status');
  const isOn = !accumulates || (accumulates.kind === 'constant' && accumulates.value === 'True');
  const added = (lower: string, upper: string) => () =>
    addArguments(place.file.text, call.node, [`${limits}=(${lower}, ${upper})`]);
  return {
    title: 'Clip gradients',
    kind: 'refactor.rewrite',
    ...(!isOn && { disabled: 'Clipping gradients needs gradient accumulation, which may be off.' }),
    changes: added('-1.0', '1.0'),
    snippet: added(placeholder(1, '-1.0'), placeholder(2, '1.0')),
  };
};

/** The innermost call of an optimizer at the place, if all of its arguments are written there. */
function optimizerAt({ file, range }: ProgramPlace): ApiCall | undefined {
  const node = file.tree.calls.findLast(({ start, end }) => start <= range.start && range.start <= end);
  const call = node?.complete ? callOf(file, node) : undefined;
  if (call?.entry.group !== 'optimizer' || call.entry.removed || call.binding.open) return undefined;
  return call.binding.problems.length > 0 ? undefined : call;
}

const argumentAt = (place: ProgramPlace, setting: Setting): Expression | undefined => {
  const call = optimizerAt(place);
  return call && argumentThatSets(call, setting);
};

/** The name of an argument that a call takes but does not have. */
const missing = (call: ApiCall, setting: Setting): string | undefined =>
  argumentThatSets(call, setting) ? undefined : parameterFor(call.entry, setting)?.name;

const isNumber = (expression: Expression): boolean =>
  expression.kind === 'number' ||
  (expression.kind === 'unary' && expression.operator !== 'not' && isNumber(expression.operand));
