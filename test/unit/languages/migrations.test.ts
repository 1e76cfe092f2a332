// The cases in test/fixtures/migrations: a program, what it becomes, and what does not carry over. Programs of the sample
// must mean the same afterwards. UPDATE=1 writes what the cases become; read the difference.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { suite, test } from 'node:test';
import { languageOf } from '../../../server/src/languages';
import type { MigrationTarget } from '../../../server/src/languages/migration';
import { Analyzer } from '../../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { migrated } from '../../../server/src/reports/forms/migrated';
import { builtin } from '../../../server/src/schema/builtin';
import { type Case, caseFiles, readCases } from '../../support/fixtures';

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);
const analyze = (text: string) =>
  languageOf('python').analyze(text, { analyzer, path: 'case.py', countsAsUsed: 'top-level' });

const migrate = (text: string, to: MigrationTarget) => {
  const result = migrated(analyze(text), 'case.py', to, {});
  return result && { output: result.output, notes: result.notes.map((note) => `${note}\n`).join('') };
};

for (const file of caseFiles('migrations')) {
  const to = basename(file, '.cases') as MigrationTarget;
  const cases = readCases(file);
  if (process.env['UPDATE'] === '1')
    writeFileSync(file, cases.map((each) => written(each, migrate(each.text, to))).join(''));
  suite(file, () => {
    for (const { name, text, parts, flags } of readCases(file))
      test(name, () => {
        const result = migrate(text, to);
        if (flags.includes('none')) return assert.equal(result, undefined);
        const [output, notes] = parts;
        assert.equal(result?.output, output?.text);
        assert.equal(result?.notes, notes?.text ?? '');
        const codes = analyze(result!.output)
          .diagnose()
          .map(({ code }) => code);
        // Brackets hold what is left to a person.
        assert.deepEqual([...new Set(codes)], flags);
      });
  });
}

function written({ title, text }: Case, result: ReturnType<typeof migrate>): string {
  if (!result) return `=== ${title}\n${text}`;
  const notes = result.notes === '' ? '' : `--- remarks\n${result.notes}`;
  return `=== ${title}\n${text}--- result\n${result.output}${notes}`;
}

interface Sample {
  readonly id: string;
  readonly code: string;
  readonly batch: number;
}

suite('programs of the sample have the same tables and features with keras-rs', () => {
  const samples = readFileSync('test/fixtures/derived_configs.sample.jsonl', 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Sample);
  for (const { id, code, batch } of samples)
    test(id, () => {
      const strategy = { numHosts: 1, numReplicas: 1, perReplicaBatchSize: batch };
      const before = analyze(code).derive(strategy)[0]!;
      const after = analyze(migrated(analyze(code), 'case.py', 'keras-rs', strategy)!.output);
      assert.deepEqual(after.diagnose(), []);
      const [{ made, unknown, refused } = assert.fail('no layer')] = after.derive({});
      assert.deepEqual([unknown, refused], [[], undefined]);
      const message = before.message as unknown as Message | undefined;
      if (!message) return;
      const tables = message.tableDescriptor;
      assert.deepEqual(
        (made!.tables as unknown as readonly Table[]).map((each) => [
          each.name,
          String(each.vocabularySize),
          each.embeddingDim,
        ]),
        tables.map((each) => [each.name, each.vocabularySize, each.dimension]),
      );
      assert.deepEqual(
        (made!.features as unknown as readonly Feature[]).map((each) => [each.table, ...each.outputShape]),
        message.featureDescriptor.map(({ tableId = 0, inputShape }) => {
          const { name, dimension } = tables[tableId]!;
          return [name, inputShape.reduce((product, size) => product * size, 1), dimension];
        }),
      );
    });
});

interface Message {
  readonly tableDescriptor: readonly {
    readonly name: string;
    readonly vocabularySize: string;
    readonly dimension: number;
  }[];
  readonly featureDescriptor: readonly {
    readonly tableId?: number;
    readonly inputShape: readonly number[];
  }[];
}

interface Table {
  readonly name: string;
  readonly vocabularySize: number;
  readonly embeddingDim: number;
}

interface Feature {
  readonly table: string;
  readonly outputShape: readonly number[];
}
