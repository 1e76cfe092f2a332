// Evaluating any operations on messages ends and never throws.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readPython } from '../../server/src/dataflow/calls/python-file';
import { configurationOf } from '../../server/src/dataflow/calls/reaching-configuration';
import { configuration } from './generators';
import { runs } from './runs';

const HEAD = `import tensorflow as tf
from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb
config = pb.TPUEmbeddingConfiguration()
p = config.table_descriptor.add().optimization_parameters.user_defined_program.program.host_program_shape.result
`;
const TAIL = 'tf.raw_ops.ConfigureTPUEmbedding(config=config.SerializeToString())\n';

/** Programs in which every line increases what must be built or examined. */
const programs: Readonly<Record<string, string>> = {
  'put into itself': 'p.tuple_shapes.append(p)\n'.repeat(60),
  'nested ever deeper': 'p = p.tuple_shapes.add()\n'.repeat(450),
  'named once each': Array.from({ length: 3000 }, (_, i) => `t${i} = config.table_descriptor.add()\n`).join(
    '',
  ),
  'serialized again and again': `config.table_descriptor.add(name='a')\n${TAIL}`.repeat(2000),
  'changed in branches': 'if a: config.table_descriptor.add()\n'.repeat(900),
  'a path without end': `config${'.table_descriptor'.repeat(5000)}\n`,
};

for (const [name, program] of Object.entries(programs)) {
  test(name, () => {
    const file = readPython(HEAD + program + TAIL)!;
    for (const call of file.calls) configurationOf(call)?.isWhole;
  });
}

const READ = `from google.protobuf import text_format
import tensorflow as tf
from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb
`;

/** The configuration that reaches the op after some statements; undefined if unknown. */
function reached(statements: string) {
  const file = readPython(READ + statements + TAIL)!;
  return file.calls.map((call) => configurationOf(call)).find((found) => found !== undefined);
}

test('a text means the same in an empty message as in one that holds a default value', () => {
  let known = 0;
  const property = fc.property(configuration, fc.boolean(), (text, isChanged) => {
    const literal = JSON.stringify(text);
    const change = isChanged ? "config.table_descriptor.add(name='last')\nconfig.num_hosts = 3\n" : '';
    const read = `config = text_format.Parse(${literal}, pb.TPUEmbeddingConfiguration())\n${change}`;
    const filled = `config = pb.TPUEmbeddingConfiguration(num_hosts=0)\ntext_format.Merge(${literal}, config)\n${change}`;
    const [first, second] = [reached(read), reached(filled)];
    assert.equal(first?.text.text, second?.text.text);
    assert.equal(first?.isWhole, second?.isWhole);
    if (first?.isWhole) known++;
  });
  fc.assert(property, runs(50));
  assert.ok(known > 0, 'no configuration is known');
});
