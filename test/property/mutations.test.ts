// Every request about a text with arbitrary bytes is answered.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { changeBetween } from '../../server/src/basics/change';
import { languageOf } from '../../server/src/languages';
import type { Analysis } from '../../server/src/languages/language';
import { Analyzer } from '../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../server/src/project/settings';
import { readNotebook } from '../../server/src/python/notebooks';
import { everything } from '../support/everything';
import { schema } from '../support/example-schema';
import { caseFiles, readCases } from '../support/fixtures';
import { runs } from './runs';

const analyzer = new Analyzer(schema, DEFAULT_SETTINGS);

const textsOf = (...folders: readonly string[]) =>
  folders.flatMap((folder) => caseFiles(folder).flatMap(readCases)).map(({ text }) => text);

const CONFIGURATIONS = [
  ...textsOf('rules', 'completion', 'hover', 'mistakes'),
  readFileSync('examples/mistakes.textproto', 'utf8'),
];
const PROGRAMS = [
  ...textsOf('calls', 'embedded', 'python-completion', 'python-hover', 'python-signature'),
  readFileSync('examples/ranking_mistakes.py', 'utf8'),
  readFileSync('examples/sparsecore_mistakes.py', 'utf8'),
];
/** Realistic cells, split at lines without indentation. */
const notebookOf = (program: string) =>
  JSON.stringify({
    metadata: { language_info: { name: 'python' } },
    cells: program.split(/(?<=\n)(?=\S)/).map((source) => ({ cell_type: 'code', source })),
  });

interface Mutation {
  readonly at: number;
  readonly removed: number;
  readonly inserted: Uint8Array;
}

/** Tokens that change the meaning of everything after them, in some language. */
const TOKENS =
  '( ) [ ] { } < > , : ; . = == * ** -- # \' " \'\'\' """ f" f\'{ \\ \\n \\x \\u0041 r" b\' <<E \n \r\n \r \t \0 def class lambda if for with async @ := -> inf 1e999 0x 9999999999999999999 \ufeff \u2028 é 😀'
    .split(' ')
    .map((token) => Buffer.from(token));

const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(),
  removed: fc.oneof(fc.constant(0), fc.nat({ max: 8 }), fc.nat({ max: 60 })),
  inserted: fc.oneof(fc.uint8Array({ maxLength: 8 }), fc.constantFrom(...TOKENS)),
});

let mutated = 0;

/** The text after each mutation in turn, decoded as UTF-8 with replacement characters. */
function textAfter(text: string, mutations: readonly Mutation[]): string {
  let bytes: Buffer = Buffer.from(text);
  for (const { at, removed, inserted } of mutations) {
    const start = at % (bytes.length + 1);
    const end = Math.min(start + removed, bytes.length);
    mutated += end - start + inserted.length;
    bytes = Buffer.concat([bytes.subarray(0, start), inserted, bytes.subarray(end)]);
  }
  return bytes.toString('utf8');
}

function assertInside(
  { text }: Analysis,
  ranges: readonly { readonly start: number; readonly end: number }[],
): void {
  for (const { start, end } of ranges)
    assert.ok(0 <= start && start <= end && end <= text.length, `${start} to ${end} of ${text.length}`);
}

/** Sends all requests about a text, and about an edited one. */
function askAll(language: string, texts: readonly [string, string], at: number): void {
  const [before, after] = texts;
  const options = { analyzer, path: 'tpu_embedding', named: true };
  const first = languageOf(language).analyze(before, options);
  assertInside(first, first.diagnose());
  const change = changeBetween(before, after);
  const second = first.change?.(after, change) ?? languageOf(language).analyze(after, options);
  const { diagnostics, fixes, fixAll } = everything(second, [
    Math.min(change.start + change.newLength, after.length),
    at % (after.length + 1),
  ]);
  assertInside(second, [...diagnostics, ...fixes.flat().flatMap(({ changes }) => changes), ...fixAll]);
}

/** After any change, the notebook is read again, because editors send its cells. */
function askNotebook(program: string, at: number): void {
  const { text, partEnds } = readNotebook(notebookOf(program))!;
  const analysis = languageOf('python').analyze(text, { analyzer, path: 'a.ipynb', partEnds });
  assertInside(analysis, everything(analysis, [at % (text.length + 1)]).diagnostics);
}

function check(
  title: string,
  seeds: readonly string[],
  ask: (texts: readonly [string, string], at: number) => void,
): void {
  test(title, (t) => {
    let inputs = 0;
    mutated = 0;
    const property = fc.property(
      fc.constantFrom(...seeds),
      fc.array(mutation, { minLength: 1, maxLength: 8 }),
      fc.nat(),
      (seed, mutations, at) => {
        const before = textAfter(seed, mutations.slice(0, -1));
        ask([before, textAfter(before, mutations.slice(-1))], at);
        inputs++;
      },
    );
    fc.assert(property, runs(250));
    t.diagnostic(`${inputs} inputs with ${mutated} mutated bytes`);
  });
}

check('requests about a configuration of any bytes are answered', CONFIGURATIONS, (texts, at) =>
  askAll('textproto', texts, at),
);
check('requests about a program of any bytes are answered', PROGRAMS, (texts, at) =>
  askAll('python', texts, at),
);
check('requests about notebook cells of any bytes are answered', PROGRAMS, ([, text], at) =>
  askNotebook(text, at),
);
check('requests about notebook JSON of any bytes are answered', PROGRAMS.map(notebookOf), ([, json]) => {
  readNotebook(json);
});
