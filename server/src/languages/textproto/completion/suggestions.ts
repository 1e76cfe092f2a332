import { excerpt } from '../../../basics/excerpt';
import { stringOf } from '../../../configuration/configuration';
import { dynamicTags } from '../../../configuration/derive';
import { CONFIGURATION } from '../../../schema/builtin';
import type { FieldType, MessageType } from '../../../schema/types';
import type { MessageNode, Tree } from '../../../textproto/tree';
import type { Snapshot } from '../../snapshot';

// Knowledge about a TPUEmbeddingConfiguration that its schema does not contain, for completion.

/** `feature` where feature_descriptor decides outputs, `table` where the tables do; see `Derived`. */
export type Style = 'table' | 'feature';

export function styleOf(tree: Tree): Style {
  return tree.sections.some(({ field }) => field?.name === 'feature_descriptor') ? 'feature' : 'table';
}

const TABLE = `${CONFIGURATION}.TableDescriptor`;
const PARAMETERS = 'tensorflow.tpu.OptimizationParameters';

/** Needed in table style, and to be left out in feature style. */
const TABLE_STYLE: ReadonlySet<string> = new Set([
  `${CONFIGURATION}.batch_size_per_tensor_core`,
  `${TABLE}.num_features`,
]);

type Need = 'needed' | 'optional' | 'unwanted';

/** How much a message wants one of its fields. */
export function needOf(owner: MessageType, field: FieldType, style: Style): Need {
  if (TABLE_STYLE.has(fieldKey(owner, field))) return style === 'table' ? 'needed' : 'unwanted';
  const optimizer = owner.name === PARAMETERS && field.oneof === 'parameters';
  return field.required || field.recommended || optimizer ? 'needed' : 'optional';
}

/** A value in text format; a message is written with its braces. */
interface Suggestion {
  readonly text: string;
  readonly detail?: string;
}

/** Best first. */
type Suggest = (snapshot: Snapshot, block: MessageNode | undefined) => readonly Suggestion[];

const TABLE_ID = `${CONFIGURATION}.FeatureDescriptor.table_id`;

const SOURCES: ReadonlyMap<string, Suggest> = new Map(
  Object.entries<Suggest>({
    [`${TABLE}.name`]: ({ configuration }) => [{ text: JSON.stringify(nextTableName(configuration)) }],
    [TABLE_ID]: tableIds,
    'tensorflow.tpu.OptimizerDynamicInput.tag': tags,
    'tensorflow.tpu.FrequencyAwareAdagradParameters.step_counter': (snapshot, block) => [
      { text: `{ tag: ${freeTag(tagUsers(snapshot, block))} }` },
    ],
  }),
);

/** Usual values by field name, beside the schema's example. */
const PRESETS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    batch_size_per_tensor_core: ['32', '64', '128', '256', '512', '1024'],
    beta1: ['0.5', '0.9', '0.95'],
    beta2: ['0.99', '0.999', '0.9999'],
    constant: ['0.001', '0.01', '0.05', '0.1'],
    dimension: ['8', '16', '32', '64', '128'],
    epsilon: ['1e-10', '1e-8', '1e-7', '1e-6'],
    l1: ['0.0001', '0.001', '0.01'],
    l2: ['0.0001', '0.001', '0.01'],
    momentum: ['0.9', '0.95', '0.99'],
    num_buckets: ['16', '256', '65536'],
    num_cores_per_replica: ['2', '4', '8'],
    num_features: ['1', '2', '10'],
    num_hosts: ['1', '2', '4', '8'],
    num_tensor_cores: ['8', '16', '32', '64'],
    vocabulary_size: ['1000', '10000', '100000', '1000000'],
    weight_decay_factor: ['0.00001', '0.0001', '0.001'],
  }),
);

/** Values for a field of a block, best first. */
export function suggestionsFor(
  snapshot: Snapshot,
  owner: MessageType,
  field: FieldType,
  block: MessageNode | undefined,
): readonly Suggestion[] {
  const special = SOURCES.get(fieldKey(owner, field))?.(snapshot, block) ?? [];
  if (special.length > 0) return special;
  const presets = owner.name.startsWith('tensorflow.tpu.') ? (PRESETS.get(field.name) ?? []) : [];
  const example = field.example === undefined ? [] : [field.example];
  return [...new Set([...example, ...presets])].map((text) => ({ text }));
}

/** Whether `suggestionsFor` names all values that are legal. */
export const isClosed = (owner: MessageType, field: FieldType): boolean =>
  fieldKey(owner, field) === TABLE_ID;

const fieldKey = (owner: MessageType, field: FieldType) => `${owner.name}.${field.name}`;

/** Continues counting if the last name ends with a number. */
function nextTableName(configuration: Snapshot['configuration']): string {
  const names = (configuration?.tables ?? []).flatMap(({ name }) => name || []);
  const last = names.at(-1);
  if (last === undefined) return 'items';
  const [, stem = '', digits] = /^(.*?)(\d+)?$/s.exec(last)!;
  for (let number = digits === undefined ? 2 : Number(digits) + 1; ; number++) {
    const name =
      digits === undefined ? `${stem}_${number}` : stem + String(number).padStart(digits.length, '0');
    if (!names.includes(name)) return name;
  }
}

/** The positions of all tables; those that no other feature looks up come first. */
function tableIds({ configuration }: Snapshot, block: MessageNode | undefined): Suggestion[] {
  const { tables = [], features = [] } = configuration ?? {};
  const used = new Set(
    features.filter(({ message }) => message.node !== block).map(({ tableId }) => tableId),
  );
  const ids = tables.map(({ id, message, vocabularySize, dimension }) => ({
    text: String(id),
    detail: `"${excerpt(stringOf(message, 'name') ?? '')}" (${vocabularySize ?? '?'} × ${dimension ?? '?'})`,
  }));
  return [...ids.filter((_, id) => !used.has(id)), ...ids.filter((_, id) => used.has(id))];
}

/** The tags in use, then the next one. */
function tags(snapshot: Snapshot, block: MessageNode | undefined): Suggestion[] {
  const users = tagUsers(snapshot, block);
  const used = [...users].sort(([a], [b]) => a - b);
  return [
    ...used.map(([tag, names]) => ({ text: String(tag), detail: sharedWith(names) })),
    { text: String(freeTag(users)), detail: 'a number of its own' },
  ];
}

function sharedWith([first = '', ...others]: readonly string[]): string {
  if (others.length === 0) return `shared with "${excerpt(first)}"`;
  return others.length === 1
    ? `shared with "${excerpt(first)}" and "${excerpt(others[0]!)}"`
    : `shared with "${excerpt(first)}" and ${others.length} other tables`;
}

/** Names of the tables that use each tag, the given block left out. */
function tagUsers({ configuration }: Snapshot, block: MessageNode | undefined): Map<number, string[]> {
  const users = new Map<number, string[]>();
  for (const table of configuration?.tables ?? []) {
    for (const { tag, field } of dynamicTags(table)) {
      if (block && (field.node.parent === block || field.node.value === block)) continue;
      const names = users.get(tag) ?? [];
      names.push(table.name ?? '');
      users.set(tag, names);
    }
  }
  return users;
}

function freeTag(users: ReadonlyMap<number, unknown>): number {
  let tag = 0;
  while (users.has(tag)) tag++;
  return tag;
}
