// The German interface has every text of the English one.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';

const read = (path: string): Record<string, string> => JSON.parse(readFileSync(path, 'utf8'));

/** Parts that a translation must keep: placeholders, code, and targets of links and commands. */
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

  test('has each text of the extension, of the preview’s page, and of lenses and hints, with the same placeholders', () => {
    const texts = sources().flatMap(({ code }) => [...code.matchAll(LOCALIZED)].map(([, text = '']) => text));
    const english = Object.fromEntries([...texts, ...phrases()].map((text) => [text, text]));
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

test('words of lenses and hints are phrases that a translator can find', () => {
  for (const { file, code } of inLanguages())
    assert.equal(
      [...code.replaceAll(/export const phrase = .*/g, '').matchAll(/\bphrase\(/g)].length,
      [...code.matchAll(PHRASE)].length,
      file,
    );
  for (const { file, code } of inLanguages())
    assert.doesNotMatch(code, /kind: '(preview|memory|configuration|features)',\s*title: ['`]/, file);
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

/** The untranslated literals of a program, without the values inserted into them. */
function textsIn(code: string): string[] {
  const read = code.replaceAll(LOCALIZED, '').replaceAll(COMMENTS_AND_CLASSES, '');
  const templates = read.replaceAll(QUOTED, '').matchAll(/`([^`]*)`/g);
  return [...read.matchAll(QUOTED), ...templates].map(([, text = '']) =>
    text.replaceAll(/\$\{[^}]*\}/g, '…'),
  );
}

const QUOTED = /'([^'\n]*)'/g;
const COMMENTS_AND_CLASSES = /\/\*.*?\*\/|(?<![:'])\/\/[^\n]*|\bclass: (['`]).*?\1/gs;

/** Looks like a sentence or title, or has several words. */
const WORDS = /^[A-Z][a-z]+\b|[a-z]{2,}[.,:;]? [a-z]{2,}/;

/** Names of keys, prefixes of browser messages, elements and selectors. */
const OF_BROWSERS = /^(Enter$|Escape$|ResizeObserver loop$|[<#[]|\(prefers-)/;

/** A literal passed to `l10n.t`, or to the page's `t`; none has an escaped quote. */
const LOCALIZED = /\bt\(\s*'([^'\\]*)'/g;

/** A literal that the language server puts into the client's language. */
const PHRASE = /\bphrase\(\s*'([^'\\]*)'/g;

const phrases = (): string[] =>
  inLanguages().flatMap(({ code }) => [...code.matchAll(PHRASE)].map(([, text = '']) => text));

const inLanguages = () =>
  readdirSync('server/src/languages', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => ({ file, code: readFileSync(join('server/src/languages', file), 'utf8') }));

/** Texts that only appear in a log, and names inside snippets. */
const LOG_AND_SNIPPETS = [
  'The language server ended unexpectedly.',
  'Header of a text-format file',
  'TPU Embedding Tools',
  'Adagrad with momentum',
  'Stochastic gradient descent',
];

function sources(): { readonly file: string; readonly code: string }[] {
  const ours = readdirSync('client', { recursive: true, encoding: 'utf8' })
    // A notebook's kernel has no translations.
    .filter((file) => file.endsWith('.ts') && !file.includes('output-cell'))
    .map((file) => ({ file, code: readFileSync(join('client', file), 'utf8') }));
  // Sentences that the page translates, and the command line prints in English.
  const shared = ['counts.ts', 'summary.ts'].map((file) => ({
    file,
    code: readFileSync(join('server/src/optimizers/scenarios', file), 'utf8'),
  }));
  return [...ours, ...shared];
}
