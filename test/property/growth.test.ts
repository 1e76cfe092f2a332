// A text of eight times the length takes about eight times as long to open, edit and query, whatever it contains.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { create, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import {
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  type FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt';
import type { Strategy } from '../../server/src/dataflow/derivation/strategy';
import { mayBeNumber } from '../../server/src/evaluator/refusals';
import { languageOf } from '../../server/src/languages';
import { MIGRATION_TARGETS } from '../../server/src/languages/migration';
import { Analyzer } from '../../server/src/languages/snapshot';
import { configurationAround } from '../../server/src/project/configuration-file/project-configuration';
import { readProjectFile, TOML_NAME } from '../../server/src/project/configuration-file/project-file';
import { Links, type NamedDocument } from '../../server/src/project/names/links';
import type { NamedSymbol } from '../../server/src/project/names/names';
import { planRename, refuseName } from '../../server/src/project/names/rename';
import { findSymbols } from '../../server/src/project/names/symbols';
import { DEFAULT_SETTINGS } from '../../server/src/project/settings';
import { joinCells } from '../../server/src/python/notebooks';
import { builtin } from '../../server/src/schema/builtin';
import { readDescriptorSet } from '../../server/src/schema/descriptor-set';
import { combine } from '../../server/src/schema/types';
import { FileSearch } from '../../server/src/server/files/file-search';
import type { FileSystem } from '../../server/src/server/files/file-system';
import type { Log } from '../../server/src/server/log';
import { Session } from '../../server/src/server/session';
import { ExcludedFiles } from '../../server/src/server/workspace/excluded-files';
import { NearbyFacts } from '../../server/src/server/workspace/nearby-facts';

type Shape = (n: number) => string;

const rows = (n: number, row: (i: number) => string) => Array.from({ length: n }, (_, i) => row(i)).join('');

const HEADER = `import tensorflow as tf
from google.protobuf import text_format
from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb2
from tensorflow.tpu.experimental import embedding
`;

const RECEIVE = 'tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=1, config=c)\n';
const TABLE = '  dimension: 8\n  vocabulary_size: 10\n  num_features: 1\n';

const PYTHON: Readonly<Record<string, Shape>> = {
  // Calls
  'misspelt arguments': (n) => `embedding.Adagrad(${rows(n, (i) => `learning_rat${i}=1, `)})\n`,
  'one misspelt argument again and again': (n) => `embedding.Adagrad(${'learning_rat=1, '.repeat(n)})\n`,
  'one argument again and again': (n) => `embedding.Adagrad(${'learning_rate=1, '.repeat(n)})\n`,
  'an alias of an argument again and again': (n) => `embedding.Adagrad(${'lr=1, '.repeat(n)})\n`,
  'positional arguments': (n) => `embedding.Adagrad(${'1, '.repeat(n)})\n`,
  'positional arguments where names are wanted': (n) =>
    `tf.raw_ops.RecvTPUEmbeddingActivations(${'num, '.repeat(n)})\n`,
  'arguments with stars': (n) => `embedding.Adagrad(${'*a, 1, '.repeat(n)})\n`,
  'arguments of a message': (n) => `pb2.TPUEmbeddingConfiguration(${rows(n, (i) => `num_host${i}=1, `)})\n`,
  'one attribute of a misspelt name': (n) =>
    `t = embedding.TableConfig(8, 8)\n${'t.dimension = 1\n'.repeat(n)}`,
  'fields of a message': (n) =>
    `m = pb2.TPUEmbeddingConfiguration()\n${rows(n, (i) => `m.num_host${i} = 1\n`)}`,
  'arguments of a function that is not known': (n) => `foo(${rows(n, (i) => `a${i}=embedding.SGD(1), `)})\n`,
  'calls with mistakes': (n) => 'embedding.Adagrad(lr=0.1)\n'.repeat(n),
  'calls in one call': (n) => `embedding.TPUEmbedding([${rows(n, (i) => `embedding.SGD(a${i}), `)}])\n`,
  'calls in a row': (n) => `embedding.SGD(1)${'.f(1)'.repeat(n)}\n`,
  'calls in calls': (n) => `${'f('.repeat(n)}embedding.SGD(1)${')'.repeat(n)}\n`,
  'a call that is never closed': (n) => `embedding.SGD(\n${'x = 1\n'.repeat(n)}`,
  // Expressions
  'a long integer': (n) => `embedding.TableConfig(${'9'.repeat(n)}, 8)\n`,
  'a long integer in another base': (n) => `embedding.TableConfig(0x${'9'.repeat(n)}, 8)\n`,
  'a long fraction': (n) => `embedding.SGD(0.${'1'.repeat(n)})\n`,
  'a variable that is a long integer': (n) => `a = ${'9'.repeat(n)}\nembedding.TableConfig(a, 8)\n`,
  'a long integer with a sign': (n) => `a = -${'9'.repeat(n)}\nembedding.SGD(a)\n`,
  'a long string': (n) => `embedding.TableConfig(8, 8, combiner='${'x'.repeat(n)}')\n`,
  'a long string of escapes': (n) => `embedding.TableConfig(8, 8, combiner='${'\\n'.repeat(n)}')\n`,
  'a string of many parts': (n) => `embedding.TableConfig(8, 8, combiner=${"'x' ".repeat(n)})\n`,
  'a string of many fields': (n) => `embedding.TableConfig(8, 8, combiner=f'${'{a}'.repeat(n)}')\n`,
  'a chain of attributes': (n) => `embedding${'.a'.repeat(n)}\n`,
  'a chain of subscripts': (n) => `a = [1]\nembedding.SGD(a${'[0]'.repeat(n)})\n`,
  'a long sum': (n) => `embedding.SGD(1${' + 1'.repeat(n)})\n`,
  'a long sum of strings': (n) => `embedding.TableConfig(8, 8, name='a'${" + 'a'".repeat(n)})\n`,
  'a long sum of lists': (n) => `embedding.TableConfig([1]${' + [1]'.repeat(n)}, 8)\n`,
  'a long comparison': (n) => `embedding.SGD(1${' < 1'.repeat(n)})\n`,
  'a long conditional': (n) => `embedding.SGD(${'1 if a else '.repeat(n)}1)\n`,
  minuses: (n) => `embedding.SGD(${'-'.repeat(n)}1)\n`,
  brackets: (n) => `embedding.SGD(${'['.repeat(n)}${']'.repeat(n)})\n`,
  'open brackets': (n) => `embedding.SGD(${'['.repeat(n)}\n`,
  'a long list': (n) => `embedding.TableConfig([${'1, '.repeat(n)}], 8)\n`,
  'a long dict': (n) => `embedding.TPUEmbedding({${rows(n, (i) => `'a${i}': 1, `)}}, None)\n`,
  'a long list of names': (n) =>
    `a = 1\nembedding.TPUEmbedding(feature_config=[${'a, '.repeat(n)}], optimizer=None)\n`,
  lambdas: (n) => `embedding.SGD(${'lambda: '.repeat(n)}1)\n`,
  comprehensions: (n) => `embedding.SGD([a ${'for a in b '.repeat(n)}])\n`,
  // Names
  imports: (n) => rows(n, (i) => `import tensorflow as tf${i}\ntf${i}.tpu.experimental.embedding.SGD(1)\n`),
  'one long import': (n) =>
    `from tensorflow.tpu.experimental.embedding import (${rows(n, (i) => `SGD as a${i}, `)})\na1(1)\n`,
  'one name imported again and again': (n) => 'from tensorflow import tpu\n'.repeat(n),
  'aliases of aliases': (n) => `a0 = embedding.SGD\n${rows(n, (i) => `a${i + 1} = a${i}\na${i}(1)\n`)}`,
  'one name bound again and again': (n) => rows(n, (i) => `x = embedding.TableConfig\nx(${i}, 1)\n`),
  'one name bound to itself': (n) => 'x = x(1)\n'.repeat(n),
  'one name used again and again': (n) => `a = [1]\n${'embedding.TableConfig(a, 8)\n'.repeat(n)}`,
  'lists with names': (n) => rows(n, (i) => `a${i} = [1.0]\nembedding.TableConfig(a${i}, 8)\n`),
  'several targets': (n) => `${rows(n, (i) => `a${i} = `)}embedding.SGD(1)\n`,
  'global names': (n) => `def f():\n${rows(n, (i) => `  global a${i}\n  a${i} = embedding.SGD(1)\n`)}`,
  'names of other functions': (n) =>
    `def f():\n${rows(n, (i) => `  a${i} = 1\n`)}  def g():\n${rows(n, (i) => `    nonlocal a${i}\n`)}`,
  // Statements
  functions: (n) => rows(n, (i) => `def f${i}(a=embedding.SGD(1)):\n  return embedding.SGD(a)\n`),
  'a long function': (n) => `def f(c):\n${`  ${RECEIVE}`.repeat(n)}`,
  'a function of many parameters': (n) => `def f(${rows(n, (i) => `a${i}=1, `)}):\n  embedding.SGD(a1)\n`,
  'a class of many methods': (n) =>
    `class A:\n${rows(n, (i) => `  def f${i}(self):\n    self.x = embedding.SGD(1)\n`)}`,
  'a class of many attributes': (n) => `class A:\n${rows(n, (i) => `  a${i} = embedding.SGD(1)\n`)}`,
  'attributes of one object': (n) =>
    `class A:\n  def f(self):\n${rows(n, (i) => `    self.a${i} = embedding.SGD(1)\n    g(self.a${i})\n`)}`,
  'classes below a class': (n) =>
    rows(
      n,
      (i) => `class A${i}(${i % 2 ? `A${i - 1}` : 'B'}):\n  def f(self):\n    self.x = embedding.SGD(1)\n`,
    ),
  'objects of one class': (n) =>
    `class A:\n  def f(self):\n    self.x = embedding.SGD(1)\n${rows(n, (i) => `a${i} = A()\n`)}`,
  'objects of a class each': (n) =>
    rows(n, (i) => `class A${i}:\n  def f(self):\n    self.x = embedding.SGD(1)\na${i} = A${i}()\n`),
  'functions that fill a variable each': (n) =>
    rows(n, (i) => `d${i} = {}\ndef f${i}():\n  d${i}['a'] = embedding.SGD(1)\n`),
  'functions that call the next': (n) =>
    `${rows(n, (i) => `def f${i}():\n  return f${i + 1}()\n`)}embedding.SGD(f0())\n`,
  'attributes set from outside': (n) =>
    rows(n, (i) => `class A${i}:\n  def f(self):\n    embedding.SGD(self.x)\ndef g${i}(o):\n  o.a${i} = 1\n`),
  'one attribute set and used again and again': (n) =>
    `class A:\n  def f(self):\n${'    self.a = embedding.SGD(1)\n    g(self.a.b)\n'.repeat(n)}`,
  classes: (n) => rows(n, (i) => `class A${i}(embedding.SGD):\n  x = embedding.SGD(1)\n`),
  'a class of many bases': (n) => `class A(${'embedding.SGD, '.repeat(n)}):\n  x = embedding.SGD(1)\n`,
  decorators: (n) => `${'@embedding.SGD(1)\n'.repeat(n)}def f():\n  pass\n`,
  'decorators of nothing': (n) => '@embedding.SGD(1)\n'.repeat(n),
  branches: (n) => `if a:\n  embedding.SGD(1)\n${'elif b:\n  embedding.SGD(1)\n'.repeat(n)}`,
  'branches that ask for a name': (n) =>
    `if hasattr(tf, 'a'):\n  tf.foo.bar()\n${"elif hasattr(tf, 'b'):\n  embedding.Foo(1)\n".repeat(n)}`,
  'handlers of exceptions': (n) => `try:\n  embedding.Foo(1)\n${'except E:\n  embedding.Foo(1)\n'.repeat(n)}`,
  attempts: (n) => 'try:\n  embedding.Foo(1)\nexcept AttributeError:\n  pass\n'.repeat(n),
  'loops one after the other': (n) => 'for a in b:\n  a = embedding.SGD(a)\n'.repeat(n),
  'a long loop': (n) => `for a in b:\n${'  a = embedding.SGD(a)\n'.repeat(n)}`,
  'blocks in blocks': (n) => rows(n, (i) => `${' '.repeat(i % 90)}if embedding.SGD(1):\n`),
  'items of a with': (n) => `with ${'embedding.SGD(1) as a, '.repeat(n)}b:\n  embedding.SGD(1)\n`,
  'cases of a match': (n) => `match a:\n${'  case [b, c]:\n    embedding.SGD(1)\n'.repeat(n)}`,
  'statements on one line': (n) => `${'embedding.SGD(1); '.repeat(n)}\n`,
  'lines that go on': (n) => `a = embedding.SGD(1)${' \\\n + 1'.repeat(n)}\n`,
  'methods of one name that ask for no release': (n) =>
    rows(
      n,
      (i) =>
        `class A${i}:\n  def call(self):\n    version = self.call\n    return embedding.TableConfig(8, 8)\n`,
    ),
  // Objects that the calls create
  'tables with wrong optimizers': (n) => model(n, () => 'embedding.TableConfig(8, 8, optimizer="adagrad")'),
  'tables of one optimizer': (n) =>
    `o = embedding.SGD(0.1, low_dimensional_packing_status=True)\n${model(n, () => 'embedding.TableConfig(8, 16, optimizer=o)')}`,
  'tables of one name': (n) => model(n, () => 'embedding.TableConfig(8, 8, name="a")'),
  messages: (n) =>
    rows(n, (i) => `m${i} = pb2.TPUEmbeddingConfiguration(num_hosts=1)\nm${i}.SerializeToString()\n`),
  'one message with many tables': (n) =>
    `m = pb2.TPUEmbeddingConfiguration()\n${'m.table_descriptor.add(dimension=8)\n'.repeat(n)}m.SerializeToString()\n`,
  'one message with tables that have names': (n) =>
    `m = pb2.TPUEmbeddingConfiguration()\n${rows(n, (i) => `t${i} = m.table_descriptor.add()\nt${i}.dimension = 8\n`)}m.SerializeToString()\n`,
  'one message, serialized again and again': (n) =>
    `m = pb2.TPUEmbeddingConfiguration()\n${'m.table_descriptor.add()\nm.SerializeToString()\n'.repeat(n)}`,
  'steps in one function': (n) =>
    `def f():\n${`  ${RECEIVE}  tf.raw_ops.SendTPUEmbeddingGradients(inputs=[x], learning_rates=[], config=c)\n`.repeat(n)}`,
  'weights of many features': (n) => {
    const each = (value: (i: number) => string) => rows(n, (i) => `'f${i}': ${value(i)}, `);
    const features = each((i) => `layers.FeatureConfig('f${i}', table, (8, 4), (8, 8))`);
    return (
      `import numpy as np\nfrom keras_rs import layers\ntable = layers.TableConfig('t', 10, 8)\n` +
      `layer = layers.DistributedEmbedding({${features}})\n` +
      `layer({${each(() => "np.zeros((8, 4), 'int32')")}}, {${each(() => 'np.ones((8, 4))')}})\n`
    );
  },
  'gradients of many features': (n) => {
    const each = (value: (i: number) => string) => rows(n, (i) => `'f${i}': ${value(i)}, `);
    return (
      `model = embedding.TPUEmbedding({${each(() => 'embedding.FeatureConfig(embedding.TableConfig(8, 8))')}}, embedding.SGD(0.1))\n` +
      `with tf.GradientTape() as tape:\n  found = model.dequeue()\n  tape.watch(found)\n` +
      `gradients = tape.gradient(loss(found), found)\n` +
      `model.apply_gradients({${each((i) => `gradients['f${i}']`)}})\n`
    );
  },
  'values drawn from a long list': (n) =>
    `import random\na = [${rows(n, (i) => `{"x": ${i}, "y": [1, ${i}]}, `)}]\nb = random.sample(a, ${n})\nembedding.SGD(**b[0])\n`,
  'values drawn again and again': (n) =>
    `import random\na = [{"x": 1}, {"x": 2}]\n${'embedding.SGD(**random.choice(a))\n'.repeat(n)}`,
  // Texts in strings
  'texts with mistakes': (n) =>
    'text_format.Parse("num_host: 1", pb2.TPUEmbeddingConfiguration())\n'.repeat(n),
  'a long text': (n) =>
    `text_format.Parse("""\n${`table_descriptor {\n${TABLE}}\n`.repeat(n)}""", pb2.TPUEmbeddingConfiguration())\n`,
  'a long text that is almost a number': (n) =>
    `try:\n  embedding.SGD(float('${'1'.repeat(n)}x'))\nexcept ValueError:\n  pass\n`,
  'a long text of escapes': (n) =>
    `text_format.Parse("${'\\x61: 1\\n'.repeat(n)}", pb2.TPUEmbeddingConfiguration())\n`,
  'a text of many parts': (n) =>
    `text_format.Parse(\n${"  'num_hosts: 1 '\n".repeat(n)}, pb2.TPUEmbeddingConfiguration())\n`,
  'a long text of YAML in brackets': (n) =>
    `import yaml\na = yaml.safe_load("""\na: [\n${'  1,\n'.repeat(n)}]\n""")\nembedding.TableConfig(a['a'][0], 8)\n`,
  // Comments
  'comments that silence': (n) =>
    'embedding.SGD(lr=1)  # tpu-embedding: ignore[unknown-argument]\n'.repeat(n),
  'comments that silence nothing': (n) => `${'# tpu-embedding: ignore\n'.repeat(n)}embedding.SGD(1)\n`,
  'a comment of many marks': (n) => `#${' tpu-embedding: ignore'.repeat(n)}\nembedding.SGD(1)\n`,
  'a comment of many codes': (n) => `embedding.SGD(lr=1)  # tpu-embedding: ignore[${'a,'.repeat(n)}]\n`,
  'a long line of numbers before the dict of attributes': (n) =>
    `a = [${'1, '.repeat(n)}]\nprint(vars(a), embedding.SGD(a).learning_rate)\n`,
  'a long line of nothing before the dict of attributes': (n) =>
    `b = a(${' '.repeat(n)}vars(a), embedding.SGD(a).learning_rate)\n`,
  // Lines
  'a long line of nothing': (n) => `embedding.SGD(${' '.repeat(n)})\n`,
  'a long line of words': (n) => `embedding.SGD ${'a '.repeat(n)}\n`,
  'a long name': (n) => `embedding.${'a'.repeat(n)}(1)\n`,
  'a long name of an argument': (n) => `embedding.SGD(${'a'.repeat(n)}=1)\n`,
  'open strings': (n) => `embedding.SGD("\n`.repeat(n),
  'closing brackets': (n) => `embedding.SGD(1)\n${')'.repeat(n)}\n`,
};

/** Tables of one embedding object, each with a feature of its own. */
const model = (n: number, table: (i: number) => string) =>
  rows(n, (i) => `t${i} = ${table(i)}\nf${i} = embedding.FeatureConfig(t${i})\n`) +
  `model = embedding.TPUEmbedding([${rows(n, (i) => `f${i}, `)}], optimizer=None)\n`;

const TEXTPROTO: Readonly<Record<string, Shape>> = {
  tables: (n) => rows(n, (i) => `table_descriptor {\n  name: "a${i}"\n${TABLE}}\n`),
  'tables of one name': (n) => `table_descriptor {\n  name: "a"\n${TABLE}}\n`.repeat(n),
  features: (n) =>
    `table_descriptor {\n${TABLE}}\n${'feature_descriptor { table_id: 0 input_shape: 8 }\n'.repeat(n)}`,
  'tables, each with a feature': (n) =>
    rows(n, (i) => `table_descriptor {\n${TABLE}}\nfeature_descriptor { table_id: ${i} input_shape: 8 }\n`),
  'tables of dynamic rates': (n) =>
    rows(
      n,
      (i) =>
        `table_descriptor { optimization_parameters { sgd {} learning_rate { dynamic { tag: ${i} } } } }\n`,
    ),
  'unknown fields': (n) => 'num_host: 1\n'.repeat(n),
  'unknown fields of a block': (n) => `table_descriptor {\n${'  nam: "x"\n'.repeat(n)}}\n`,
  'one field again and again': (n) => 'num_hosts: 1\n'.repeat(n),
  'a long integer': (n) => `num_hosts: ${'9'.repeat(n)}\n`,
  'a long integer in another base': (n) => `num_hosts: 0x${'9'.repeat(n)}\n`,
  'a long octal integer': (n) => `num_hosts: 0${'7'.repeat(n)}\n`,
  'a long integer for a fraction': (n) =>
    `table_descriptor { optimization_parameters { weight_decay_factor: ${'9'.repeat(n)} } }\n`,
  'a long integer for an enum': (n) => `mode: ${'9'.repeat(n)}\n`,
  'a long fraction': (n) => `num_hosts: 0.${'9'.repeat(n)}\n`,
  'a long string': (n) => `table_descriptor { name: "${'x'.repeat(n)}" }\n`,
  'a string of escapes': (n) => `table_descriptor { name: "${'\\n'.repeat(n)}" }\n`,
  'a string of many parts': (n) => `table_descriptor { name: ${'"x" '.repeat(n)} }\n`,
  'a long list': (n) => `feature_descriptor { input_shape: [${'1, '.repeat(n)}1] }\n`,
  'a long name': (n) => `${'a'.repeat(n)}: 1\n`,
  'a long extension name': (n) => `[${'a.'.repeat(n)}a]: 1\n`,
  'a long line': (n) => `${'num_hosts: 1 '.repeat(n)}\n`,
  'a long line of mistakes': (n) => `${'num_hosts: 1;; '.repeat(n)}\n`,
  templates: (n) => `${'%a%'.repeat(n)}\n`,
  'a long line of words': (n) => `${'num_hosts '.repeat(n)}\n`,
  'open blocks': (n) => 'table_descriptor {\n'.repeat(n),
  'closing brackets': (n) => `num_hosts: 1\n${'}\n'.repeat(n)}`,
  'comments that silence': (n) => 'num_host: 1  # tpu-embedding: ignore[unknown-field]\n'.repeat(n),
  'comments that silence nothing': (n) => '# tpu-embedding: ignore\n'.repeat(n),
  'a comment of many codes': (n) => `num_host: 1 # tpu-embedding: ignore[${'a,'.repeat(n)}]\n`,
};

/** Each line is a cell. */
const NOTEBOOKS: Readonly<Record<string, Shape>> = {
  'cells of one name': (n) => 'x = embedding.SGD(lr=0.1)\n'.repeat(n),
  'cells of aliases': (n) => `a0 = embedding.SGD\n${rows(n, (i) => `a${i + 1} = a${i}\na${i}(1)\n`)}`,
  'cells of messages': (n) =>
    rows(n, (i) => `m${i} = pb2.TPUEmbeddingConfiguration()\nm${i}.SerializeToString()\n`),
  'cells that leave a bracket open': (n) => 'embedding.SGD(\n'.repeat(n),
  'cells of commands': (n) => '%matplotlib inline\n'.repeat(n),
};

const STRATEGY: Strategy = { numHosts: 2, numReplicas: 8, perReplicaBatchSize: 16 };

/** Everything that an editor requests when a text is opened and edited. */
function use(
  language: string,
  text: string,
  partEnds: readonly number[] | undefined,
  analyzer = new Analyzer(builtin, DEFAULT_SETTINGS),
): void {
  const path = language === 'python' ? 'a.py' : 'tpu_embedding.textproto';
  const analysis = languageOf(language).analyze(text, { analyzer, path, ...(partEnds && { partEnds }) });
  analysis.diagnose();
  analysis.optimizers();
  const start = language === 'python' ? HEADER.length : 0;
  const last = text.lastIndexOf('(');
  for (const offset of [
    start + 1,
    start + 20,
    (start + text.length) >> 1,
    last + 1,
    last + 5,
    text.length - 2,
  ]) {
    analysis.hover(offset);
    analysis.complete(offset);
    analysis.signature(offset);
    analysis.definition(offset);
    analysis.highlights(offset);
    analysis.optimizerAt(offset);
    analysis.actions(offset, offset);
    analysis.formatTyped?.(offset, '\n');
    analysis.refactorings({ start: offset, end: offset });
    analysis.selectionRanges?.(offset);
  }
  const whole = { start: 0, end: text.length };
  analysis.hints(whole, {});
  analysis.semanticTokens?.(whole);
  analysis.lenses({});
  analysis.links();
  analysis.outline?.();
  analysis.folds?.();
  analysis.derive(STRATEGY);
  for (const to of MIGRATION_TARGETS) analysis.migrate(to, STRATEGY);
  analysis.sizes({ numHosts: 2 });
  analysis.comparables(STRATEGY);
  analysis.checkpoints(STRATEGY);
  analysis.format?.();
  analysis.format?.([{ start, end: start + 1 }]);
  for (const { places } of analysis.names().symbols.slice(0, 3))
    for (const place of places.slice(0, 3)) analysis.writeName(place, 'b');
  if (!analysis.change) return;
  const middle = (start + text.length) >> 1;
  const change = { start: middle, end: middle, newLength: 1 };
  analysis.change(`${text.slice(0, middle)} ${text.slice(middle)}`, change).diagnose();
}

type FileInit = MessageInitShape<typeof FileDescriptorProtoSchema>;

interface SetShape {
  /** A descriptor set with the message `M`. */
  readonly files: (n: number) => FileInit[];
  readonly text?: Shape;
}

const many = <T>(n: number, item: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => item(i));
const oneFile = (file: FileInit): FileInit[] => [{ name: 'a.proto', syntax: 'proto2', ...file }];
const field = (i: number, more: object = {}) => ({
  name: `field_${i}`,
  number: i + 1,
  label: FieldDescriptorProto_Label.OPTIONAL,
  type: FieldDescriptorProto_Type.INT32,
  ...more,
});
const manyFields = (n: number, more: (i: number) => object = () => ({})) => many(n, (i) => field(i, more(i)));
const small = { name: 'M', field: [field(0)] };
const setFields: Shape = (n) => rows(n, (i) => `field_${i}: 1\n`);

const DESCRIPTOR_SETS: Readonly<Record<string, SetShape>> = {
  'a message of many fields': {
    files: (n) => oneFile({ messageType: [{ name: 'M', field: manyFields(n) }] }),
    text: () => 'field_1: 1\nfeild_2: 1\n',
  },
  'a message of many fields, all set': {
    files: (n) => oneFile({ messageType: [{ name: 'M', field: manyFields(n) }] }),
    text: setFields,
  },
  'a message of many fields, all set in a block': {
    files: (n) => {
      const block = { type: FieldDescriptorProto_Type.MESSAGE, typeName: '.M' };
      return oneFile({
        messageType: [{ name: 'M', field: [...manyFields(n), field(n, { ...block, name: 'm' })] }],
      });
    },
    text: (n) => `m {\n${setFields(n)}}\n`,
  },
  'a message of many fields, one set again and again': {
    files: (n) => oneFile({ messageType: [{ name: 'M', field: manyFields(n) }] }),
    text: (n) => 'field_1: 1\n'.repeat(n),
  },
  'a message of many required fields, none set': {
    files: (n) => {
      const label = FieldDescriptorProto_Label.REQUIRED;
      return oneFile({ messageType: [{ name: 'M', field: manyFields(n, () => ({ label })) }] });
    },
  },
  'a message of many required fields, all set': {
    files: (n) => {
      const label = FieldDescriptorProto_Label.REQUIRED;
      return oneFile({ messageType: [{ name: 'M', field: manyFields(n, () => ({ label })) }] });
    },
    text: setFields,
  },
  'a oneof of many fields, all set': {
    files: (n) =>
      oneFile({
        messageType: [
          { name: 'M', oneofDecl: [{ name: 'o' }], field: manyFields(n, () => ({ oneofIndex: 0 })) },
        ],
      }),
    text: setFields,
  },
  'many oneofs, all set': {
    files: (n) =>
      oneFile({
        messageType: [
          {
            name: 'M',
            oneofDecl: many(n, (i) => ({ name: `o${i}` })),
            field: manyFields(n, (i) => ({ oneofIndex: i })),
          },
        ],
      }),
    text: setFields,
  },
  'many messages': {
    files: (n) =>
      oneFile({ messageType: [small, ...many(n, (i) => ({ name: `M${i}`, field: [field(0)] }))] }),
  },
  'many messages in one': {
    files: (n) => oneFile({ messageType: [{ ...small, nestedType: many(n, (i) => ({ name: `M${i}` })) }] }),
  },
  'many reserved names': {
    files: (n) => oneFile({ messageType: [{ ...small, reservedName: many(n, (i) => `a${i}`) }] }),
    text: (n) => rows(n, (i) => `a${i}: 1\n`),
  },
  'many extensions, all set': {
    files: (n) =>
      oneFile({
        messageType: [{ ...small, extensionRange: [{ start: 2, end: 1 << 29 }] }],
        extension: many(n, (i) => field(i + 1, { extendee: '.M' })),
      }),
    text: (n) => rows(n, (i) => `[field_${i + 1}]: 1\n`),
  },
  'an enum of many values, all used': {
    files: (n) => {
      const type = { type: FieldDescriptorProto_Type.ENUM, typeName: '.E' };
      return oneFile({
        messageType: [
          { name: 'M', field: [field(0, { ...type, label: FieldDescriptorProto_Label.REPEATED })] },
        ],
        enumType: [{ name: 'E', value: many(n, (i) => ({ name: `V${i}`, number: i })) }],
      });
    },
    text: (n) => rows(n, (i) => `field_0: V${i}\n`),
  },
  'many files': {
    files: (n) => [
      ...oneFile({ messageType: [small] }),
      ...many(n, (i) => ({ name: `${i}.proto`, dependency: ['a.proto'], messageType: [{ name: `M${i}` }] })),
    ],
  },
};

/** CPU time in milliseconds, best round. */
async function cost(run: () => unknown, rounds: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < rounds; i++) {
    const start = process.cpuUsage();
    await run();
    best = Math.min(best, process.cpuUsage(start).user / 1000);
  }
  return best;
}

/** Milliseconds that are measured at least: CPU time is counted in ticks of up to 4 ms. */
const LOOK = 20;

/** CPU time of a run in milliseconds, from as many runs as take long enough. */
async function meanCost(run: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  for (let runs = 1; ; runs++) {
    await run();
    const spent = process.cpuUsage(start).user / 1000;
    if (spent >= LOOK) return spent / runs;
  }
}

/** Milliseconds: above this, growth can be measured. */
const ENOUGH = 5;
/** The fixed cost of any text must not hide the growth. */
const SHARE = 2;
const LONGEST = 1 << 19;
/** A quadratic cost would grow 64 times. */
const LIMIT = 28;
const SUSPICIOUS = LIMIT / 2;

/** The growth factor of the cost for eight times the length. */
async function growth(run: (n: number) => unknown): Promise<{ n: number; ratio: number }> {
  for (let i = 0; i < 5; i++) await run(8);
  const least = Math.max(ENOUGH, SHARE * (await cost(() => run(1), 3)));
  const isShort = async (n: number) => (await cost(() => run(n), 1)) < least;
  let n = 32;
  while (n < LONGEST && ((await isShort(n)) || (await isShort(n)))) n *= 2;
  let look = ratioAt(run, n);
  let ratio = await look();
  if (ratio >= SUSPICIOUS) ratio = await look();
  // Longer texts show the quadratic part of a cost better.
  for (let longer = 2; longer > 0 && ratio >= SUSPICIOUS; longer--) {
    n *= 2;
    look = ratioAt(run, n);
    ratio = await look();
  }
  for (let more = 15; more > 0 && ratio >= LIMIT; more--) ratio = await look();
  return { n, ratio };
}

/** By the best rounds of all looks: busy moments and garbage collection do not occur every time. */
function ratioAt(run: (n: number) => unknown, n: number): () => Promise<number> {
  let long = Number.POSITIVE_INFINITY;
  let short = Number.POSITIVE_INFINITY;
  return async () => {
    long = Math.min(long, await meanCost(() => run(8 * n)));
    short = Math.min(short, await meanCost(() => run(n)));
    return long / short;
  };
}

function growsWithTheText(shapes: Readonly<Record<string, Shape>>, run: (text: string) => void): void {
  for (const [name, shape] of Object.entries(shapes)) growsLinearly(name, (n) => run(shape(n)));
}

function growsLinearly(name: string, run: (n: number) => unknown): void {
  test(name, async (t) => {
    const { n, ratio } = await growth(run);
    t.diagnostic(`${name}: n=${n} ratio ${ratio.toFixed(1)}`);
    assert.ok(ratio < LIMIT, `eight times ${n} costs ${ratio.toFixed(1)} times as much`);
  });
}

suite('Python', () => growsWithTheText(PYTHON, (text) => use('python', HEADER + text, undefined)));

/** Text beside an edit is not parsed again, and answers about it stay cached. */
suite('edits', () => {
  const METHOD = `  def f(self, config):
    self.x = embedding.SGD(0.1)
    self.y = ${RECEIVE}    return self.x
`;
  const shapes: Readonly<Record<string, Shape>> = {
    functions: (n) => METHOD.replaceAll('\n  ', '\n').trimStart().repeat(n),
    'a class of many methods': (n) => `class A:\n${METHOD.repeat(n)}`,
  };
  for (const [name, shape] of Object.entries(shapes)) {
    test(name, async (t) => {
      const text = HEADER + shape(500);
      const options = { analyzer: new Analyzer(builtin, DEFAULT_SETTINGS), path: 'a.py' };
      const read = () => {
        const analysis = languageOf('python').analyze(text, options);
        analysis.diagnose();
        return analysis;
      };
      let analysis = read();
      const place = text.indexOf('0.1', text.length >> 1);
      const edit = () => {
        const { text: before } = analysis;
        const change = { start: place, end: place, newLength: 1 };
        analysis = analysis.change!(`${before.slice(0, place)}1${before.slice(place)}`, change);
        analysis.diagnose();
      };
      const ratio = (await cost(edit, 20)) / (await cost(read, 3));
      t.diagnostic(`${name}: ${ratio.toFixed(2)} of reading it`);
      assert.ok(ratio < 1 / 2, `an edit costs ${ratio.toFixed(2)} of what reading the whole text costs`);
    });
  }
});

suite('text format', () => growsWithTheText(TEXTPROTO, (text) => use('textproto', text, undefined)));

suite('notebooks', () =>
  growsWithTheText(NOTEBOOKS, (text) => {
    const lines = (HEADER + text).split('\n').map((source, index) => ({ index, source }));
    const { text: joined, partEnds } = joinCells(lines);
    use('python', joined, partEnds);
  }));

suite('descriptor sets', () => {
  for (const [name, { files, text = () => 'field_0: 1\n' }] of Object.entries(DESCRIPTOR_SETS)) {
    growsLinearly(name, (n) => {
      const set = create(FileDescriptorSetSchema, { file: files(n) });
      const schema = combine(builtin, readDescriptorSet(toBinary(FileDescriptorSetSchema, set)));
      const analyzer = new Analyzer(schema, DEFAULT_SETTINGS);
      use('textproto', `# proto-message: M\n${text(n)}`, undefined, analyzer);
    });
  }
});

const named = (name: string, isDeclared: boolean): NamedSymbol => ({
  kind: 'table',
  name,
  id: isDeclared ? 0 : undefined,
  isDeclared,
  container: undefined,
  places: [{ start: 0, end: 5, as: 'name', declares: isDeclared }],
});
const namedFile = (path: string, symbols: readonly NamedSymbol[], paths: readonly string[] = []) => ({
  key: `file:///w/${path}`,
  folder: 'file:///w',
  names: {
    symbols,
    configurations: path.endsWith('.py') ? 0 : 1,
    files: paths.map((path) => ({ path, start: 9, end: 9 })),
    imports: [],
  },
  positionAt: () => ({ line: 0, character: 0 }),
});
const configurationFile = (i: number, tables = [named('a', true)]) => namedFile(`${i}.textproto`, tables);
const OWN = configurationFile(0);

/** Workspaces of one table; the last file has it. */
const WORKSPACES: Readonly<Record<string, (n: number) => NamedDocument[]>> = {
  'programs without a configuration': (n) => [
    ...many(n, (i) => namedFile(`${i}.py`, [named('a', false)])),
    OWN,
  ],
  'programs of one configuration': (n) => [
    ...many(n, (i) => namedFile(`${i}.py`, [named('a', false)], ['0.textproto'])),
    OWN,
  ],
  'a program of many configurations': (n) => [
    namedFile(
      'a.py',
      [named('a', false)],
      many(n, (i) => `${i}.textproto`),
    ),
    ...many(n, (i) => configurationFile(i)),
  ],
  'a program that uses a table again and again': (n) => [
    namedFile(
      'a.py',
      many(n, () => named('a', false)),
      ['0.textproto'],
    ),
    OWN,
  ],
  'programs that import a module': (n) => [
    ...many(n, (i) => ({ ...namedFile(`${i}.py`, [named('a', false)]), modules: ['file:///w/all.py'] })),
    namedFile('all.py', [named('a', true)], ['0.textproto']),
    OWN,
  ],
  'tables of one name': (n) => [
    namedFile(
      'a.py',
      many(n, () => named('a', false)),
      ['0.textproto'],
    ),
    configurationFile(
      0,
      many(n, () => named('a', true)),
    ),
  ],
};

suite('names of a workspace', () => {
  for (const [title, workspace] of Object.entries(WORKSPACES))
    growsLinearly(title, (n) => {
      const links = new Links(workspace(n));
      const document = links.documents.at(-1)!;
      const referent = { document, symbol: document.names.symbols[0]! };
      planRename(links, [referent]);
      refuseName(links, referent, 'b');
      findSymbols(links.documents, 'a');
    });
});

suite('project files', () => {
  // What short files allocate is collected at almost no cost, so short and long ones cannot be compared.
  const LEAST_ENTRIES = 128;
  growsLinearly('a long name before many entries', (n) => {
    const length = LEAST_ENTRIES * n;
    const others = `[${'a.'.repeat(length)}a]\n${rows(length, (i) => `k${i} = 1\n`)}`;
    const file = readProjectFile(TOML_NAME, `${others}[tool.tpu-embedding]\nmax-file-size = 2\n`);
    assert.deepEqual(file?.problems, []);
  });
});

suite('folders in one another', () => {
  growsLinearly('whether a file in each is excluded', async (n) => {
    const error = new Error('There is no such file.');
    const missing = () => Promise.reject(error);
    const files = { reaches: () => true, readFile: missing, listFolder: missing, stampOf: missing };
    const searches = new FileSearch(files as unknown as FileSystem);
    const session = new Session();
    session.client = { ...session.client, folders: ['file:///w'] };
    const kind = { search: configurationAround, isSame: Object.is, watch() {} };
    const configurations = new NearbyFacts({} as Log, searches, 0, () => {}, kind);
    const excluded = new ExcludedFiles(session, configurations, () => DEFAULT_SETTINGS, searches.files);
    for (let i = 0; i < n; i++) await excluded.has(`file:///w/${'a/'.repeat(i)}x.py`, false);
  });
});

suite('texts of numbers', () => {
  growsLinearly('a long text that is almost a number', (n) => mayBeNumber(`${'1'.repeat(n)}x`, 'float'));
});
