import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Analyzer } from '../../../server/src/languages/snapshot';
import { diagnose } from '../../../server/src/languages/textproto/diagnostics';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { builtin, CONFIGURATION } from '../../../server/src/schema/builtin';

const resolve = (text: string, path = 'some/file.pbtxt', named = false) => {
  const snapshot = new Analyzer(builtin, DEFAULT_SETTINGS).open(text, { path, named });
  const { message, reason } = snapshot.resolution;
  return { message: message?.name, reason, diagnostics: diagnose(snapshot).length };
};

test('the header decides first, by the full or last name of the message', () => {
  assert.deepEqual(
    { ...resolve('# proto-message: tensorflow.tpu.LearningRate\nconstant: 0.1\n'), diagnostics: 0 },
    { message: 'tensorflow.tpu.LearningRate', reason: 'header', diagnostics: 0 },
  );
  assert.equal(resolve('\n# a\n#proto-message:LearningRate\n').message, 'tensorflow.tpu.LearningRate');
});

test('a header after a byte order mark is found', () => {
  assert.equal(resolve('\ufeff# proto-message: LearningRate\n').message, 'tensorflow.tpu.LearningRate');
});

test('a header below the first field is a comment like any other', () => {
  assert.equal(resolve('mode: 1\n# proto-message: tensorflow.tpu.LearningRate\n').reason, 'none');
});

test('a file whose header names an unknown message is not checked', () => {
  const text = '# proto-message: tensorflow.GraphDef\ntable_descriptor { nonsense }}}\n';
  assert.deepEqual(resolve(text, 'tpu_embedding.textproto'), {
    message: undefined,
    reason: 'unknown-message',
    diagnostics: 0,
  });
});

test('without a header, the file name decides', () => {
  assert.equal(resolve('', '/a/b/my_tpu_embedding_config.txtpb').reason, 'pattern');
  assert.equal(resolve('', 'C:\\models\\TPU_Embedding.pbtxt').reason, 'pattern');
});

test('without a header or a known file name, the top-level fields decide', () => {
  const { message, reason } = resolve('num_hosts: 1\ntable_descriptor { name: "a" }\n');
  assert.deepEqual({ message, reason }, { message: CONFIGURATION, reason: 'content' });
});

test('a text of another message has no diagnostics, whatever its mistakes', () => {
  const texts = [
    'node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }\n',
    'layer { name: "conv1" type: "Convolution" } }}} "',
    'mode: TRAIN\nnum_hosts: "1"\n',
    'name: "a"\ninput: 1\noutput: 2\nkind: 3\ntable_descriptor: 4\n',
    '',
  ];
  for (const text of texts) {
    assert.deepEqual(resolve(text), { message: undefined, reason: 'none', diagnostics: 0 }, text);
  }
});

test('a named file is a configuration unless its header says otherwise', () => {
  assert.equal(resolve('mode: TRAIN\n', 'x.txt', true).message, CONFIGURATION);
  assert.equal(resolve('# proto-message: tensorflow.GraphDef\n', 'x.txt', true).message, undefined);
});
