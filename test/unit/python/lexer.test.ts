import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Kind, Lexer } from '../../../server/src/python/lexer';

/** `keyword.kwlist` of Python 3 */
const KEYWORDS = (
  'False None True and as assert async await break class continue def del elif else except finally for from global if ' +
  'import in is lambda nonlocal not or pass raise return try while with yield'
).split(' ');

test('the keywords of Python are told from all words that are like them', () => {
  const kindOf = (text: string) => new Lexer(text).next();
  const others = (word: string) => [
    ...[word.slice(0, -1), word.slice(1), `${word}s`, `_${word}`, word.toUpperCase()],
    ...[...'azé'].map((letter) => letter + word.slice(1)),
  ];
  const kinds = KEYWORDS.map(kindOf);
  assert.deepEqual(
    KEYWORDS.filter((_, i) => kinds[i]! < Kind.And || kinds[i]! > Kind.Yield),
    [],
  );
  assert.equal(new Set(kinds).size, KEYWORDS.length);
  for (const word of KEYWORDS.flatMap(others).filter((each) => each && !KEYWORDS.includes(each)))
    assert.equal(kindOf(word), Kind.Name, word);
});
