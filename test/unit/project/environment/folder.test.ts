// The TensorFlow version that the files of a folder require, each file in the format of its tool.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Environment, installedText } from '../../../../server/src/catalogue/environment';
import { languageOf } from '../../../../server/src/languages';
import { Analyzer } from '../../../../server/src/languages/snapshot';
import { findEnvironment } from '../../../../server/src/project/environment/folder';
import { DEFAULT_SETTINGS } from '../../../../server/src/project/settings';
import { builtin } from '../../../../server/src/schema/builtin';

/** Texts of files by their paths, and folders by the paths in them. */
type Folder = Readonly<Record<string, string>>;

function find(folder: Folder): Environment {
  const paths = Object.keys(folder).map((path) => path.split('/'));
  const namesIn = (at: readonly string[]) => {
    const inside = paths.filter((path) => path.length > at.length && at.every((part, i) => path[i] === part));
    return inside.length > 0 ? [...new Set(inside.map((path) => path[at.length]!))] : undefined;
  };
  const search = findEnvironment({ place: '', path: '', parent: undefined });
  let step = search.next();
  while (!step.done) {
    const question = step.value;
    const { path } = question as { readonly path: readonly string[] };
    step = search.next(question.ask === 'names' ? namesIn(path) : folder[path.join('/')]);
  }
  return step.value;
}

const shown = (folder: Folder) => {
  const { tensorflow } = find(folder);
  return tensorflow && installedText(tensorflow);
};

const FILES: readonly (readonly [name: string, text: string, expected: string | undefined])[] = [
  ['requirements.txt', 'numpy\ntensorflow==2.15.0 \\\n    --hash=sha256:0\n', '2.15'],
  ['requirements-tpu.txt', '-r other.txt\r\ntensorflow-tpu==2.18.0\r\n', '2.18'],
  ['dev_requirements.txt', 'tensorflow>=2.10\n', '2.10 or newer'],
  ['requirements.txt', 'tensorflow==2.10; sys_platform == "win32"\ntensorflow==2.15\n', '2.10 to 2.15'],
  ['requirements.txt', 'tensorflow==2.10; sys_platform == "win32"\ntensorflow\n', undefined],
  ['requirements.txt', 'tensorflow-text==2.15\n', undefined],
  ['constraints.txt', 'tensorflow==2.15.1\n', '2.15'],
  [
    'pyproject.toml',
    `[build-system]
requires = ["setuptools", "tensorflow==2.9"]
[project]
name = "tensorflow"
keywords = ["tensorflow"]
dependencies = [
  "numpy", # "tensorflow==2.8"
  'tensorflow[and-cuda]>=2.10,<2.16',
]
`,
    '2.10 to 2.15',
  ],
  ['pyproject.toml', '[project.optional-dependencies]\ntpu = ["tensorflow==2.15"]\n', '2.15'],
  ['pyproject.toml', '[dependency-groups]\ntpu = [\n  "tensorflow==2.15",\n]\n', '2.15'],
  ['pyproject.toml', '[tool.pdm.dev-dependencies]\ntest = ["tensorflow-cpu==2.15"]\n', '2.15'],
  ['pyproject.toml', '[tool.uv]\nconstraint-dependencies = ["tensorflow<2.16"]\n', '2.15 or older'],
  ['pyproject.toml', '[tool.poetry.dependencies]\npython = "^3.11"\ntensorflow = "~2.15"\n', '2.15'],
  [
    'pyproject.toml',
    '[tool.poetry.group.tpu.dependencies]\ntensorflow = { version = "2.15.*", extras = ["and-cuda"] }\n',
    '2.15',
  ],
  ['pyproject.toml', '[tool.black]\ntensorflow = "2.15"\n', undefined],
  ['setup.cfg', '[options]\ninstall_requires =\n    numpy\n    tensorflow>=2.10,<2.12\n', '2.10 to 2.11'],
  ['setup.cfg', '[options.extras_require]\ngpu = tensorflow-gpu==2.10\n', '2.10'],
  ['environment.yml', 'name: tensorflow\ndependencies:\n  - python=3.11\n  - tensorflow=2.15\n', '2.15'],
  ['environment.yaml', 'dependencies:\n  - pip:\n    - "conda-forge::tensorflow==2.15.0"\n', '2.15'],
  ['uv.lock', '[[package]]\nname = "tensorflow"\nversion = "2.15.1"\nsource = { }\n', '2.15'],
  [
    'uv.lock',
    '[[package]]\nname = "tensorflow"\nversion = "2.15.1"\n\n[[package]]\nname = "tensorflow"\nversion = "2.16.2"\n',
    '2.15 to 2.16',
  ],
  ['poetry.lock', '[[package]]\r\nname = "tensorflow-cpu"\r\nversion = "2.15.1"\r\n', '2.15'],
  ['pdm.lock', '[[package]]\nname = "tensorflow-text"\nversion = "2.15.1"\n', undefined],
  [
    'Pipfile.lock',
    '{"_meta": {}, "default": {"tensorflow": {"version": "==2.15.0"}}, "develop": {}}',
    '2.15',
  ],
  ['Pipfile.lock', '{"default": [], "develop": {"tensorflow": null', undefined],
];

for (const [name, text, expected] of FILES)
  test(`${name} gives ${expected ?? 'no release'}: ${JSON.stringify(text.slice(0, 60))}…`, () =>
    assert.equal(shown({ [name]: text }), expected && `${expected} (${name})`));

for (const name of ['.venv', 'venv', '.env', 'env'])
  test(`a virtual environment in ${name} gives the installed release`, () => {
    const metadata = 'lib/python3.11/site-packages/tensorflow-2.15.0.dist-info/METADATA';
    assert.equal(shown({ [`${name}/${metadata}`]: '' }), `2.15 (${name})`);
  });

test('a virtual environment of Windows gives the installed release, and a file of its name gives none', () => {
  assert.equal(
    shown({ 'venv/Lib/site-packages/tensorflow_cpu-2.15.0.dist-info/METADATA': '' }),
    '2.15 (venv)',
  );
  assert.equal(
    shown({ '.venv/lib/python3.11/site-packages/tensorflow_text-2.15.0.dist-info/X': '' }),
    undefined,
  );
  assert.equal(shown({ '.env': 'TENSORFLOW=1' }), undefined);
});

test('files of one kind are combined, and the most exact one is named', () => {
  const loose = { 'pyproject.toml': '[project]\ndependencies = ["tensorflow>=2.10"]\n' };
  const lock = { 'uv.lock': 'name = "tensorflow"\nversion = "2.15.0"\n' };
  assert.equal(shown({ ...loose, ...lock }), '2.15 (uv.lock)');
  assert.equal(
    shown({ ...loose, 'constraints.txt': 'tensorflow<2.13' }),
    '2.10 to 2.12 (constraints.txt and pyproject.toml)',
  );
  assert.equal(shown({ ...lock, 'requirements.txt': 'tensorflow' }), '2.15 (uv.lock)');
});

test('contradicting files make the release unknown, with the reason', () => {
  const found = find({
    'requirements.txt': 'tensorflow==1.15',
    'uv.lock': 'name = "tensorflow"\nversion = "2.15.0"\n',
  });
  assert.deepEqual(found, { tensorflow: { source: 'requirements.txt and uv.lock contradict each other' } });
});

test('each library has a release of its own', () => {
  assert.deepEqual(
    find({
      'requirements.txt': 'keras_rs>=0.3\ntensorflow==2.15\nnumpy==2.0\n',
      'uv.lock': 'name = "jax-tpu-embedding"\nversion = "0.1.0"\n',
    }),
    {
      'keras-rs': { least: '0.3', source: 'requirements.txt' },
      tensorflow: { least: '2.15', most: '2.15', source: 'requirements.txt' },
      'jax-tpu-embedding': { least: '0.1', most: '0.1', source: 'uv.lock' },
    },
  );
});

test('several files of a kind are alternatives', () => {
  assert.equal(
    shown({ 'requirements-a.txt': 'tensorflow==1.15', 'requirements-b.txt': 'tensorflow==2.15' }),
    '1.15 to 2.15 (requirements-a.txt, requirements-b.txt)',
  );
  assert.equal(
    shown({ 'requirements-a.txt': 'tensorflow==1.15', 'requirements-b.txt': 'numpy' }),
    '1.15 (requirements-a.txt)',
  );
});

/** CPU time in milliseconds. */
function cost(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

test('eight times as long a repetition in a dependency file takes about eight times as long to read', () => {
  const NAMES = [
    'requirements.txt',
    'environment.yml',
    'setup.cfg',
    'pyproject.toml',
    'uv.lock',
    'Pipfile.lock',
    'Dockerfile',
    '.python-version',
  ];
  const BEGINNINGS = [
    '',
    'tensorflow',
    'tensorflow[',
    'tensorflow==',
    '- ',
    '[',
    '[tool.poetry.dependencies',
    'x = ',
    'RUN pip install ',
  ];
  const REPEATED = [
    ' ',
    '[',
    ']',
    '"',
    "'",
    '=',
    ',',
    '|',
    '.',
    '-',
    'a',
    '1',
    '::',
    '{',
    '\t#',
    '= "',
    '==1,',
    '\n[',
    'tensorflow==2.21\n',
    'tensorflow==2.21;x\n',
    'name = "protobuf"\nversion = "7"\n',
    '# tpu-embedding: ignore\n',
  ];
  const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);
  for (const name of NAMES)
    for (const beginning of BEGINNINGS)
      for (const repeated of REPEATED) {
        const read = (times: number) => {
          const text = `${beginning}${repeated.repeat(times)}!`;
          find({ [name]: text });
          languageOf('', name).analyze(text, { analyzer, path: name }).diagnose();
        };
        // Garbage collection does not occur every time. Backtracking would grow 64 times.
        let ratio = Number.POSITIVE_INFINITY;
        for (let tries = 0; tries < 10 && ratio >= 28; tries++)
          ratio = Math.min(ratio, cost(() => read(8 * 400)) / cost(() => read(400)));
        assert.ok(ratio < 28, `${name}: ${JSON.stringify(beginning + repeated)}… grows ${ratio} times`);
      }
});
