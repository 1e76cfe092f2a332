import { given } from '../../calls/given';
import { known } from '../../calls/known';
import { type ApiCall, argumentOf, type PythonFile } from '../../calls/python-file';
import type * as python from '../../python/tree';
import type { CallRule } from './call-rule';

const EMBEDDINGS = /^TPUEmbedding(?:V0|V2|ForServing)?$|^PartialTPUEmbedding$/;

export const tableNameTwice: CallRule = {
  code: 'table-name-twice',
  group: 'calls',
  severity: 'warning',
  language: 'python',
  summary: 'Two tables of one embedding object have the same name.',
  details:
    'Names of tables are unique: `TPUEmbedding` raises `ValueError` otherwise. Features that share a table share the ' +
    '`TableConfig` object; two objects with equal arguments are two tables.',
  bad: `import tensorflow as tf

embedding = tf.tpu.experimental.embedding
embedding.TPUEmbedding(
    feature_config={
        'a': embedding.FeatureConfig(embedding.TableConfig(100, 8, name='items')),
        'b': embedding.FeatureConfig(embedding.TableConfig(100, 8, name='items')),
    },
    optimizer=embedding.SGD())`,
  good: `import tensorflow as tf

embedding = tf.tpu.experimental.embedding
items = embedding.TableConfig(100, 8, name='items')
embedding.TPUEmbedding(
    feature_config={'a': embedding.FeatureConfig(items), 'b': embedding.FeatureConfig(items)},
    optimizer=embedding.SGD())`,
  checkFile(file, report) {
    for (const call of file.calls) {
      if (!EMBEDDINGS.test(call.entry.name)) continue;
      const first = new Map<string, ApiCall>();
      for (const table of tablesOf(call, file)) {
        const name = given(file.tree, table, 'name');
        if (name.kind !== 'str' || name.value === undefined) continue;
        const earlier = first.get(name.value);
        if (!earlier) first.set(name.value, table);
        else if (earlier !== table) {
          const place = argumentOf(table, 'name')!;
          const other = argumentOf(earlier, 'name')!;
          report({
            start: place.start,
            end: place.end,
            message: `Another table has the name '${name.value}'. Rename one, or share one \`TableConfig\` object.`,
            related: [{ start: other.start, end: other.end, message: 'The other table.' }],
          });
        }
      }
    }
  },
};

/** The tables that the features of an embedding object are known to use. */
export function tablesOf(call: ApiCall, file: PythonFile): ApiCall[] {
  const config = argumentOf(call, 'feature_config');
  const features = config ? instancesIn(config, 'FeatureConfig', file) : [];
  return features.flatMap((feature) => {
    const table = argumentOf(feature, 'table');
    return table ? instancesIn(table, 'TableConfig', file) : [];
  });
}

const MAX_DEPTH = 8;

function instancesIn(node: python.Expression, name: string, file: PythonFile, depth = 0): ApiCall[] {
  if (depth > MAX_DEPTH) return [];
  const value = known(file.tree, node);
  if (value.kind === 'instance') {
    const call =
      value.entry.name === name ? file.calls.find((candidate) => candidate.node === value.call) : undefined;
    return call ? [call] : [];
  }
  if (value.kind === 'list' || value.kind === 'tuple')
    return (value.elements ?? []).flatMap((element) => instancesIn(element, name, file, depth + 1));
  if (value.kind === 'dict')
    return (value.entries ?? []).flatMap((entry) => instancesIn(entry.value, name, file, depth + 1));
  return [];
}
