// Globs that decide by name what a file holds, compared with picomatch.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import picomatch from 'picomatch';
import { readGlob } from '../../server/src/schema/glob';
import { runs } from './runs';

// No path of a document holds the names `.` and `..`.
const name = fc
  .string({ unit: fc.constantFrom('a', 'b', 'B', '.', '-'), minLength: 1, maxLength: 6 })
  .filter((text) => !/^\.{1,2}$/.test(text));
const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((names) => names.join('/'));
const piece = fc.constantFrom(
  'a',
  'b',
  '.',
  '?',
  '*',
  '[ab]',
  '[!a]',
  '[^b]',
  '[a-b]',
  '{a,b.}',
  '{a*,{b,.}}',
  '-',
);
// Two stars inside a name act as one in editors; picomatch treats some as folders.
const globName = fc
  .array(piece, { minLength: 1, maxLength: 4 })
  .map((pieces) => pieces.join(''))
  .filter((text) => !text.includes('**'));
const globFolder = fc.oneof({ arbitrary: globName, weight: 3 }, { arbitrary: fc.constant('**'), weight: 1 });
const glob = fc
  .tuple(fc.array(globFolder, { maxLength: 3 }), globName)
  .map(([folders, name]) => [...folders, name].join('/'))
  // picomatch excludes this, editors do not.
  .filter((text) => !text.startsWith('./'));

suite('globs', () => {
  test('match the same paths as picomatch', () => {
    fc.assert(
      fc.property(glob, path, (text, file) => {
        const judge = picomatch(text, { nocase: true, dot: true, posix: true });
        assert.equal(readGlob(text)!(file), judge(file));
      }),
      runs(2000),
    );
  });

  test('are read or rejected, whatever they contain', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'a{},[]!-*?\\/'), maxLength: 30 }),
        path,
        (text, file) => {
          readGlob(text)?.(file);
        },
      ),
      runs(1000),
    );
  });

  // picomatch's regular expressions for these would not finish in time.
  for (const text of [`**/${'*a'.repeat(25)}b`, `${'**/a/'.repeat(25)}b`, `**/${'*{a,aa}'.repeat(9)}b`]) {
    test(`${text} is matched without backtracking on a long path`, () => {
      assert.equal(readGlob(text)!(`${'/a'.repeat(100)}/${'a'.repeat(250)}`), false);
    });
  }

  test('too many alternatives are rejected', () => {
    assert.equal(readGlob('{a,b}'.repeat(100)), undefined);
    assert.equal(readGlob(`${'{'.repeat(400)}a${'}'.repeat(400)}`)!('a'), true);
  });
});
