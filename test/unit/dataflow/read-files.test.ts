// A program that reads its configuration from a file is checked with the file's content, if the file is certain.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { python } from '../../../server/src/languages/python';
import { Analyzer } from '../../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { builtin } from '../../../server/src/schema/builtin';
import { table } from '../../support/configurations';

const ENDING = 'mode: TRAINING\nbatch_size_per_tensor_core: 8\nnum_hosts: 1\nnum_tensor_cores: 8\n';
const CONFIGURATION = table('items', 100, 8, 1) + table('users', 100, 8, 1) + ENDING;

const FILES: Readonly<Record<string, string>> = {
  'ads.pbtxt': CONFIGURATION,
  '/work/ads.pbtxt': CONFIGURATION,
  'shop/configs/ads.pbtxt': CONFIGURATION,
  '/work/configs/ads.pbtxt': CONFIGURATION,
  'bare.pbtxt': CONFIGURATION.replaceAll('\n', '\r').replace('\r', '\n'),
  'windows.pbtxt': CONFIGURATION.replaceAll('\n', '\r\n'),
  'broken.pbtxt': `${CONFIGURATION}num_host: 1\n`,
  'ads.txt': CONFIGURATION,
};

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);

const RECEIVE = 'tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=3, config=config.SerializeToString())';

function analyze(reading: string, op = RECEIVE) {
  const text = `import os, pathlib, io, importlib.resources
import tensorflow as tf
from google.protobuf import text_format
from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb
${reading}
config = text_format.Parse(text, pb.TPUEmbeddingConfiguration())
${op}
`;
  const files = {
    path: '/work/train.py',
    read: (path: string) => (path in FILES ? { file: `file:///${path}`, text: FILES[path]! } : undefined),
  };
  return python.analyze(text, { analyzer, path: files.path, files });
}

const diagnose = (reading: string, op?: string) => analyze(reading, op).diagnose();

const codes = (reading: string, op?: string) => diagnose(reading, op).map(({ code }) => code);

const READ: readonly string[] = [
  `text = open('ads.pbtxt').read()`,
  `text = open('ads.pbtxt', mode='r', encoding='utf-8').read()`,
  `text = open('ads.pbtxt', 'rb').read()`,
  `text = open('windows.pbtxt').read()`,
  `text = io.open('ads.pbtxt').read()`,
  `with open('ads.pbtxt') as f:\n  text = f.read()`,
  `f = open('ads.pbtxt')\ntext = f.read()\nf.close()`,
  `with tf.io.gfile.GFile('ads.pbtxt', 'r') as f:\n  text = f.read()`,
  `with tf.compat.v1.gfile.Open('ads.pbtxt') as f:\n  text = f.read()`,
  `text = pathlib.Path('ads.pbtxt').read_text()`,
  `text = pathlib.Path(__file__).parent.joinpath('ads.pbtxt').read_text()`,
  `text = (pathlib.Path(__file__).resolve().parent / 'ads.pbtxt').read_text()`,
  `with (pathlib.Path(__file__).parent / 'ads.pbtxt').open() as f:\n  text = f.read()`,
  `text = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'ads.pbtxt')).read()`,
  `HERE = pathlib.Path(__file__).parent\ntext = open(str(HERE / 'ads.pbtxt')).read()`,
  `def load(path):\n  with open(path) as f:\n    return f.read()\ntext = load('ads.pbtxt')`,
  `for path in ['ads.pbtxt']:\n  with open(path) as f:\n    text = f.read()`,
  `text = importlib.resources.files('shop.configs').joinpath('ads.pbtxt').read_text()`,
  `text = (importlib.resources.files('shop') / 'configs' / 'ads.pbtxt').read_text(encoding='utf-8')`,
  `import shop.configs\ntext = importlib.resources.files(shop.configs).joinpath('ads.pbtxt').read_text()`,
  `from . import configs\ntext = importlib.resources.files(configs).joinpath('ads.pbtxt').read_text()`,
  `text = importlib.resources.read_text('shop.configs', 'ads.pbtxt')`,
  `with importlib.resources.files('shop.configs').joinpath('ads.pbtxt').open() as f:\n  text = f.read()`,
  `with importlib.resources.as_file(importlib.resources.files('shop') / 'configs/ads.pbtxt') as path:\n  text = path.read_text()`,
  `with importlib.resources.path('shop.configs', 'ads.pbtxt') as path:\n  text = open(path).read()`,
  `import pkgutil\ntext = pkgutil.get_data('shop.configs', 'ads.pbtxt')`,
  `with open('ads.pbtxt') as f:\n  text = ''.join(f)`,
  `with open('ads.pbtxt') as f:\n  text = ''.join(f.readlines())`,
  `with open('ads.pbtxt') as f:\n  lines = f.readlines()\ntext = ''.join(lines)`,
  `text = ''.join(line for line in open('ads.pbtxt'))`,
  `text = ''.join([line for line in open('ads.pbtxt')])`,
  `text = ''.join(list(open('windows.pbtxt')))`,
  `text = ''\nwith open('ads.pbtxt') as f:\n  for line in f:\n    text += line`,
  `lines = []\nf = open('ads.pbtxt')\nfor line in f:\n  lines.append(line)\ntext = ''.join(lines)`,
  `text = '\\n'.join(open('ads.pbtxt').read().splitlines())`,
];

const NOT_READ: readonly string[] = [
  `text = open('missing.pbtxt').read()`,
  `text = open('ads.txt').read()`,
  `text = open('ads.pbtxt', 'r+').read()`,
  `text = open('ads.pbtxt', encoding='utf-16').read()`,
  `text = open('ads.pbtxt', **options).read()`,
  `text = open('ads.pbtxt').read(100)`,
  `with open('ads.pbtxt') as f:\n  f.readline()\n  text = f.read()`,
  `f = open('ads.pbtxt')\nfirst = f.read()\ntext = f.read()`,
  `é = open('ads.pbtxt')\nfirst = é.read()\ntext = é.read()`,
  `text = open(os.path.join(folder, 'ads.pbtxt')).read()`,
  `text = open('ads.pbtxt').read() + more`,
  `f = open('ads.pbtxt')\nfor _ in range(2):\n  text = f.read()`,
  `f = open('ads.pbtxt')\nwhile more():\n  text = ''.join(f)`,
  `f = open('ads.pbtxt')\ntext = [''.join(f) for _ in range(2)][1]`,
  `with open('ads.pbtxt') as f:\n  next(f)\n  text = ''.join(f)`,
  `with open('ads.pbtxt') as f:\n  for line in f: break\n  text = ''.join(f)`,
  `f = open('ads.pbtxt')\ndef load(file):\n  return ''.join(file)\nload(f)\ntext = load(f)`,
  `text = ''.join(open('bare.pbtxt'))`,
  `text = ''.join(open('ads.pbtxt').readlines(10))`,
  `text = importlib.resources.files(package).joinpath('ads.pbtxt').read_text()`,
  `text = importlib.resources.files('configs').joinpath('missing.pbtxt').read_text()`,
  `text = importlib.resources.files().joinpath('ads.pbtxt').read_text()`,
  `def open(path): return something\ntext = open('ads.pbtxt').read()`,
];

suite('configurations that programs read', () => {
  for (const reading of READ)
    test(`the number of outputs is compared with the file: ${reading}`, () => {
      assert.deepEqual(codes(reading), ['output-count']);
    });

  for (const reading of READ)
    test(`edits elsewhere do not change the result of reading: ${reading}`, () => {
      let analysis = analyze(reading, RECEIVE.replace('3', '2'));
      assert.deepEqual(analysis.diagnose(), []);
      for (const [count, found] of [
        ['3', ['output-count']],
        ['2', []],
      ] as const) {
        const start = analysis.text.indexOf('num_outputs=') + 'num_outputs='.length;
        const text = analysis.text.slice(0, start) + count + analysis.text.slice(start + 1);
        analysis = analysis.change!(text, { start, end: start + 1, newLength: 1 });
        assert.deepEqual(
          analysis.diagnose().map(({ code }) => code),
          found,
        );
      }
    });

  for (const reading of NOT_READ)
    test(`the content is unknown: ${reading}`, () => {
      assert.deepEqual(codes(reading), []);
    });

  test('the problem links to the file', () => {
    const [problem] = diagnose(READ[0]!);
    assert.deepEqual(
      problem!.related.map(({ file, message }) => [file, message]),
      [
        [undefined, 'The configuration.'],
        ['file:///ads.pbtxt', 'The file that it is read from.'],
      ],
    );
  });

  test('names of tables and rates are checked against the file', () => {
    const load = `tf.raw_ops.RetrieveTPUEmbeddingAdagradParameters(
    num_shards=1, shard_id=0, table_name='user', config=config.SerializeToString())`;
    assert.deepEqual(codes(READ[0]!, load), ['unknown-table']);
    assert.deepEqual(codes(READ[0]!, load.replace("'user'", "'users'")), []);
    const send = `tf.raw_ops.SendTPUEmbeddingGradients(
    inputs=[a, b], learning_rates=[0.1], config=config.SerializeToString())`;
    assert.deepEqual(codes(READ[0]!, send), ['learning-rate-count']);
  });

  test('mistakes in the file itself are not reported in the program', () => {
    assert.deepEqual(codes(`text = open('broken.pbtxt').read()`), []);
  });

  test('a program that fills in a template is checked with the result', () => {
    const filled = `text = open('ads.pbtxt').read().replace('users', 'people')`;
    const load = `tf.raw_ops.RetrieveTPUEmbeddingAdagradParameters(
    num_shards=1, shard_id=0, table_name='users', config=config.SerializeToString())`;
    assert.deepEqual(codes(filled, load), ['unknown-table']);
  });

  test('a table of the file is not a name in the program', () => {
    const files = {
      path: '/work/train.py',
      read: () => ({ file: 'file:///ads.pbtxt', text: CONFIGURATION }),
    };
    const text = `from google.protobuf import text_format
from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb
config = text_format.Parse(open('ads.pbtxt').read(), pb.TPUEmbeddingConfiguration())
data = config.SerializeToString()
`;
    const { symbols, files: named } = python.analyze(text, { analyzer, path: files.path, files }).names();
    assert.deepEqual([symbols, named.length], [[], 1]);
  });
});
