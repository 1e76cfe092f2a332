import { excerpt } from '../../basics/excerpt';
import { nearest, sameName } from '../../basics/nearest';
import { once } from '../../basics/once';
import type { FieldType, MessageType } from '../../schema/types';
import type { FieldNode, MessageNode, Tree } from '../../textproto/tree';
import type { FindingRule, FindingSource } from '../rule';
import { LIKELY, replacement, trustIn } from '../support/fixes';
import {
  findInside,
  findOutside,
  type Misplaced,
  moveBehind,
  moveInside,
  pathText,
} from '../support/relocation';
import { shortName } from '../support/wording';

export const unknownField: FindingRule = {
  code: 'unknown-field',
  severity: 'error',
  summary: 'The message has no field of this name.',
  details:
    'Every parser stops at the first field name that its message does not declare, so the whole file is lost. ' +
    'Names are lower case with underscores, exactly as in the `.proto` file. Often the field exists in another ' +
    'message: a brace is missing before it, or it belongs in a block of its own, such as ' +
    '`learning_rate { constant: 0.1 }`.',
  messages: {
    'Message type "{type}" has no field named "{name}"': 'The message {type} has no field called {name}.',
  },
  bad: 'num_host: 1',
  good: 'num_hosts: 1',
  explain: ({ detail, message, node, start, end }, source) => {
    const owner = shortName(message!);
    const names = [...message!.fieldsByName.keys()];
    const replaceWith = (name: string) => ({
      message: `${owner} has no field "${excerpt(detail)}"; did you mean "${name}"?`,
      fixes: () => {
        const isFree =
          node?.kind === 'field' && mayAdd(message!.fieldsByName.get(name)!, message!, node, source);
        return [replacement(source, start, end, name, isFree ? trustIn(name, detail, names) : LIKELY)];
      },
    });
    const guessed = GUESSED_NAMES.get(detail);
    const same = sameName(detail, names) ?? guessed;
    if (same !== undefined && names.includes(same)) return replaceWith(same);
    for (const name of [detail, guessed]) {
      const elsewhere =
        name !== undefined && node?.kind === 'field'
          ? explainElsewhere({ field: node, name }, message!, source)
          : undefined;
      if (elsewhere) return elsewhere;
    }
    const similar = nearest(detail, names);
    if (similar !== undefined) return replaceWith(similar);
    const more = NEVER_EXISTED.get(detail) ?? '';
    const none = message!.fields.length === 0 ? 'It takes no fields at all; leave its braces empty.' : '';
    return { message: [`${owner} has no field "${excerpt(detail)}".`, more || none].join(' ').trim() };
  },
};

/** Whether a message can take one more field beside those that are written. */
function mayAdd(
  field: FieldType,
  message: MessageType,
  { parent }: FieldNode,
  { tree }: FindingSource,
): boolean {
  if (field.repeated) return true;
  const written = namesIn(parent.kind === 'message' ? parent : tree);
  if (field.oneof === undefined) return !written.has(field.name);
  return message.fields.every(({ name, oneof }) => oneof !== field.oneof || !written.has(name));
}

const namesIn = once((of: MessageNode | Tree): ReadonlySet<string> => {
  const fields = 'sections' in of ? of.sections.map(({ field }) => field) : of.fields;
  return new Set(fields.map((field) => field?.name ?? ''));
});

/** The field exists, but not here. */
function explainElsewhere(misplaced: Misplaced, message: MessageType, source: FindingSource) {
  const { field, name } = misplaced;
  const called =
    name === field.name ? `"${excerpt(name)}"` : `"${excerpt(field.name)}", here called "${name}",`;
  const outside = source.bound && findOutside(misplaced, source.bound);
  if (outside) {
    return {
      message: `${called} is a field of ${shortName(outside.message)}; close the braces of "${excerpt(outside.block.name)}" before it.`,
      fixes: () => moveBehind(source, misplaced, outside),
    };
  }
  const inside = findInside(misplaced, message);
  const { parent } = field;
  const present = inside.filter(
    ([first]) => parent.kind === 'message' && parent.fields.some((sibling) => sibling.name === first!.name),
  );
  const paths = present.length > 0 ? present : inside;
  const [path] = paths;
  if (!path || paths.length > MANY) return undefined;
  const places = paths.map((each) => pathText(each, '…')).join(' or ');
  return {
    message: `${called} belongs in ${places}, not directly in ${shortName(message)}.`,
    fixes: () => paths.flatMap((each) => moveInside(source, misplaced, each)),
  };
}

/** With more places than this, the message names none. */
const MANY = 3;

/** Names used by TensorFlow's Python classes, Keras and other code, and the names of the same things in the messages. */
const GUESSED_NAMES: ReadonlyMap<string, string> = new Map([
  ['clipvalue', 'gradient_clipping_limits'],
  ['decay', 'rho'],
  ['embedding_dim', 'dimension'],
  ['embedding_dimension', 'dimension'],
  ['eps', 'epsilon'],
  ['features', 'feature_descriptor'],
  ['l1_regularization_strength', 'l1'],
  ['l2_regularization_strength', 'l2'],
  ['learning_rate_power', 'lr_power'],
  ['lr', 'learning_rate'],
  ['nesterov', 'use_nesterov'],
  ['num_cores', 'num_tensor_cores'],
  ['num_embeddings', 'vocabulary_size'],
  ['num_rows', 'vocabulary_size'],
  ['optimizer', 'optimization_parameters'],
  ['output_shape', 'input_shape'],
  ['sgd', 'stochastic_gradient_descent'],
  ['shape', 'input_shape'],
  ['tables', 'table_descriptor'],
  ['use_gradient_accumulation', 'gradient_accumulation_status'],
]);

/** Names that people expect in TensorFlow's messages, and where the setting is instead. */
const NEVER_EXISTED: ReadonlyMap<string, string> = new Map([
  ['combiner', 'A combiner is chosen when ids are enqueued.'],
  ['initial_accumulator_value', 'Initial values are loaded with the parameters.'],
  ['initializer', 'Initial values are loaded with the parameters.'],
  ['input_data_type', 'The type of the inputs is chosen when ids are enqueued.'],
  ['max_sequence_length', 'A sequence counts with its length in num_features or input_shape.'],
]);
