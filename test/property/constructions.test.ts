// Whatever a text does with messages, following them ends, and never throws.
import { test } from 'node:test';
import { constructionsIn } from '../../server/src/dataflow/message-flow';
import { readPython } from '../../server/src/dataflow/python-file';
import { configurationOf } from '../../server/src/dataflow/reaching-configuration';

const HEAD = `import tensorflow as tf
from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb
config = pb.TPUEmbeddingConfiguration()
p = config.table_descriptor.add().optimization_parameters.user_defined_program.program.host_program_shape.result
`;
const TAIL = 'tf.raw_ops.ConfigureTPUEmbedding(config=config.SerializeToString())\n';

/** Programs that grow what they build, or how much there is to look at, with every line. */
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
    constructionsIn(file);
    for (const call of file.calls) configurationOf(call, file)?.isWhole;
  });
}
