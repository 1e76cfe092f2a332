// Each *.textproto and *.txt beside this file is a test in vscode-tmgrammar-test's notation: carets under a line list
// the scopes of the text above them, and after a dash the scopes that it must not have.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import textmate from 'vscode-textmate';
import { parseGrammarTestCase, runGrammarTestCase } from 'vscode-tmgrammar-test/dist/unit/index.js';
import { contributed, path, readJson, readText, registry, tokenize } from './engine.mjs';

const cases = readdirSync(path('test/grammar'))
  .filter((name) => /\.(textproto|txt)$/.test(name))
  .map((name) => ({ name, parsed: parseGrammarTestCase(readText(`test/grammar/${name}`)) }));

const assertions = ({ parsed }) => parsed.assertions.flatMap((line) => line.scopeAssertions);

for (const { name, parsed } of cases) {
  test(`${name}: ${assertions({ parsed }).length} assertions`, async () => {
    const failures = await runGrammarTestCase(registry, parsed);
    const report = failures.map(({ srcLine, start, end, missing, unexpected, actual }) => {
      const line = parsed.source[srcLine];
      return `${line}\n${' '.repeat(start)}${'^'.repeat(end - start)} missing: ${missing.join(' ') || '-'}, unexpected: ${unexpected.join(' ') || '-'}, actual: ${actual.join(' ')}`;
    });
    assert.equal(report.join('\n'), '');
  });
}

/** Scope names in a grammar's rules, one string per scope. */
function scopesOf(rule) {
  if (Array.isArray(rule)) return rule.flatMap(scopesOf);
  if (typeof rule !== 'object' || rule === null) return [];
  return Object.entries(rule).flatMap(([key, value]) =>
    typeof value === 'string' ? (/^(name|contentName)$/.test(key) ? value.split(' ') : []) : scopesOf(value),
  );
}

test('each scope of each grammar is asserted somewhere', () => {
  const asserted = new Set(cases.flatMap(assertions).flatMap(({ scopes }) => scopes));
  const given = contributed.flatMap(({ path }) => {
    const { patterns, repository } = readJson(path);
    return scopesOf([patterns, repository]);
  });
  assert.ok(given.length > 0);
  assert.deepEqual(
    given.filter((scope) => !asserted.has(scope)),
    [],
  );
});

test('each character belongs to one token, in order', async () => {
  for (const { parsed } of cases) {
    const text = parsed.source.join('\n');
    const tokens = await tokenize(text, parsed.metadata.scope);
    assert.equal(tokens.map((token) => token.text).join(''), text.replaceAll('\n', ''));
  }
});

/** CPU time in milliseconds, best round. */
function cost(run, times) {
  const all = Array.from({ length: times }, () => {
    const start = process.cpuUsage();
    run();
    return process.cpuUsage(start).user / 1000;
  });
  return Math.min(...all);
}

const SHAPES = {
  'source.textproto': [
    'x',
    'x ',
    '1',
    '1x',
    '1, ',
    '"',
    '"" ',
    "'\\x",
    '{',
    '[',
    '<',
    '}',
    'a/',
    'a.',
    ':',
    '-',
    ' ',
  ],
  'source.python': [
    'text_format.Parse()',
    'text_format.Parse(a) ',
    'text_format.Merge("")',
    'text_format.Parse ',
  ],
};

const LINES = {
  'source.textproto': (run) => [run, `a: ${run}x`, `a: [${run}`, `[${run}`, `# proto-file:${run}x`],
  'source.python': (run) => [run, `text_format.Parse("""${run}`, `text_format.Parse("""${run}"""`],
};

for (const [scope, shapes] of Object.entries(SHAPES)) {
  test(`${scope}: a line that is eight times as long takes about eight times as long`, async () => {
    const grammar = await registry.loadGrammar(scope);
    for (const shape of shapes) {
      const tokenize = (length) => {
        for (const line of LINES[scope](shape.repeat(length / shape.length)))
          grammar.tokenizeLine2(line, textmate.INITIAL);
      };
      tokenize(5_000);
      let ratio = Number.POSITIVE_INFINITY;
      for (let tries = 0; tries < 5 && ratio > 12; tries++)
        ratio = Math.min(ratio, cost(() => tokenize(40_000), 1) / cost(() => tokenize(5_000), 3));
      assert.ok(ratio < 20, `${JSON.stringify(shape)}: ${ratio.toFixed(1)} times as long`);
    }
  });
}
