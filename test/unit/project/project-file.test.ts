// The settings in a project's configuration file, and its mistakes with their places.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { patternsFrom, readProjectFile } from '../../../server/src/project/configuration-file/project-file';
import { DEFAULT_SETTINGS, SHARED_SETTINGS } from '../../../server/src/project/settings';
import { readGlob } from '../../../server/src/schema/glob';

const TABLE = '[tool.tpu-embedding]\n';

/** The settings that a file changes, and its problems: each with the marked text and the start of the message. */
function read(name: string, text: string) {
  const file = readProjectFile(name, text);
  return (
    file && {
      changed: Object.fromEntries(
        Object.entries(file.settings).filter(
          ([key, value]) => !isDeepStrictEqual(value, DEFAULT_SETTINGS[key as keyof typeof DEFAULT_SETTINGS]),
        ),
      ),
      problems: file.problems.map(({ start, end, message }) => [text.slice(start, end), message] as const),
    }
  );
}

suite('a configuration file', () => {
  test('means the same in JSON and, with hyphenated names, in TOML', () => {
    const changed = {
      rules: { 'dimension-padding': 'off' },
      filePatterns: ['*.config'],
      exclude: ['generated/'],
      descriptorSets: ['item.pb'],
      maxFileSize: 1.5,
      tensorflowVersion: '2.15',
      libraryVersions: { 'keras-rs': '0.4' },
      kerasBackend: 'jax',
      tpu: { slice: 'v5p-16', numHosts: 4, numReplicas: 32, perReplicaBatchSize: 256, numCoresPerReplica: 1 },
    };
    assert.deepEqual(Object.keys(changed).sort(), [...SHARED_SETTINGS].sort());
    const json = `{
      // Why.
      "$schema": "./schema.json",
      "rules": { "dimension-padding": "off" },
      "filePatterns": ["*.config"], "exclude": ["generated/"], "descriptorSets": ["item.pb"],
      "maxFileSize": 1.5, "tensorflowVersion": "2.15",
      "libraryVersions": { "keras-rs": "0.4.0" }, "kerasBackend": "jax",
      "tpu": { "slice": "v5p-16", "numHosts": 4, "numReplicas": 32, "perReplicaBatchSize": 256, "numCoresPerReplica": 1 },
    }`;
    assert.deepEqual(read('tpu-embedding.json', json), { changed, problems: [] });
    const tables = `${TABLE}file-patterns = ["*.config"]
exclude = ["generated/"]
descriptor-sets = ["item.pb"]
max-file-size = 1.5
tensorflow-version = "2.15"
library-versions = { keras-rs = "0.4.0" }
keras-backend = "jax"
[tool.tpu-embedding.rules]
dimension-padding = "off"
[tool.tpu-embedding.tpu]
slice = "v5p-16"
num-hosts = 4
num-replicas = 32
per-replica-batch-size = 256
num-cores-per-replica = 1
`;
    assert.deepEqual(read('pyproject.toml', tables), { changed, problems: [] });
    const inline = `[tool]
tpu-embedding = { rules.dimension-padding = "off", tpu = { num-hosts = 4 } }
`;
    assert.deepEqual(read('pyproject.toml', inline), {
      changed: { rules: changed.rules, tpu: { numHosts: 4 } },
      problems: [],
    });
  });

  const WRONG: readonly (readonly [file: string, text: string, marked: string, says: RegExp])[] = [
    ['tpu-embedding.json', '{"exlude": []}', '"exlude"', /no setting "exlude".* Did you mean "exclude"\?/],
    ['tpu-embedding.json', '{"codeLens": true}', '"codeLens"', /no setting "codeLens".* Known are rules,/],
    ['tpu-embedding.json', '{"tpu": {"hosts": 4}}', '"hosts"', /no "hosts".* Expected slice or numHosts,/],
    ['tpu-embedding.json', '{"tpu": {"numHosts": "4"}}', '"4"', /"4" is not a whole number from 1 on/],
    ['tpu-embedding.json', '{"tpu": 4}', '4', /4 is not the name of a slice/],
    ['tpu-embedding.json', '{"tpu": "v5p-17"}', '"v5p-17"', /No v5p slice has the size 17/],
    ['tpu-embedding.json', '{"tpu": {"slice": "v9"}}', '"v9"', /No TPU slice has the name "v9"/],
    [
      'tpu-embedding.json',
      '{"rules": {"dimension-paddin": "off"}}',
      '"dimension-paddin"',
      /no rule .*padding"/,
    ],
    ['tpu-embedding.json', '{"rules": {"dimension-padding": "of"}}', '"of"', /"of" is not a severity/],
    ['tpu-embedding.json', '{"exclude": ["a", 3]}', '3', /3 is not a text in quotes/],
    ['tpu-embedding.json', '{"exclude": ["# a"]}', '"# a"', /not a pattern/],
    ['tpu-embedding.json', '[]', '[]', /\[\] holds no settings/],
    ['tpu-embedding.json', '{"rules" {}}', '{', /This is not JSON: a colon expected, \{ found\. Nothing/],
    ['tpu-embedding.json', '', '', /This is not JSON/],
    ['pyproject.toml', `${TABLE}numHosts = 4\n`, 'numHosts', /no setting "numHosts"/],
    ['pyproject.toml', `${TABLE}filePatterns = []\n`, 'filePatterns', /Did you mean "file-patterns"\?/],
    ['pyproject.toml', `${TABLE}tpu.num-hosts = 0\n`, '0', /0 is not a whole number/],
    ['pyproject.toml', `${TABLE}tpu.num-hosts = 1979-05-27\n`, '1979-05-27', /is not a whole number/],
    ['pyproject.toml', `${TABLE}exclude = ["a", 3]\n`, '3', /3 is not a text in quotes/],
    ['pyproject.toml', `${TABLE}exclude = [\n`, '', /This is not TOML: .*\. Nothing in this file counts\./],
  ];
  for (const [file, text, marked, says] of WRONG) {
    test(`${file} with ${JSON.stringify(text)} reports a mistake at ${marked || 'its end'}`, () => {
      const { changed, problems } = read(file, text)!;
      assert.equal(problems.length, 1);
      assert.equal(problems[0]![0], marked);
      assert.match(problems[0]![1], says);
      assert.deepEqual(changed, text.includes('"a"') ? { exclude: ['a'] } : {});
    });
  }

  test('may have a former name, which counts until the new one is there', () => {
    const old = '"derive": { "numHosts": 4 }';
    const file = readProjectFile('tpu-embedding.json', `{ ${old} }`)!;
    assert.deepEqual(file.settings.tpu, { numHosts: 4 });
    assert.deepEqual(
      file.problems.map(({ isNotice, message }) => [isNotice, /"derive" is now "tpu"/.test(message)]),
      [[true, true]],
    );
    assert.deepEqual(read('tpu-embedding.json', `{ "tpu": "v5p-16", ${old} }`)!.changed, {
      tpu: { slice: 'v5p-16' },
    });
    assert.deepEqual(read('pyproject.toml', `${TABLE}derive.num-hosts = 4\n`)!.changed, {
      tpu: { numHosts: 4 },
    });
  });

  test('loses only its invalid entry', () => {
    const text = '{"exlude": [], "rules": {"x": "off", "dimension-padding": "hint"}, "maxFileSize": "big"}';
    const { changed, problems } = read('tpu-embedding.json', text)!;
    assert.deepEqual(changed, { rules: { 'dimension-padding': 'hint' } });
    assert.equal(problems.length, 3);
  });

  const FOREIGN = {
    'without our table': '[project]\nname = "tpu-embedding"\n',
    'that is broken and not about us': '[project]\ndependencies = ["tpu-embedding-tools"\n',
    'in which tool is no table': 'tool = "tpu-embedding"\n',
    'that of this repository': readFileSync('pyproject.toml', 'utf8'),
    empty: '',
  };
  for (const [how, text] of Object.entries(FOREIGN))
    test(`does not exist if pyproject.toml is ${how}`, () => {
      assert.equal(readProjectFile('pyproject.toml', text), undefined);
    });

  test('may be nested to any depth, and reports that', () => {
    const depth = 100_000;
    for (const [name, text] of [
      ['tpu-embedding.json', '['.repeat(depth)],
      ['tpu-embedding.json', `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`],
      ['pyproject.toml', `[tool.tpu-embedding]\nx = ${'['.repeat(depth)}${']'.repeat(depth)}`],
      ['pyproject.toml', `[tool.tpu-embedding]\n${'a.'.repeat(depth)}a = 1`],
    ] as const)
      assert.notDeepEqual(readProjectFile(name, text)?.problems ?? [], [], `${name}: ${text.slice(0, 30)}`);
  });

  test('may use names that all objects have, in its own tables and in those of others', () => {
    for (const name of [...Object.getOwnPropertyNames(Object.prototype), 'prototype']) {
      for (const others of [
        `[${name}]\nexclude = ["*"]\n`,
        `[${name}.${name}]\nexclude = ["*"]\n`,
        `[[${name}]]\nexclude = ["*"]\n[${name}.${name}]\nexclude = ["*"]\n`,
        `[tool.${name}]\n${name}.${name}.exclude = ["*"]\n`,
        `[tool]\nother = { ${name} = { exclude = ["*"] }, "${name}x".${name} = [{ ${name}.exclude = 1 }] }\n`,
      ])
        assert.deepEqual(read('pyproject.toml', `${others}${TABLE}max-file-size = 2\n`), {
          changed: { maxFileSize: 2 },
          problems: [],
        });
      const own = read('pyproject.toml', `${TABLE}${name} = 1\n`);
      assert.deepEqual(own?.problems[0]?.[0], name);
      assert.ok(!('exclude' in {}), name);
    }
  });

  test('reports a limited number of mistakes', () => {
    const keys = Array.from({ length: 1000 }, (_, i) => `"key${i}": 1`);
    assert.equal(readProjectFile('tpu-embedding.json', `{${keys}}`)?.problems.length, 100);
  });

  test('has patterns relative to its folder, for any characters in its path', () => {
    for (const folder of ['/w', '/w/[a] {b}*', 'C:\\w', '/']) {
      const [any, here, there] = patternsFrom(['**/a.pbtxt', 'a.pbtxt', './b/*.pbtxt'], folder).map(
        (glob) => readGlob(glob)!,
      );
      const prefix = folder === '/' ? '' : folder;
      assert.deepEqual(
        ['/a.pbtxt', '/b/a.pbtxt', '/b/c/a.pbtxt'].map((path) =>
          [any, here, there].map((glob) => glob!(prefix + path)),
        ),
        [
          [true, true, false],
          [true, false, true],
          [true, false, false],
        ],
        folder,
      );
    }
  });
});
