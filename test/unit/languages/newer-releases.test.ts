// Libraries that are newer than the catalogue: programs are judged as on the newest release that it describes.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { chosen, type Environment, newerText } from '../../../server/src/catalogue/environment';
import { LIBRARIES, type Library } from '../../../server/src/catalogue/libraries';
import { languageOf } from '../../../server/src/languages';
import { Analyzer } from '../../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { builtin } from '../../../server/src/schema/builtin';
import { caseFiles, readCases } from '../../support/fixtures';

const CATALOGUED = (Object.keys(LIBRARIES) as Library[]).filter((library) => LIBRARIES[library].release);

const runningOn = (releaseOf: (known: string) => string): Environment =>
  Object.fromEntries(CATALOGUED.map((library) => [library, chosen(releaseOf(LIBRARIES[library].release!))]));

const NEWEST = runningOn((known) => known);
const NEWER: readonly Environment[] = [
  runningOn((known) => known.replace(/\d+$/, (minor) => String(Number(minor) + 2))),
  runningOn((known) => `${Number.parseInt(known, 10) + 1}.4`),
];

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);
const found = (text: string, environment: Environment) =>
  languageOf('python')
    .analyze(text, { analyzer, path: 'a.py', environment: () => environment })
    .diagnose()
    .map(({ code, start, end, severity }) => ({ code, start, end, severity }));

/** Programs that ask which release they run on. */
const asksForVersion = (text: string) => /version/i.test(text);

suite('programs on releases that are newer than known', () => {
  for (const [i, file] of caseFiles('calls').entries())
    test(file, () => {
      const newer = NEWER[i % NEWER.length]!;
      const cases = readCases(file).filter(({ text }) => !asksForVersion(text));
      // Another third of the cases in each file, because each program is judged twice.
      for (const { title, text } of cases.filter((_, n) => n % 3 === i % 3 || cases.length < 3)) {
        const expected = found(text, NEWEST);
        assert.deepEqual(found(text, newer), expected, `${title}\n${text}`);
      }
    });
});

test('the oldest Python of such a release is known as well', () => {
  const text = `import sys
import tensorflow as tf
if sys.version_info < (3, 9):
    tf.tpu.experimental.embedding.SGD(lr=0.1)
`;
  const unguarded = text.replace(/if.*\n +/, '');
  for (const environment of [NEWEST, ...NEWER]) {
    assert.deepEqual(found(text, environment), []);
    assert.equal(found(unguarded, environment).length, 1);
  }
});

test('a release that is newer than known is told, and no other', () => {
  for (const library of CATALOGUED) {
    const { title, release } = LIBRARIES[library];
    assert.equal(newerText(library, chosen(release!)), undefined);
    assert.equal(newerText(library, {}), undefined);
    assert.equal(newerText(library, { most: '99.0' }), undefined);
    assert.equal(
      newerText(library, chosen('99.0')),
      `${title} 99.0 is newer than this release knows; it is read as ${release}.`,
    );
  }
  assert.equal(newerText('protobuf', chosen('99.0')), undefined);
});
