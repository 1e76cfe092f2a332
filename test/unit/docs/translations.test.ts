// The interface in German has every word that it has in English.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';

const read = (path: string): Record<string, string> => JSON.parse(readFileSync(path, 'utf8'));

/** What a translation leaves as it is: placeholders, code, and where links and commands lead. */
const kept = (text: string): string[] =>
  [...text.matchAll(/\{\d\}|`[^`]*`|\]\([^)]*\)|\*\*[^*]*\*\*/g)].map(([part]) => part).sort();

function assertTranslated(
  english: Readonly<Record<string, string>>,
  german: Readonly<Record<string, string>>,
) {
  assert.deepEqual(
    {
      missing: Object.keys(english).filter((key) => !german[key]),
      superfluous: Object.keys(german).filter((key) => !(key in english)),
    },
    { missing: [], superfluous: [] },
  );
  for (const [key, text] of Object.entries(english)) assert.deepEqual(kept(german[key]!), kept(text), key);
}

suite('German', () => {
  test('has each text of package.json, with the same code and links', () => {
    assertTranslated(read('package.nls.json'), read('package.nls.de.json'));
  });

  test('has each text of the extension and of the preview’s page, with the same placeholders', () => {
    const texts = sources().flatMap(({ code }) => [...code.matchAll(LOCALIZED)].map(([, text = '']) => text));
    const english = Object.fromEntries(texts.map((text) => [text, text]));
    assertTranslated(english, read('l10n/bundle.l10n.de.json'));
  });
});

test('each key in package.json has a text, and each text a key', () => {
  const keys = [...readFileSync('package.json', 'utf8').matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key!);
  assert.deepEqual([...new Set(keys)].sort(), Object.keys(read('package.nls.json')).sort());
});

test('texts of the extension are literals that a translator can find', () => {
  for (const { file, code } of sources())
    assert.equal([...code.matchAll(/\bt\(/g)].length, [...code.matchAll(LOCALIZED)].length, file);
});

test('no sentence of the extension is untranslated', () => {
  const left = sources().flatMap(({ file, code }) =>
    [
      ...code
        .replaceAll(LOCALIZED, '')
        .replaceAll(/\blog\.\w+\(.*/g, '')
        .matchAll(/['"`]([A-Z][a-z]+ [^'"`\n]*)['"`]/g),
    ].map(([, text]) => `${file}: ${text}`),
  );
  assert.deepEqual(
    left.filter((line) => !LOG_AND_SNIPPETS.some((known) => line.endsWith(known))),
    [],
  );
});

test('no text of the preview’s page is untranslated', () => {
  const left = sources()
    .filter(({ file }) => file.startsWith('webview'))
    .flatMap(({ file, code }) =>
      textsIn(code)
        .filter((text) => WORDS.test(text) && !OF_BROWSERS.test(text))
        .map((text) => `${file}: ${text}`),
    );
  assert.deepEqual(left, []);
});

/** The untranslated literals of a program, without what it puts into them. */
function textsIn(code: string): string[] {
  const read = code.replaceAll(LOCALIZED, '').replaceAll(COMMENTS_AND_CLASSES, '');
  const templates = read.replaceAll(QUOTED, '').matchAll(/`([^`]*)`/g);
  return [...read.matchAll(QUOTED), ...templates].map(([, text = '']) =>
    text.replaceAll(/\$\{[^}]*\}/g, '…'),
  );
}

const QUOTED = /'([^'\n]*)'/g;
const COMMENTS_AND_CLASSES = /\/\*.*?\*\/|(?<![:'])\/\/[^\n]*|\bclass: (['`]).*?\1/gs;

/** What begins as a sentence or a title does, or has words side by side. */
const WORDS = /^[A-Z][a-z]+\b|[a-z]{2,}[.,:;]? [a-z]{2,}/;

/** The name of a key, the beginning of a browser's message, elements and what selects them. */
const OF_BROWSERS = /^(Enter$|Escape$|ResizeObserver loop$|[<#[])/;

/** A literal handed to `l10n.t`, or to the page's `t`; none of them has an escaped quote. */
const LOCALIZED = /\bt\(\s*'([^'\\]*)'/g;

/** What only a log shows, and names that snippets have. */
const LOG_AND_SNIPPETS = [
  'The language server ended unexpectedly.',
  'Header of a text-format file',
  'TPU Embedding Tools',
  'Adagrad with momentum',
  'Stochastic gradient descent',
];

function sources(): { readonly file: string; readonly code: string }[] {
  const ours = readdirSync('client', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => ({ file, code: readFileSync(join('client', file), 'utf8') }));
  // Sentences that the page shows in its reader's language, and the command line in English.
  const shared = ['counts.ts', 'summary.ts'].map((file) => ({
    file,
    code: readFileSync(join('server/src/scenarios', file), 'utf8'),
  }));
  return [...ours, ...shared];
}
