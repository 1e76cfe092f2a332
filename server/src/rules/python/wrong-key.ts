import { excerpt } from '../../basics/excerpt';
import { misspelled } from '../../basics/nearest';
import { rangeOf } from '../../basics/range';
import { type Entry, findEntry } from '../../catalogue';
import { evaluationOf } from '../../dataflow/calls/evaluation';
import { instanceOf } from '../../dataflow/calls/types';
import { isByTable, type WrongKey } from '../../dataflow/libraries/nested-results';
import { isExpectedToFail } from '../../python/surroundings';
import type { Expression } from '../../python/tree';
import type { CallRule } from './call-rule';
import { articled } from './support/articled';
import { replacing } from './support/edits';
import { describe, keySource } from './support/structure-words';

export const wrongKey: CallRule = {
  code: 'wrong-key',
  severity: 'error',
  summary: 'Activations, gradients or tables are read by a key that they do not have.',
  details:
    'Activations and gradients are nested like `feature_config`: by its keys for a dict, by number for a list. ' +
    '`embedding_tables` is a dict from `TableConfig` objects, not from names, except for `TPUEmbeddingV2`, whose dicts have ' +
    'names as keys. Python raises `KeyError`, `IndexError` or `TypeError`.',
  bad: `import tensorflow as tf

embedding = tf.tpu.experimental.embedding
users = embedding.TableConfig(1000, 16, name='users')
layer = embedding.TPUEmbedding([embedding.FeatureConfig(users)], embedding.SGD(0.1))
layer.embedding_tables['users']`,
  good: `import tensorflow as tf

embedding = tf.tpu.experimental.embedding
users = embedding.TableConfig(1000, 16, name='users')
layer = embedding.TPUEmbedding([embedding.FeatureConfig(users)], embedding.SGD(0.1))
layer.embedding_tables[users]`,
  checkFile({ text, tree }, report) {
    const wrong = new Map(evaluationOf(tree).observations.flatMap(({ findings }) => [...findings.wrongKeys]));
    for (const [node, found] of wrong) {
      const [key] = node.kind === 'subscript' ? node.indices : [];
      if (!key || isExpectedToFail(tree, node)) continue;
      report({
        ...rangeOf(key),
        message: messageOf(found),
        ...(found.isDeclared && { severity: 'warning' }),
        fixes: () => respelt(found, key, text),
      });
    }
  },
};

function messageOf({ entry, structure, key }: WrongKey): string {
  if (entry.kind === 'class') {
    const example = entry.parameters.find(({ name }) => entry.attributes?.includes(name));
    if (entry.isNamedTuple)
      return `${articled(entry.name)} is a named tuple, whose elements are read by attribute or by number${example ? `: \`.${example.name}\` or \`[0]\`` : ''}.`;
    const tables = tablesIn(entry);
    const instead = tables
      ? `: its tables are in \`${tables}\``
      : `, but by its attributes${example ? `, such as \`${example.name}\`` : ''}`;
    return `${articled(entry.name)} is not read by \`[…]\`${instead}.`;
  }
  const role = instanceOf(key)?.entry.role;
  if (entry.keys && !isByTable(entry))
    return `The keys of \`${entry.name}\` are names, not \`TableConfig\` objects.`;
  if (role === 'table')
    return `This is none of the tables of the object: \`${entry.name}\` has the very \`TableConfig\` objects of its features as keys.`;
  if (entry.keys)
    return `The keys of \`${entry.name}\` are \`TableConfig\` objects, not ${role === 'feature' ? 'features' : 'names'}: read it by the table itself.`;
  const what = entry.name === '__call__' ? 'The call' : `\`${entry.name}\``;
  const missing = key.kind === 'str' ? `"${excerpt(key.value ?? '')}"` : 'such key';
  return `${what} gives ${describe(structure)} here: there is no ${missing}.`;
}

/** What an object that looks up has its tables in. */
const tablesIn = ({ id }: Entry): string | undefined =>
  findEntry(`${id}.embedding_tables`)
    ? 'embedding_tables'
    : findEntry(`${id}.get_embedding_tables`) && 'get_embedding_tables()';

/** The key with a similar name. */
function respelt({ structure, key }: WrongKey, node: Expression, text: string) {
  if (structure.kind !== 'branch' || key.kind !== 'str' || node.kind !== 'string') return [];
  const meant = misspelled(`s${key.value}`, structure.members?.keys() ?? []);
  const source = meant === undefined ? undefined : keySource(meant, text.slice(node.start, node.end));
  return source === undefined ? [] : [replacing(node, source, true)];
}
