// Each format of `check` writes the problems of these files as in the golden file; UPDATE=1 rewrites those.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { showsColors } from '../../../server/src/basics/terminal';
import { FileChecker } from '../../../server/src/cli/checking/check-file';
import { FORMAT_NAMES, type FormatName, formats } from '../../../server/src/cli/checking/reports/formats';
import { pathFrom, repositoryRoot, uriFrom } from '../../../server/src/cli/checking/reports/repository';
import { statisticsJson, statisticsText } from '../../../server/src/cli/checking/reports/statistics';
import { type Report, summarize } from '../../../server/src/reports/report';
import { notebookOf } from '../../support/notebook';

const FOLDER = 'test/fixtures/reports';
const ROOT = '/repository';

const CALL = 'import tensorflow as tf\ntf.raw_ops.RecvTPUEmbeddingActivations(num_output=2, config=config)\n';

/**
 * Difficult content for formats: characters beyond the basic plane, line endings, markup, commands, and what XML cannot
 * hold.
 */
const FILES: Readonly<Record<string, string>> = {
  'tables/a b#c,d:e%.textproto': [
    '# \u{1f600} proto',
    'mode: "\u{1f600}<&>]]>::error::"  num_host: 1',
    'num_tensor_cores 8',
    'batch_size_per_tensor_core: \u0001\ufffe',
    'num_tensor_cores 8',
    '',
  ].join('\r\n'),
  'tables/graph.pbtxt': '# proto-message: tensorflow.GraphDef\nnode {}\n',
  'tables/fine.textproto': '# proto-message: tensorflow.tpu.OptimizationParameters\nadagrad {}\n',
  'model.py': CALL,
  'model.ipynb': notebookOf(CALL),
  'broken.ipynb': '{',
};

function reportOn(texts: Readonly<Record<string, string>>): Report {
  const checker = new FileChecker({});
  return summarize(
    Object.entries(texts).flatMap(([name, text]) => {
      const path = `${ROOT}/${name}`;
      const { report } = checker.check({
        path,
        named: true,
        bytes: Buffer.from(text),
        withFixes: true,
        fix: false,
      });
      return report ?? [];
    }),
  );
}

/** Each format's report in `FOLDER`. */
const GOLDEN: Readonly<Record<FormatName, string>> = {
  text: 'plain.txt',
  json: 'report.json',
  sarif: 'report.sarif',
  github: 'github.txt',
  gitlab: 'gitlab.json',
  junit: 'junit.xml',
};

suite('formats of check', () => {
  const report = reportOn(FILES);

  for (const [format, colors, file] of [
    ...FORMAT_NAMES.map((name) => [name, false, GOLDEN[name]] as const),
    ['text', true, 'colors.txt'] as const,
  ])
    test(`${format}${colors ? ' in colours' : ''} equals ${file}`, () => {
      const written = formats[format].write(report, { colors, root: ROOT });
      if (process.env['UPDATE']) writeFileSync(join(FOLDER, file), written);
      assert.equal(written, readFileSync(join(FOLDER, file), 'utf8'));
    });

  test('a coloured report differs only in colours', () => {
    const [plain, colored] = [false, true].map((colors) =>
      formats.text.write(report, { colors, root: ROOT }),
    );
    assert.notEqual(colored, plain);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences that set a colour begin with one.
    assert.equal(colored!.replaceAll(/\x1b\[\d+m/g, ''), plain);
  });

  test('each fix in SARIF, applied to its regions, removes its problem', () => {
    const name = 'tables/a b#c,d:e%.textproto';
    const log = JSON.parse(formats.sarif.write(report, { colors: false, root: ROOT }));
    const results = log.runs[0].results.filter((result: { fixes?: unknown }) => result.fixes);
    assert.ok(results.length >= 3);
    for (const { ruleId, locations, fixes } of results) {
      const uri = locations[0].physicalLocation.artifactLocation.uri;
      const path = decodeURIComponent(uri);
      const text = FILES[path]!;
      const offset = (line: number, column: number) =>
        text
          .split('\n')
          .slice(0, line - 1)
          .reduce((sum, { length }) => sum + length + 1, column - 1);
      const [{ artifactLocation, replacements }] = fixes[0].artifactChanges;
      assert.equal(artifactLocation.uri, uri);
      let fixed = text;
      for (const { deletedRegion: at, insertedContent } of replacements.toReversed())
        fixed =
          fixed.slice(0, offset(at.startLine, at.startColumn)) +
          insertedContent.text +
          fixed.slice(offset(at.endLine, at.endColumn));
      const countOf = (source: string) =>
        reportOn({ [path]: source })
          .files[0]!.parts.flatMap(({ diagnostics }) => diagnostics)
          .filter(({ code }) => code === ruleId).length;
      assert.equal(countOf(fixed), countOf(text) - 1, `${ruleId} in ${name}`);
    }
  });

  test('fingerprints are unique and do not change when lines are inserted before', () => {
    const of = (text: string): string[] =>
      JSON.parse(formats.gitlab.write(reportOn({ 'a.textproto': text }), { colors: false, root: ROOT })).map(
        ({ fingerprint }: { fingerprint: string }) => fingerprint,
      );
    const text = 'num_hosts 1\n  mode 2\n';
    const before = of(text + text);
    assert.equal(new Set(before).size, before.length);
    assert.deepEqual(of(`# A comment.\n\n${text}${text}`), before);
  });
});

suite('paths for code-quality services', () => {
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'repository-')));
  after(() => rmSync(folder, { recursive: true }));
  const inside = join(folder, 'a', 'b');
  mkdirSync(inside, { recursive: true });
  mkdirSync(join(folder, 'a', '.git'));

  test('the root comes from the service, or is the folder with .git, or the working directory', () => {
    assert.equal(repositoryRoot(inside, {}), join(folder, 'a'));
    assert.equal(repositoryRoot(inside, { GITHUB_WORKSPACE: folder }), folder);
    assert.equal(repositoryRoot(inside, { CI_PROJECT_DIR: inside }), inside);
    assert.equal(repositoryRoot(inside, { GITHUB_WORKSPACE: join(folder, 'elsewhere') }), join(folder, 'a'));
    assert.equal(repositoryRoot(folder, {}), folder);
  });

  test('paths are relative to the root, and outside of it absolute', () => {
    assert.equal(pathFrom(folder, join(inside, 'x y.py')), 'a/b/x y.py');
    assert.equal(uriFrom(folder, join(inside, 'x y.py')), 'a/b/x%20y.py');
    assert.equal(pathFrom(inside, join(folder, 'x.py')), join(folder, 'x.py'));
    assert.match(uriFrom(inside, join(folder, 'x.py')), /^file:\/\/\/.*\/x\.py$/);
    assert.equal(pathFrom(folder, join(folder, '..b', 'x.py')), '..b/x.py');
  });
});

test('colours are used at a terminal, unless NO_COLOR or FORCE_COLOR overrides that', () => {
  const [terminal, pipe] = [{ isTTY: true }, {}];
  assert.equal(showsColors(terminal, {}), true);
  assert.equal(showsColors(pipe, {}), false);
  assert.equal(showsColors(terminal, { TERM: 'dumb' }), false);
  assert.equal(showsColors(terminal, { NO_COLOR: '1' }), false);
  assert.equal(showsColors(terminal, { NO_COLOR: '' }), true);
  assert.equal(showsColors(pipe, { FORCE_COLOR: '1' }), true);
  assert.equal(showsColors(terminal, { FORCE_COLOR: '0' }), false);
});

test('statistics count by rule, the most frequent first', () => {
  const report = reportOn({ 'a.textproto': 'num_hosts 1\nmode TRAINING\nother: 2\n' });
  const { statistics: rows, summary } = JSON.parse(statisticsJson(report));
  assert.deepEqual(rows, [
    { code: 'missing-colon', severity: 'error', count: 2, fixable: 2 },
    { code: 'unknown-field', severity: 'error', count: 1, fixable: 0 },
  ]);
  assert.deepEqual(summary, { files: 1, errors: 3, warnings: 0 });
  assert.equal(
    statisticsText(report),
    `2  error  missing-colon  A colon is missing between a field and its value. 2 problems can be fixed with --fix.
1  error  unknown-field  The message has no field of this name.
3 errors, 0 warnings in 1 file
2 problems can be fixed with --fix
`,
  );
});
