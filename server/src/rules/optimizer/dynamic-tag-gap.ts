import { childMessage, fieldOf, type Table } from '../../configuration/configuration';
import { type DynamicTag, dynamicTags } from '../../configuration/derive';
import type { Edit, Problem, Rule } from '../rule';
import { hasUnknownFields, valueSpan } from '../support/spans';
import { tableIdsAreKnown } from '../support/table-or-feature';

export const dynamicTagGap: Rule = {
  code: 'dynamic-tag-gap',
  severity: 'error',
  concludesFromAbsence: true,
  summary: 'The tags of dynamic inputs do not count up from 0 without gaps.',
  details:
    'A tag is a position in the `learning_rates` that `SendTPUEmbeddingGradients` gets in every step. ' +
    'The tags of all tables together must be exactly 0, 1, … up to the last. Their order is free, and tables may ' +
    'share a tag. The `step_counter` of `frequency_aware_adagrad` also counts, with tag 0 if it is left out. ' +
    'TensorFlow rejects a gap when the TPU system is initialized. After renumbering, pass the rates in the new order.',
  messages: {
    'Dynamic learning rate tag: {n} not found in the TPU embedding configuration':
      'The tags of dynamic learning rates do not count from 0 without a gap: {n} is missing.',
    'Dynamic input tag: {n} not found in the TPU embedding configuration':
      'The tags of dynamic learning rates do not count from 0 without a gap: {n} is missing.',
  },
  bad: 'table_descriptor { optimization_parameters { adagrad {} learning_rate { dynamic { tag: 1 } } } }',
  good: 'table_descriptor { optimization_parameters { adagrad {} learning_rate { dynamic { tag: 0 } } } }',
  check(configuration, report) {
    const inputs = configuration.tables.flatMap(dynamicTags);
    const used = [...new Set(inputs.map(({ tag }) => tag))].sort((a, b) => a - b);
    if (used.every((tag, i) => tag === i)) return;
    if (!configuration.tables.every(isReadable) || !tableIdsAreKnown(configuration)) return;
    const negative = used.filter((tag) => tag < 0);
    const positions = used.filter((tag) => tag >= 0);
    const gap = positions.findIndex((tag, i) => tag !== i);
    const fixes = () => renumber(inputs, [...positions, ...negative]);
    if (negative.length > 0) {
      report({
        ...placeOf(inputs, negative[0]!),
        message:
          `Tag ${negative[0]} is negative, but tags are positions among the dynamic learning rates and ` +
          'count from 0.',
        fixes,
      });
    }
    if (gap >= 0) {
      report({
        ...placeOf(inputs, positions[gap]!),
        message:
          `Tag ${positions[gap]} is used, but tag ${gap} is not. The tags of all tables together must ` +
          'count from 0 without a gap.',
        fixes,
      });
    }
  },
};

function placeOf(inputs: readonly DynamicTag[], tag: number): Pick<Problem, 'span'> {
  return { span: valueSpan(inputs.find((input) => input.tag === tag)!.field) };
}

/** Whether all tags of a table are known. */
function isReadable(table: Table): boolean {
  const { optimization, message } = table;
  if (!optimization) return !fieldOf(message, 'optimization_parameters') && !hasUnknownFields(table);
  const { algorithm, choice } = optimization;
  const rate = childMessage(optimization.message, 'learning_rate');
  const dynamic = rate && childMessage(rate, 'dynamic');
  if (!rate && fieldOf(optimization.message, 'learning_rate')) return false;
  if (!dynamic && rate && fieldOf(rate, 'dynamic')) return false;
  const asked = (dynamic ? 1 : 0) + (algorithm?.name === 'frequency_aware_adagrad' ? 1 : 0);
  const parts = [optimization.message, rate, dynamic, choice?.message];
  return (
    dynamicTags(table).length === asked && !parts.some((part) => part && hasUnknownFields({ message: part }))
  );
}

/** Gives the tags, in this order, the numbers from 0; a tag that is not written is 0 and stays so. */
function renumber(inputs: readonly DynamicTag[], tags: readonly number[]) {
  const edits = inputs.flatMap(({ tag, field }): Edit[] => {
    const position = tags.indexOf(tag);
    return position === tag ? [] : [{ span: valueSpan(field), newText: String(position) }];
  });
  const title = `Renumber the tags from 0${tags.length > 1 ? ` to ${tags.length - 1}` : ''}`;
  return [{ title, edits, preferred: true }];
}
