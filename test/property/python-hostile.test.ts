// However many calls refer to each other, the messages about them stay limited.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf } from '../../server/src/languages';
import { Analyzer } from '../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../server/src/project/settings';
import { builtin } from '../../server/src/schema/builtin';

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);

const HEADER = `import tensorflow as tf
from google.protobuf import text_format
from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb2
from tensorflow.tpu.experimental import embedding
`;

const rows = (count: number, row: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => row(i)).join('');

/** Tables of one embedding object, each with a feature of its own. */
const model = (count: number, table: (i: number) => string) =>
  rows(count, (i) => `t${i} = ${table(i)}\nf${i} = embedding.FeatureConfig(t${i})\n`) +
  `model = embedding.TPUEmbedding([${rows(count, (i) => `f${i}, `)}], optimizer=None)\n`;

const RECEIVE = 'tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=1, config=c)\n';
const SEND = 'tf.raw_ops.SendTPUEmbeddingGradients(inputs=[x], learning_rates=[], config=c)\n';

const TEXTS: Readonly<Record<string, () => string>> = {
  'tables with wrong optimizers': () => model(2000, () => 'embedding.TableConfig(8, 8, optimizer="adagrad")'),
  'tables of one optimizer that packs': () =>
    `o = embedding.SGD(0.1, low_dimensional_packing_status=True)\n${model(2000, () => 'embedding.TableConfig(8, 16, optimizer=o)')}`,
  'tables of one name': () => model(2000, () => 'embedding.TableConfig(8, 8, name="a")'),
  'one name bound again and again': () => rows(2_500, (i) => `x = embedding.TableConfig\nx(${i}, 1)\n`),
  'one name bound to itself': () => rows(2_500, () => 'x = x(1)\n'),
  'aliases of aliases': () => `a0 = embedding.SGD\n${rows(2_500, (i) => `a${i + 1} = a${i}\na${i}(1)\n`)}`,
  'lists with names': () => rows(2_500, (i) => `list${i} = [1.0]\nembedding.TableConfig(list${i}, 8)\n`),
  messages: () =>
    rows(2_500, (i) => `m${i} = pb2.TPUEmbeddingConfiguration(num_hosts=1)\nm${i}.SerializeToString()\n`),
  'one message, serialized again and again': () =>
    `m = pb2.TPUEmbeddingConfiguration()\n${rows(400, () => 'm.table_descriptor.add()\nm.SerializeToString()\n')}`,
  'steps in one function': () => `def f():\n${rows(2_500, () => `  ${RECEIVE}  ${SEND}`)}`,
  'calls in one call': () => `embedding.TPUEmbedding([${rows(2_500, (i) => `embedding.SGD(a${i}), `)}])`,
  'texts with mistakes': () =>
    rows(2_500, () => 'text_format.Parse("num_host: 1", pb2.TPUEmbeddingConfiguration())\n'),
};

for (const [title, text] of Object.entries(TEXTS)) {
  test(title, () => {
    const analysis = languageOf('python').analyze(HEADER + text(), { analyzer, path: 'a.py' });
    const { length } = analysis.diagnose();
    assert.ok(length <= 2000, `${length} diagnostics`);
  });
}
