import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phrase, said } from '../../../server/src/languages/phrase';

const german = {
  language: 'de',
  translations: new Map([
    ['{0} rows of {1}, {2}', '{0} Zeilen von {1}, {2}'],
    ['on the {0}', 'auf den {0}'],
  ]),
};

test('a phrase is put into a language with its numbers, its parts, and names as they are', () => {
  const words = phrase(
    '{0} rows of {1}, {2}',
    1_234_567,
    { bytes: 38.4 * 2 ** 30 },
    phrase('on the {0}', 'x, 1.5'),
  );
  assert.equal(said(words), '1,234,567 rows of 38.4 GiB, on the x, 1.5');
  assert.equal(said(words, german), '1.234.567 Zeilen von 38,4 GiB, auf den x, 1.5');
  assert.equal(said('learning_rate=0.1', german), 'learning_rate=0.1');
  assert.equal(said(phrase('untranslated {0}', 0.5), german), 'untranslated 0,5');
});

test('a translation with holes of its own keeps them', () => {
  const reader = { language: 'de', translations: new Map([['{0} rows', '{0} Zeilen von {9}']]) };
  assert.equal(said(phrase('{0} rows', 3), reader), '3 Zeilen von {9}');
});
