// Messages stay short, however long a name or value in a text is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { languageOf } from '../../server/src/languages';
import { Analyzer } from '../../server/src/languages/snapshot';
import { readSpec, SpecError } from '../../server/src/optimizers';
import { DEFAULT_SETTINGS, readSettings } from '../../server/src/project/settings';
import { locateSets } from '../../server/src/server/files/descriptor-sets';
import { everything } from '../support/everything';
import { schema } from '../support/example-schema';
import { type Case, caseFiles, readCases } from '../support/fixtures';
import { runs } from './runs';

/** Longer than any message about names of usual length. */
const LONGEST = 4_000;

/** Parts of an answer that the editor uses or that are data. */
const NOT_READ = new Set([
  'insert',
  'newText',
  'filterText',
  'sortText',
  'data',
  'table',
  'sizes',
  'names',
  'path',
  'moduleNames',
  'optimizationParameters',
  'made',
  'comparedMessage',
]);

/** Texts in an answer that users read, with their paths. */
function* readTexts(answer: unknown, way = ''): Generator<readonly [way: string, text: string]> {
  if (typeof answer === 'string') yield [way, answer];
  if (typeof answer !== 'object' || answer === null) return;
  for (const [key, value] of Object.entries(answer)) {
    if (!NOT_READ.has(key)) yield* readTexts(value, Array.isArray(answer) ? `${way}[]` : `${way}.${key}`);
  }
}

function assertShort(answer: unknown, where: string): void {
  for (const [way, text] of readTexts(answer)) {
    assert.ok(
      text.length <= LONGEST,
      `${way} has ${text.length} characters: ${text.slice(0, 300)}…, ${where}`,
    );
  }
}

const WORD = /[A-Za-z_]\w*|\d+/g;

/** A word of the same kind that begins like it. */
const longLike = (word: string) => word + (/^\d/.test(word) ? '7' : 'x').repeat(2 * LONGEST);

const casesOf = (...folders: readonly string[]) =>
  folders.flatMap((folder) => caseFiles(folder).flatMap(readCases)).filter(({ text }) => text.match(WORD));

const analyzer = new Analyzer(schema, DEFAULT_SETTINGS);

/** Replaces a word by a long one, everywhere in the text of a case. */
function assertShortIn(language: string, path: string, cases: readonly Case[]): void {
  const property = fc.property(fc.constantFrom(...cases), fc.nat(), ({ file, title, text }, choice) => {
    const words = [...new Set(text.match(WORD))];
    const word = words[choice % words.length]!;
    const long = longLike(word);
    const changed = text.replaceAll(WORD, (other) => (other === word ? long : other));
    const places = [...changed.matchAll(new RegExp(`${long}|\\|`, 'g'))];
    const ends = places.map(({ 0: { length }, index }) => index + length);
    const analysis = languageOf(language).analyze(changed, { analyzer, path, named: true });
    assertShort(
      { ...everything(analysis, ends), resolution: analysis.resolution?.detail },
      `with a long "${word}" in "${title}" of ${file}`,
    );
  });
  fc.assert(property, runs(300));
}

test('messages about a text with a long name are short', () => {
  const cases = casesOf('rules', 'mistakes', 'hover', 'completion', 'outline');
  assertShortIn('textproto', 'a.textproto', cases);
});

test('messages about a program with a long name are short', () => {
  const cases = casesOf('calls', 'embedded', 'python-hover', 'python-completion', 'python-signature');
  assertShortIn('python', 'a.py', cases);
});

/** Replaces each string of a JSON value in turn by a long one. */
function assertShortOf(json: unknown, told: (json: unknown) => readonly string[]): void {
  const text = JSON.stringify(json);
  for (const { 0: word, index } of text.matchAll(/(?<=")[^",:]+(?=")/g)) {
    const changed = text.slice(0, index) + longLike(word) + text.slice(index + word.length);
    assertShort(told(JSON.parse(changed)), `with a long "${word}"`);
  }
}

test('messages about settings with a long name are short', () => {
  const settings = {
    rules: { 'unknown-field': 'warning', 'dimension-padding': {} },
    filePatterns: ['pattern', '['],
    descriptorSets: ['http://set', '//set/a', 'set'],
    maxFileSize: 'large',
    codeLens: { a: 'b' },
  };
  assertShortOf(settings, (json) => {
    const told: string[] = [];
    const { descriptorSets } = readSettings(json, (problem) => told.push(problem));
    locateSets(descriptorSets, undefined, (problem) => told.push(problem));
    return told;
  });
});

test('messages about a specification with a long name are short', () => {
  const specification = {
    optimizationParameters: {
      adagradMomentum: { momentum: 0.9, exponent: '1' },
      learningRate: { dynamic: { tag: '0' } },
      gradientAccumulationStatus: 'ENABLED',
    },
    initial: { parameters: [['0.5']], accumulators: '0.1' },
    steps: [{ ids: ['0'], gradients: [['NaN']], learningRates: ['0.1'] }],
  };
  assertShortOf(specification, (json) => {
    try {
      readSpec(json);
      return [];
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      return [error.message];
    }
  });
});
