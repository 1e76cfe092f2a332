// The cases in test/fixtures/completion. `|` is the cursor. Parts of a case:
//   has, not           labels that are offered, or not
//   first, last, only  labels at the top, at the end, or all of them, in order; `nothing` where there are none
//   detail             `label = detail`
//   snippet            the text to insert, with its stops
//   accept             the whole text after accepting a label; insert, replace: where the two ways differ
// Flags: `crlf`, `no-newline` at the end, `unnamed` (nothing says which message the file holds).

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fromJson, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { completionDocumentation } from '../../../server/src/languages';
import type { Completion, CompletionData } from '../../../server/src/languages/answers';
import { Analyzer, type Snapshot } from '../../../server/src/languages/snapshot';
import { complete } from '../../../server/src/languages/textproto/completion/completion';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { builtin } from '../../../server/src/schema/builtin';
import { readDescriptorSet } from '../../../server/src/schema/descriptor-set';
import { combine } from '../../../server/src/schema/types';
import { parse } from '../../../server/src/textproto/parser';
import { accept, provePart } from '../../support/completion-cases';
import { type Case, caseFiles, readCases } from '../../support/fixtures';
import { expandSnippet } from '../../support/snippet-text';

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);
const open = (text: string, named = true): Snapshot => analyzer.open(text, { path: 'case.textproto', named });

function read({ text, flags }: Case): { snapshot: Snapshot; offset: number } {
  const marked = convert(text, flags);
  const offset = marked.indexOf('|');
  assert.ok(offset >= 0, 'the case has no cursor');
  return {
    snapshot: open(marked.slice(0, offset) + marked.slice(offset + 1), !flags.includes('unnamed')),
    offset,
  };
}

function convert(text: string, flags: readonly string[]): string {
  const ended = flags.includes('no-newline') ? text.replace(/\n$/, '') : text;
  return flags.includes('crlf') ? ended.replaceAll('\n', '\r\n') : ended;
}

/** The number of occurrences of each syntax error. */
function errorCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { code } of parse(text).sections.flatMap(({ errors }) => errors))
    counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

/** Invariants of every completion. */
function assertSound({ text, schema }: Snapshot, offset: number, completions: readonly Completion[]): void {
  const before = errorCounts(text);
  const labels = completions.map(({ label }) => label);
  assert.deepEqual(labels, [...new Set(labels)], 'a label comes twice');
  const keys = completions.map(({ sortText }) => sortText);
  assert.deepEqual(keys, [...keys].sort(), 'they are not in the order of their sort keys');
  for (const completion of completions) {
    const { insertRange, replaceRange, data, label } = completion;
    assert.equal(insertRange.start, replaceRange.start);
    assert.ok(replaceRange.start <= offset && offset <= replaceRange.end);
    assert.ok(insertRange.end === offset || insertRange.end === replaceRange.end);
    assert.ok(!text.slice(replaceRange.start, replaceRange.end).includes('\n'));
    assert.deepEqual(JSON.parse(JSON.stringify(data ?? null)), data ?? null);
    if (data) assert.equal(typeof completionDocumentation(schema, data), 'string');
    for (const mode of ['insert', 'replace'] as const) {
      const after = accept(text, completion, mode);
      for (const [code, count] of errorCounts(after)) {
        assert.ok(
          count <= (before.get(code) ?? 0),
          `${label} (${mode}) brings ${code} at ${offset}:\n${after}`,
        );
      }
    }
  }
}

for (const file of caseFiles('completion')) {
  suite(file, () => {
    for (const fixture of readCases(file)) {
      test(fixture.name, () => {
        const { snapshot, offset } = read(fixture);
        const completions = complete(snapshot, offset);
        assert.ok(fixture.parts.length > 0);
        for (const part of fixture.parts)
          provePart(part, snapshot.text, completions, (text) => convert(text, fixture.flags));
        assertSound(snapshot, offset, completions);
      });
    }
  });
}

suite('completion at every offset', () => {
  const DOCUMENT = `# proto-message: tensorflow.tpu.TPUEmbeddingConfiguration
# A comment.
table_descriptor {
  name: "users", vocabulary_size: 1000
  dimension: 16;
  optimization_parameters < adagrad {} learning_rate { constant: 0.1 } >
  num_features: 1 # tpu-embedding: ignore[unknown-field]
}
table_descriptor: [{ name: "items"  dimension: -1 }, {}]
feature_descriptor { table_id: 1 input_shape: [128, 20] }
mode: TRAINING
unknown { value: 1 } [some.extension]: 1
pipeline_execution_with_tensor_core: true
`;

  test('accepting a completion in a complete text adds no syntax error', () => {
    for (const text of [DOCUMENT, DOCUMENT.replaceAll('\n', '\r\n')]) {
      const snapshot = open(text);
      for (let offset = 0; offset <= text.length; offset++)
        assertSound(snapshot, offset, complete(snapshot, offset));
    }
  });

  test('accepting a completion in a text cut off at the cursor adds no syntax error', () => {
    for (let length = 0; length <= DOCUMENT.length; length++) {
      const snapshot = open(DOCUMENT.slice(0, length));
      assertSound(snapshot, length, complete(snapshot, length));
    }
  });

  test('accepting a completion in a text that lacks one character adds no syntax error', () => {
    for (let missing = 60; missing < DOCUMENT.length; missing++) {
      const snapshot = open(DOCUMENT.slice(0, missing) + DOCUMENT.slice(missing + 1));
      assertSound(snapshot, missing, complete(snapshot, missing));
    }
  });
});

suite('completion for a loaded descriptor set', () => {
  const name = 'a.proto';
  const set = fromJson(FileDescriptorSetSchema, {
    file: [
      {
        name,
        package: 'pkg',
        syntax: 'proto2',
        messageType: [
          {
            name: 'Model',
            field: [
              { name: 'title', number: 1, type: 'TYPE_STRING', label: 'LABEL_OPTIONAL' },
              { name: 'id', number: 2, type: 'TYPE_INT32', label: 'LABEL_REQUIRED' },
              {
                name: 'layer',
                number: 3,
                type: 'TYPE_GROUP',
                typeName: '.pkg.Model.Layer',
                label: 'LABEL_OPTIONAL',
              },
              {
                name: 'sizes',
                number: 4,
                type: 'TYPE_MESSAGE',
                typeName: '.pkg.Model.SizesEntry',
                label: 'LABEL_REPEATED',
              },
              {
                name: 'next',
                number: 5,
                type: 'TYPE_MESSAGE',
                typeName: '.pkg.Model',
                label: 'LABEL_OPTIONAL',
              },
              { name: 'kinds', number: 6, type: 'TYPE_ENUM', typeName: '.pkg.Kind', label: 'LABEL_REPEATED' },
            ],
            nestedType: [
              {
                name: 'Layer',
                field: [{ name: 'width', number: 1, type: 'TYPE_FLOAT', label: 'LABEL_REQUIRED' }],
              },
              {
                name: 'SizesEntry',
                field: [
                  { name: 'key', number: 1, type: 'TYPE_STRING', label: 'LABEL_OPTIONAL' },
                  {
                    name: 'value',
                    number: 2,
                    type: 'TYPE_MESSAGE',
                    typeName: '.pkg.Model.Layer',
                    label: 'LABEL_OPTIONAL',
                  },
                ],
                options: { mapEntry: true },
              },
            ],
            extensionRange: [{ start: 100, end: 200 }],
          },
        ],
        enumType: [
          {
            name: 'Kind',
            value: [
              { name: 'KIND_UNSPECIFIED', number: 0 },
              { name: 'SMALL', number: 1 },
            ],
          },
        ],
        extension: [
          {
            name: 'more',
            number: 100,
            type: 'TYPE_MESSAGE',
            typeName: '.pkg.Model.Layer',
            label: 'LABEL_OPTIONAL',
            extendee: '.pkg.Model',
          },
        ],
      },
    ],
  });
  const schema = combine(builtin, readDescriptorSet(toBinary(FileDescriptorSetSchema, set)));
  const models = new Analyzer(schema, DEFAULT_SETTINGS);

  function at(marked: string): { snapshot: Snapshot; completions: Completion[] } {
    const text = `# proto-message: pkg.Model\n${marked}`;
    const offset = text.indexOf('|');
    const snapshot = models.open(text.slice(0, offset) + text.slice(offset + 1), { path: 'model.textproto' });
    const completions = complete(snapshot, offset);
    assertSound(snapshot, offset, completions);
    return { snapshot, completions };
  }
  const labels = (marked: string) => at(marked).completions.map(({ label }) => label);
  const insertion = (marked: string, label: string) =>
    expandSnippet(at(marked).completions.find((completion) => completion.label === label)!.insert);

  test('required fields come first and groups are named by their type', () => {
    assert.deepEqual(labels('|'), ['id', 'title', 'Layer', 'sizes', 'next', 'kinds']);
  });

  test('a completed block holds its required fields', () => {
    assert.equal(insertion('|', 'Layer'), 'Layer { width: 0.0 }');
    assert.equal(insertion('|', 'next'), 'next { id: 0 }');
  });

  test('a completed map entry has a key and a value', () => {
    assert.equal(insertion('|', 'sizes'), 'sizes {\n  key: ""\n  value { width: 0.0 }\n}');
    assert.deepEqual(labels('sizes { | }'), ['key', 'value']);
    assert.deepEqual(labels('sizes { key: "a" value { | } }'), ['width']);
  });

  test('enum values are offered in a list', () => {
    assert.deepEqual(labels('kinds: [SMALL, |]'), ['SMALL', 'KIND_UNSPECIFIED']);
    assert.equal(insertion('|', 'kinds'), 'kinds: [SMALL]');
  });

  test('fields of an extension and of a group with a lower-case name are offered', () => {
    assert.deepEqual(labels('[pkg.more] { | }'), ['width']);
    assert.deepEqual(labels('layer { | }'), ['width']);
  });

  test('a message of the set is offered for the header', () => {
    const text = '# proto-message: ';
    const completions = complete(models.open(text, { path: 'a.textproto' }), text.length);
    assert.ok(completions.some(({ label }) => label === 'pkg.Model'));
  });
});

suite('completionDocumentation', () => {
  const resolve = (data: CompletionData) => completionDocumentation(builtin, data);
  const message = 'tensorflow.tpu.TPUEmbeddingConfiguration';

  test('a resolved field has its documentation, range and enum values', () => {
    assert.match(
      resolve({ kind: 'field', message, field: 'num_hosts' }),
      /Number of TPU hosts.*Range: `> 0`/s,
    );
    assert.match(resolve({ kind: 'field', message, field: 'mode' }), /- `INFERENCE` = 1: Look up/);
  });

  test('a resolved value, message or rule has its documentation', () => {
    const value = resolve({ kind: 'enum-value', message, field: 'mode', value: 'BACKWARD_PASS_ONLY' });
    assert.match(value, /^Apply gradients/);
    assert.match(resolve({ kind: 'message', message }), /two styles/);
    assert.match(resolve({ kind: 'rule', code: 'missing-colon' }), /colon is missing/);
  });

  test('data of an unknown item resolves to nothing', () => {
    assert.equal(resolve({ kind: 'field', message: 'no.Message', field: 'none' }), '');
    assert.equal(resolve({ kind: 'rule', code: 'none' }), '');
  });
});
