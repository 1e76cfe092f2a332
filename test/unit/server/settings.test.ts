import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { DEFAULT_SETTINGS, readSettings } from '../../../server/src/project/settings';
import { allRules, ruleGroups } from '../../../server/src/rules';

function read(raw: unknown) {
  const problems: string[] = [];
  const settings = readSettings(raw, (problem) => problems.push(problem));
  return { settings, problems };
}

/** The settings beside each invalid one, all different from their defaults. */
const OTHERS = {
  rules: { 'missing-colon': 'off' },
  filePatterns: ['**/*.conf'],
  descriptorSets: ['a.pb'],
  maxFileSize: 3,
  tensorflowVersion: '2.15',
  codeLens: { preview: false, configuration: false, memory: false, features: false },
} as const;

interface Bad {
  readonly given: Readonly<Record<string, unknown>>;
  /** The value that is used; the default if absent. */
  readonly used?: unknown;
  /** Words in each problem. */
  readonly told: readonly RegExp[];
}

const BAD: Readonly<Record<string, Bad>> = {
  'a rule that does not exist': {
    given: { rules: { 'mising-colon': 'off', heredoc: 'hint' } },
    used: { heredoc: 'hint' },
    told: [/rules: There is no rule "mising-colon".*ignored.*"missing-colon"/],
  },
  'a severity that does not exist': {
    given: { rules: { heredoc: 'fatal', 'missing-colon': 'hint' } },
    used: { 'missing-colon': 'hint' },
    told: [/rules: "fatal".*"heredoc".*error, warning, information, hint, off/],
  },
  'severities of other types': {
    given: { rules: { heredoc: 1, 'missing-colon': null, 'missing-comma': ['off'], 'nested-list': 'off' } },
    used: { 'nested-list': 'off' },
    told: [/1 is not a severity/, /null is not a severity/, /\["off"\] is not a severity/],
  },
  'rules by names that every object has': {
    given: {
      rules: JSON.parse('{ "constructor": "off", "__proto__": "off", "toString": "hint", "heredoc": "off" }'),
    },
    used: { heredoc: 'off' },
    told: [/"constructor"/, /"__proto__"/, /"toString"/],
  },
  'severities by names that every object has': {
    given: { rules: { heredoc: 'constructor', 'missing-colon': '__proto__' } },
    used: {},
    told: [/"constructor" is not a severity/, /"__proto__" is not a severity/],
  },
  'rules in a list': {
    given: { rules: ['heredoc'] },
    told: [/rules: \["heredoc"\] is not an object.*default/],
  },
  'globs that match nothing': {
    given: { filePatterns: ['', '**/*.{pbtxt', '[z-a]', '**/*.pbtxt', 'a\\'] },
    used: ['**/*.pbtxt'],
    told: [/filePatterns: "" is not/, /"\*\*\/\*\.\{pbtxt".*brackets/, /"\[z-a\]"/, /"a\\"/],
  },
  'globs that are no text': {
    given: { filePatterns: [7, null, '**/*.pbtxt', {}, [[]]] },
    used: ['**/*.pbtxt'],
    told: [/7 is not/, /null is not/, /\{\} is not/, /\[\[\]\] is not/],
  },
  'a glob without its list': {
    given: { filePatterns: '**/*.pbtxt' },
    told: [/is not a list of globs.*default/],
  },
  'paths that are none': {
    given: { descriptorSets: [true, 'b.pb', ''] },
    used: ['b.pb'],
    told: [/descriptorSets: true is not/, /"" is not/],
  },
  'paths without their list': { given: { descriptorSets: { a: 'b.pb' } }, told: [/is not a list of paths/] },
  'a size in words': {
    given: { maxFileSize: 'ten' },
    told: [/maxFileSize: "ten" is not a number above 0.*default/],
  },
  'a size below nothing': { given: { maxFileSize: -1 }, told: [/-1 is not a number above 0/] },
  'a severity for a group that does not exist': {
    given: { rules: { portabilty: 'off' } },
    used: {},
    told: [/There is no rule "portabilty"/],
  },
  'half a host': {
    given: { tpu: { numHosts: 0.5, numReplicas: 8, hosts: 2 } },
    used: { numReplicas: 8 },
    told: [/tpu: 0\.5 is not a whole number from 1 on, .*numHosts/, /There is no "hosts".*numHosts/],
  },
  'a slice that does not exist': {
    given: { tpu: 'v5p-17' },
    told: [/No v5p slice has the size 17/],
  },
  'a TPU by its number': { given: { tpu: 16 }, told: [/16 is not the name of a slice.*or an object/] },
  'a version that is none': {
    given: { tensorflowVersion: 'newest' },
    told: [/tensorflowVersion: "newest" is not "auto" or a version of TensorFlow, such as "2.15".*default/],
  },
  'a version as a number': { given: { tensorflowVersion: 2.15 }, told: [/2.15 is not "auto" or a version/] },
  'versions of what has none': {
    given: { libraryVersions: { 'keras-rs': 'new', keras_rs: '0.4', 'jax-tpu-embedding': '0.2.1' } },
    used: { 'jax-tpu-embedding': '0.2' },
    told: [
      /"new" is not a version, such as "1\.2".*keras-rs/,
      /no library "keras_rs".*keras-rs, jax-tpu-embedding/,
    ],
  },
  'a backend that is none': {
    given: { kerasBackend: 'Jax' },
    told: [/kerasBackend: "Jax" is not one of auto, jax, tensorflow, torch.*default/],
  },
  'a number for a yes': {
    given: { codeLens: 3 },
    told: [/codeLens: 3 is not true or false, or an object.*default/],
  },
  'a lens that is none': {
    given: { codeLens: { preview: false, review: true, memory: 1 } },
    used: { preview: false, configuration: true, memory: true, features: true },
    told: [/codeLens: "review": true is ignored.*preview, configuration/, /codeLens: "memory": 1 is ignored/],
  },
};

suite('settings', () => {
  for (const [what, { given, used, told }] of Object.entries(BAD)) {
    test(`${what}: reported, and the other settings are kept`, () => {
      const [name] = Object.keys(given) as [keyof typeof DEFAULT_SETTINGS];
      const { settings, problems } = read({ ...OTHERS, ...given });
      assert.deepEqual(settings, { ...DEFAULT_SETTINGS, ...OTHERS, [name]: used ?? DEFAULT_SETTINGS[name] });
      assert.equal(problems.length, told.length, problems.join('\n'));
      for (const [i, words] of told.entries()) assert.match(problems[i]!, words);
      for (const problem of problems) assert.match(problem, new RegExp(`^tpuEmbedding\\.${name}: .*\\.`));
    });
  }

  test('an unset value has its default, in every form of unset', () => {
    // Lua writes an empty table as a list, Emacs Lisp writes an empty object as null.
    for (const nothing of [undefined, null, {}, []])
      assert.deepEqual(read(nothing), { settings: DEFAULT_SETTINGS, problems: [] });
    for (const name of Object.keys(DEFAULT_SETTINGS))
      assert.deepEqual(read({ [name]: null }), { settings: DEFAULT_SETTINGS, problems: [] });
    assert.deepEqual(read({ rules: [] }), { settings: DEFAULT_SETTINGS, problems: [] });
  });

  test('members of an object may have dotted names', () => {
    for (const given of [{ tpu: { numHosts: 4 } }, { 'tpu.numHosts': 4 }])
      assert.deepEqual(read(given), {
        settings: { ...DEFAULT_SETTINGS, tpu: { numHosts: 4 } },
        problems: [],
      });
    const { settings, problems } = read({ 'inlayHints.tables': false, inlayHints: { memory: true } });
    assert.deepEqual(
      [settings.inlayHints, problems],
      [{ ...DEFAULT_SETTINGS.inlayHints, tables: false, memory: true }, []],
    );
  });

  test('a former name counts where the new one is not given, and the new one is named', () => {
    for (const given of [{ derive: { numHosts: 4, numReplicas: null } }, { 'derive.numHosts': 4 }]) {
      const { settings, problems } = read(given);
      assert.deepEqual(settings.tpu, { numHosts: 4 });
      assert.equal(problems.length, 1);
      assert.match(problems[0]!, /^tpuEmbedding\.derive: .*"tpuEmbedding\.tpu"/);
    }
    assert.deepEqual(read({ derive: { numHosts: 4 }, tpu: 'v5p-16' }).settings.tpu, { slice: 'v5p-16' });
    assert.deepEqual(read({ derive: { numHosts: null } }).problems, []);
  });

  test('a group of rules has one entry, and a rule goes before its group', () => {
    const { rules } = read({ rules: { 'missing-colon': 'error', syntax: 'hint' } }).settings;
    assert.deepEqual([rules['missing-colon'], rules['missing-comma']], ['error', 'hint']);
    const codes = new Set(allRules.map(({ code }) => code));
    assert.deepEqual(
      Object.keys(ruleGroups).filter((group) => codes.has(group)),
      [],
    );
  });

  test('settings that are not an object are reported', () => {
    for (const nonsense of [7, 'x', true, ['x']]) {
      const { settings, problems } = read(nonsense);
      assert.deepEqual(settings, DEFAULT_SETTINGS);
      assert.equal(problems.length, 1, problems.join('\n'));
      assert.match(problems[0]!, /^tpuEmbedding: .* is not an object of settings/);
    }
  });

  test('an unknown name is ignored, because it may belong to others', () => {
    assert.deepEqual(read({ trace: 'verbose', constructor: 3 }).problems, []);
  });

  test('globs that only look broken are kept', () => {
    const filePatterns = ['**/a(b.pbtxt', '**/[x].pbtxt', '{a,b}/**', 'C:\\x\\*.pbtxt', '!(a)', '**', '[a'];
    assert.deepEqual(read({ filePatterns }), {
      settings: { ...DEFAULT_SETTINGS, filePatterns },
      problems: [],
    });
  });

  test('a message truncates long values and escapes terminal control characters', () => {
    const [long, controls] = read({ filePatterns: [`{${'x'.repeat(100_000)}`, '\u001b[2J\u202e{'] }).problems;
    assert.ok(long!.length < 300);
    assert.doesNotMatch(controls!, /[\p{Cc}\p{Cf}]/u);
  });

  test('settings that name files to read are ignored in an untrusted folder', () => {
    const { untrustedWorkspaces } = JSON.parse(readFileSync('package.json', 'utf8')).capabilities;
    assert.equal(untrustedWorkspaces.supported, 'limited');
    assert.deepEqual(untrustedWorkspaces.restrictedConfigurations, ['tpuEmbedding.descriptorSets']);
  });
});
