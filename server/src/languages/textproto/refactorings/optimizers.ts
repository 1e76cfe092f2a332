import { placeholder } from '../../../basics/snippet';
import { childMessage, fieldOf, type Optimization } from '../../../configuration/configuration';
import { type DynamicTag, dynamicTags } from '../../../configuration/derive';
import { insertField } from '../../../rules/support/edits';
import { spanOf } from '../../../textproto/tree';
import { touches } from '../../refactoring';
import { commentsIn } from './comments';
import { type ConfigurationPlace, type Refactor, rangeWithSeparator } from './proposal';
import { numberTags, tagsOf } from './tags';

/** Afterwards the program passes the rate, at the first free position among the learning rates. */
export const toDynamicRate: Refactor = (place) => {
  const constant = memberAt(place, 'constant');
  const tags = tagsOf(place);
  if (!constant || !tags) return;
  const used = new Set(tags.map(({ tag }) => tag));
  let free = 0;
  while (used.has(free)) free++;
  return {
    title: `Give the learning rate at run time, with tag ${free}`,
    ofWhole: true,
    edits: () => [{ span: spanOf(constant), newText: `dynamic { tag: ${free} }` }],
  };
};

/** Only a person knows the rate that the program passed. If no other table uses the tag, later tags are decreased by one. */
export const toConstantRate: Refactor = (place) => {
  const dynamic = memberAt(place, 'dynamic');
  const tags = tagsOf(place);
  if (!dynamic || !tags || commentsIn(place.tree.text, rangeWithSeparator(place.tree, dynamic)).length > 0)
    return;
  const own = dynamicTags(place.table!).find(({ source }) => source === 'learning_rate');
  if (!own) return;
  const others = tags.filter((tag) => !isSame(tag, own));
  const isShared = others.some(({ tag }) => tag === own.tag);
  return {
    title: 'Make the learning rate constant',
    ofWhole: true,
    snippet: () => [
      { span: spanOf(dynamic), newText: `constant: ${placeholder(1, '0.01')}` },
      ...numberTags(place, others, (tag) => (isShared || tag < own.tag ? tag : tag - 1)),
    ],
  };
};

const isSame = (a: DynamicTag, b: DynamicTag) => a.field === b.field && a.source === b.source;

/** The member of the table's learning rate, if the place is at its optimizer. */
function memberAt(place: ConfigurationPlace, member: 'constant' | 'dynamic') {
  const optimization = optimizationAt(place);
  const rate = optimization && childMessage(optimization.message, 'learning_rate');
  return rate && fieldOf(rate, member)?.node;
}

/** The optimizer of the table at the place, if the place touches the optimizer. */
function optimizationAt({ table, tree, range }: ConfigurationPlace): Optimization | undefined {
  const optimization = table?.optimization;
  return optimization && touches(rangeWithSeparator(tree, optimization.field.node), range)
    ? optimization
    : undefined;
}

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
