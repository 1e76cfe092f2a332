// Names that JavaScript objects inherit are treated like any other unknown name.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { create, toBinary } from '@bufbuild/protobuf';
import {
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt';
import { isFromPage, isToPage } from '../../client/messages/messages';
import { exchanged, restore } from '../../client/webview/model/saved-state';
import { describeConfiguration } from '../../server/src/configuration/description';
import { completionDocumentation, languageOf } from '../../server/src/languages';
import { editOptimizer } from '../../server/src/languages/optimizer/values';
import { Analyzer } from '../../server/src/languages/snapshot';
import { readSpec, SpecError } from '../../server/src/optimizers';
import { DEFAULT_SETTINGS, readSettings } from '../../server/src/project/settings';
import { readNotebook } from '../../server/src/python/notebooks';
import { readDescriptorSet } from '../../server/src/schema/descriptor-set';
import { combine, type Schema } from '../../server/src/schema/types';
import { everything } from '../support/everything';
import { schema as exampleSchema } from '../support/example-schema';
import { assertNothingSpecial } from '../support/inherited-names';

const analyzer = new Analyzer(exampleSchema, DEFAULT_SETTINGS);

/** Puts a name in the place of each word in turn. */
function inPlaceOfEachWord(text: string, word: RegExp, ask: (text: string, end: number) => unknown): void {
  for (const { 0: old, index } of text.matchAll(word)) {
    const [before, after] = [text.slice(0, index), text.slice(index + old.length)];
    const { length } = before.split('\n');
    assertNothingSpecial(
      (name) => ask(before + name + after, index + name.length),
      `"${old}" in line ${length}`,
    );
  }
}

// ---------------------------------------------------------------- Texts

const CONFIGURATION = `# proto-message: tensorflow.tpu.TPUEmbeddingConfiguration
# tpu-embedding: ignore-file[unknown-extension]
table_descriptor {
  name: "user"  # tpu-embedding: ignore[unknown-field]
  vocabulary_size: 1000
  optimization_parameters {
    learning_rate { dynamic { tag: first } }
    adam { beta1: 0.9 use_sum_inside_sqrt: true }
    gradient_accumulation_status: ENABLED
    clipping_limits { lower { value: -inf } }
  }
}
feature_descriptor < name: 'clicks' table_id: user input_shape: [wide] >
mode: TRAINING
[example.note]: 1
stranger { inner: <<END
END
}
`;

const EVENT = `# proto-message: example.Event
tags: ["a", name]
payload { [type.googleapis.com/example.Point] { x: 1 } type_url: "t" }
nested { parts { count: many flags: true } }
[example.note]: "b"
`;

const PROGRAM = `import numpy as np, tensorflow as tf
from google.protobuf import text_format
from tensorflow.core.protobuf.tpu import optimization_parameters_pb2
from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb2
from tensorflow.tpu.experimental import embedding

class Sizes:
  width: int = 8
  def __init__(self, depth=None):
    self.depth = depth

config = pb2.TPUEmbeddingConfiguration(mode=pb2.TPUEmbeddingConfiguration.TRAINING)
table = config.table_descriptor.add(name="user")
table.dimension = Sizes().depth
table.optimization_parameters.adagrad.SetInParent()
status = optimization_parameters_pb2.GradientAccumulationStatus
table.optimization_parameters.gradient_accumulation_status = status.Value("ENABLED")
text_format.Parse("mode: TRAINING", config)  # tpu-embedding: ignore[mode]
options = {"learning_rate": 0.1}
users = embedding.TableConfig(10, dim=np.int32(8), combiner="mean", optimizer=embedding.SGD(**options))
features = {"clicks": embedding.FeatureConfig(table=users, name="f")}
with tf.distribute.TPUStrategy().scope():
  model = embedding.TPUEmbedding(feature_config=features, optimizer="adam")
model.enqueue({"clicks": tf.constant([1], dtype=tf.int32)}, name=int)
tf.raw_ops.EnqueueTPUEmbeddingIntegerBatch(batch=[], mode_override="train")
tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=1, config=config.SerializeToString())
`;

const askText = (language: string, path: string) => (text: string, end: number) =>
  kinds(everything(languageOf(language).analyze(text, { analyzer, path, named: true }), [end]));

/** Without messages and fixes, which may suggest a similar name, and without comments. */
function kinds({ diagnostics, optimizers, outline, folds, at }: ReturnType<typeof everything>) {
  return {
    diagnostics: diagnostics.map(({ code, severity, start, end }) => ({ code, severity, start, end })),
    optimizers,
    outline,
    folds,
    at: at.map(({ completions, ...others }) => ({
      ...others,
      completions: completions.filter(({ kind }) => kind !== 'directive'),
    })),
  };
}

const WORD = /[A-Za-z_][\w-]*/g;

suite('a name that JavaScript objects inherit is treated like any other', () => {
  test('in a configuration', () => {
    inPlaceOfEachWord(CONFIGURATION, WORD, askText('textproto', 'a.textproto'));
  });

  test('in another message', () => {
    inPlaceOfEachWord(EVENT, WORD, askText('textproto', 'a.textproto'));
  });

  test('in Python', () => {
    inPlaceOfEachWord(PROGRAM, WORD, askText('python', 'a.py'));
  });

  test('in the description of a configuration', () => {
    inPlaceOfEachWord(CONFIGURATION, WORD, (text) => {
      const { configuration, derived } = analyzer.open(text, { path: 'a.textproto', named: true });
      return configuration && derived && describeConfiguration(configuration, derived);
    });
  });

  test('in an edit of an optimizer', () => {
    const text = 'table_descriptor { optimization_parameters { adagrad {} } }';
    const analysis = languageOf('textproto').analyze(text, { analyzer, path: 'a.textproto' });
    const offset = text.indexOf('adagrad');
    assert.ok(analysis.optimizerAt(offset));
    for (const path of ['x', 'initial.x', 'optimizationParameters.x', 'optimizationParameters.adagrad.x.x']) {
      assertNothingSpecial(
        (name) =>
          editOptimizer(analysis.optimizerAt(offset), [{ path: path.replaceAll('x', name), value: 1 }]),
        `x in ${path}`,
      );
    }
  });
});

// ---------------------------------------------------------------- Descriptor sets

/** Messages, fields, a oneof, a map, enum values and an extension that all have one name. */
function schemaOf(name: string, scope: string): Schema {
  const { OPTIONAL, REPEATED } = FieldDescriptorProto_Label;
  const { INT32, ENUM, MESSAGE, STRING } = FieldDescriptorProto_Type;
  const field = (name: string, number: number, more: object) => ({ name, number, label: OPTIONAL, ...more });
  const entry = { key: field('key', 1, { type: STRING }), value: field('value', 2, { type: INT32 }) };
  const set = create(FileDescriptorSetSchema, {
    file: [
      {
        name: 'names.proto',
        package: scope,
        syntax: 'proto2',
        messageType: [
          {
            name,
            field: [
              field(name, 1, { type: INT32, oneofIndex: 0 }),
              field('inner', 2, { type: MESSAGE, typeName: `.${scope}.${name}` }),
              field('kind', 3, { type: ENUM, typeName: `.${scope}.Kind` }),
              field('map', 4, {
                type: MESSAGE,
                typeName: `.${scope}.${name}.MapEntry`,
                label: REPEATED,
              }),
            ],
            oneofDecl: [{ name: `${name}_choice` }],
            nestedType: [{ name: 'MapEntry', field: Object.values(entry), options: { mapEntry: true } }],
            extensionRange: [{ start: 100, end: 200 }],
          },
        ],
        enumType: [{ name: 'Kind', value: [{ name: `${name}_value`, number: 1 }] }],
        extension: [field(`${name}_extension`, 100, { type: STRING, extendee: `.${scope}.${name}` })],
      },
    ],
  });
  return combine(exampleSchema, readDescriptorSet(toBinary(FileDescriptorSetSchema, set)));
}

suite('a name that JavaScript objects inherit is treated like any other in a descriptor set', () => {
  for (const scope of ['shop', 'tensorflow.tpu']) {
    for (const word of ['name', 'inner', 'kind', 'name_value']) {
      test(`of ${scope}, beside ${word}`, () => {
        assertNothingSpecial((name) => {
          const text =
            `# proto-message: ${scope}.${name}\n` +
            `${name}: 1\ninner { ${name}: x }\nkind: ${name}_value\nmap { key: "${name}" value: 1 }\n` +
            `[${scope}.${name}_extension]: "x"\n`;
          const at = text.indexOf(word.replace('name', name), text.indexOf('\n'));
          assert.ok(at >= 0);
          const analysis = languageOf('textproto').analyze(text, {
            analyzer: new Analyzer(schemaOf(name, scope), DEFAULT_SETTINGS),
            path: 'a.textproto',
          });
          assert.ok(analysis.isOurs);
          return kinds(everything(analysis, [at, at + word.length, text.indexOf(':', at) + 1]));
        }, word);
      });
    }
  }
});

// ---------------------------------------------------------------- JSON

/** All strings of a JSON text that are single words, keys and values. */
const JSON_WORD = /(?<=")[A-Za-z_][\w-]*(?=")/g;

function inPlaceOfEachString(json: unknown, ask: (json: unknown, text: string) => unknown): void {
  inPlaceOfEachWord(JSON.stringify(json), JSON_WORD, (text) => ask(JSON.parse(text), text));
}

const SPEC = {
  optimizationParameters: {
    adagradMomentum: { momentum: 0.9, exponent: 1 },
    learningRate: { dynamic: { tag: 0 } },
    gradientAccumulationStatus: 'ENABLED',
    clippingLimits: { lower: '-Infinity' },
  },
  initial: { parameters: [[0.5]], accumulators: 0.1 },
  steps: [{ ids: [0], gradients: [['NaN']], learningRates: [0.1] }],
};

const NOTEBOOK = {
  nbformat: 4,
  metadata: { language_info: { name: 'python' }, kernelspec: { language: 'python' } },
  cells: [{ cell_type: 'code', source: ['import tensorflow as tf\n', 'tf'] }],
};

const SETTINGS = {
  rules: { 'unknown-field': 'warning', 'dimension-padding': 'off' },
  filePatterns: ['pattern'],
  descriptorSets: ['set'],
  maxFileSize: 1,
  codeLens: true,
};

const DRAFT = { overrides: { 'a.b': 1, rate: 2 }, secondOverrides: { rate: true } };
const KEPT = {
  ...DRAFT,
  source: { uri: 'file', position: { line: 0, character: 0 } },
  pinned: true,
  drafts: { here: DRAFT, there: DRAFT },
  options: { rows: 1, start: 'zeros', preset: 'random', schedule: { kind: 'constant', rate: 1 } },
  comparison: { kind: 'optimizer', name: 'adam' },
  spot: { row: 0 },
  step: 1,
};

suite('a name that JavaScript objects inherit is treated like any other', () => {
  test('in a specification for simulate', () => {
    inPlaceOfEachString(SPEC, (json) => {
      try {
        return readSpec(json).settings;
      } catch (error) {
        if (!(error instanceof SpecError)) throw error;
        return error.message;
      }
    });
  });

  test('in a notebook', () => {
    inPlaceOfEachString(NOTEBOOK, (_, text) => readNotebook(text));
  });

  test('in the settings', () => {
    inPlaceOfEachString(SETTINGS, (json) => {
      const settings = readSettings(json, () => {});
      const analysis = languageOf('textproto').analyze('num_host: 1\ntable_descriptor { dimension: 20 }', {
        analyzer: new Analyzer(exampleSchema, settings),
        path: 'pattern',
        named: true,
      });
      return { settings, diagnostics: analysis.diagnose().map(({ code, severity }) => [code, severity]) };
    });
  });

  test('in the saved state of the preview', () => {
    inPlaceOfEachString(KEPT, (json) => restore(json));
    assertNothingSpecial((name) => exchanged(restore(KEPT), name, 'here'), 'from');
    assertNothingSpecial((name) => exchanged(restore(KEPT), 'here', name), 'to');
  });

  test('in the messages of the preview', () => {
    const messages = [
      { kind: 'apply', request: 1, revision: 1, changes: [{ path: 'a', value: 'b' }] },
      { kind: 'save', request: 1, format: 'csv', content: 'x' },
      { kind: 'ready', protocol: 1 },
    ];
    for (const message of messages)
      inPlaceOfEachString(message, (json) => [isFromPage(json), isToPage(json)]);
  });

  test('in a resolved completion', () => {
    const data = [
      { kind: 'rule', code: 'x' },
      { kind: 'message', message: 'x' },
      { kind: 'field', message: 'tensorflow.tpu.TPUEmbeddingConfiguration', field: 'x' },
    ];
    for (const item of data)
      inPlaceOfEachString(item, (json) => completionDocumentation(exampleSchema, json as never));
  });
});
