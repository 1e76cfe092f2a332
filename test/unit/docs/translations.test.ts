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
  test('has each word of package.json, with the same code and links', () => {
    assertTranslated(read('package.nls.json'), read('package.nls.de.json'));
  });

  test('has each text of the extension, with the same placeholders', () => {
    const texts = sources().flatMap(({ code }) => [...code.matchAll(LOCALIZED)].map(([, text = '']) => text));
    const english = Object.fromEntries(texts.map((text) => [text, text]));
    assertTranslated(english, read('l10n/bundle.l10n.de.json'));
  });
});

test('each key in package.json has words, and each word its key', () => {
  const keys = [...readFileSync('package.json', 'utf8').matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key!);
  assert.deepEqual([...new Set(keys)].sort(), Object.keys(read('package.nls.json')).sort());
});

test('texts of the extension are literals that a translator can find', () => {
  for (const { file, code } of sources())
    assert.equal(code.split('l10n.t(').length - 1, [...code.matchAll(LOCALIZED)].length, file);
});

test('no sentence of the extension is left untranslated', () => {
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

/** A literal handed to `l10n.t`; none of them has an escaped quote. */
const LOCALIZED = /l10n\.t\(\s*'([^'\\]*)'/g;

/** What only a log shows, and names that snippets have. */
const LOG_AND_SNIPPETS = [
  'The language server ended unexpectedly.',
  'Header of a text-format file',
  'TPU Embedding Tools',
  'Adagrad with momentum',
  'Stochastic gradient descent',
];

function sources(): { readonly file: string; readonly code: string }[] {
  return readdirSync('client/src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => ({ file, code: readFileSync(join('client/src', file), 'utf8') }));
}
