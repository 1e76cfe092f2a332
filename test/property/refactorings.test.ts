// A refactoring keeps a valid configuration valid and its meaning unchanged; there and back gives the same message.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { placeholder } from '../../server/src/basics/snippet';
import { type JsonMessage, toJson } from '../../server/src/configuration/to-json';
import type { Refactoring } from '../../server/src/languages/refactoring';
import type { Snapshot } from '../../server/src/languages/snapshot';
import { diagnose } from '../../server/src/languages/textproto/diagnostics';
import { refactorings } from '../../server/src/languages/textproto/refactorings';
import { apply } from '../support/check';
import { snapshotOf } from '../support/snapshots';
import { runs } from './runs';

const CONFIGURATIONS = readFileSync('test/fixtures/config-verdicts.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line): string => JSON.parse(line).text);

const VALID = CONFIGURATIONS.filter((text) =>
  diagnose(snapshotOf(text)).every(({ severity }) => severity !== 'error'),
);

const problemsOf = (snapshot: Snapshot): string[] =>
  diagnose(snapshot)
    .map(({ code }) => code)
    .sort();

/** The multiset difference of some names and others. */
function without(names: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return names.filter((name) => {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const after = ({ text }: Snapshot, changes: NonNullable<Refactoring['changes']>): Snapshot =>
  snapshotOf(apply(text, { title: '', changes: changes() }));

const messageOf = ({ bound }: Snapshot): JsonMessage => toJson(bound!.root).json;

/** What TensorFlow builds from a configuration, tables by name. */
function meaningOf({ derived }: Snapshot) {
  const { tables, outputs, batchSizePerTensorCore } = derived!;
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
  return {
    batchSizePerTensorCore,
    outputs: outputs.toSorted(byName),
    tables: tables.map(({ table, ...facts }) => ({ name: table.name ?? '', ...facts })).toSorted(byName),
  };
}

/** Table names that features look up, independent of table order. */
const lookups = ({ configuration }: Snapshot) =>
  configuration!.features.map(({ name, tableId }) => [name, configuration!.tables[tableId!]?.name]);

/** Tables in random order, with at most one feature each, and tags in random order. */
const arrangements = fc
  .record({
    style: fc.constantFrom('table', 'feature'),
    names: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1, maxLength: 5 }),
    counts: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 5, maxLength: 5 }),
    shared: fc.boolean(),
    tags: fc.array(fc.option(fc.integer({ min: 0, max: 2 })), { minLength: 5, maxLength: 5 }),
    newline: fc.constantFrom('\n', '\r\n', ' '),
  })
  .map(({ style, names, counts, shared, tags, newline }) => {
    const used = [...new Set(tags.slice(0, names.length).filter((tag) => tag !== null))].sort();
    const tables = names.map(
      (name, i) =>
        `table_descriptor { name: "${name}" vocabulary_size: 1000 dimension: ${8 * (i + 1)}${newline}` +
        (style === 'table' ? `num_features: ${counts[i]}${newline}` : '') +
        `optimization_parameters { adagrad {} learning_rate { ` +
        (tags[i] === null ? 'constant: 0.1' : `dynamic { tag: ${used.indexOf(tags[i]!)} }`) +
        ` } }${newline}}`,
    );
    const features = names.map(
      (name, i) =>
        `feature_descriptor { name: "${shared ? name : `of ${name}`}" table_id: ${i} input_shape: ${128 * counts[i]!} }`,
    );
    const parts = [
      ...tables,
      ...(style === 'table' ? ['batch_size_per_tensor_core: 128'] : features),
      'mode: TRAINING num_hosts: 1 num_tensor_cores: 8',
    ];
    return parts.join(newline) + newline;
  });

const configurations = fc.oneof(fc.constantFrom(...VALID), arrangements);

/** The refactorings offered anywhere in a text, without duplicates. */
function offered(snapshot: Snapshot): Refactoring[] {
  const places = [0, ...[...snapshot.text.matchAll(/learning_rate/g)].map(({ index }) => index)];
  const found = places.flatMap((at) => refactorings(snapshot, { start: at, end: at }));
  return found.filter(({ disabled }) => disabled === undefined);
}

test('a refactoring keeps a valid configuration valid, with the same tables and outputs', (t) => {
  const counts = new Map<string, number>();
  fc.assert(
    fc.property(configurations, (text) => {
      const before = snapshotOf(text);
      for (const { title, changes } of offered(before)) {
        if (!changes) continue;
        const result = after(before, changes);
        assert.deepEqual(
          without(problemsOf(result), problemsOf(before)),
          [],
          `${title}: ${before.text} -> ${result.text}`,
        );
        assert.deepEqual(meaningOf(result), meaningOf(before), title);
        if (!title.startsWith('Convert')) assert.deepEqual(lookups(result), lookups(before), title);
        const isOrder = /^(Sort|Number)/.test(title);
        assert.ok(
          !isOrder || offered(result).every((other) => other.title !== title),
          `${title} is needed again`,
        );
        counts.set(title.replace(/\d+/, 'n'), (counts.get(title.replace(/\d+/, 'n')) ?? 0) + 1);
      }
    }),
    runs(100),
  );
  t.diagnostic(JSON.stringify([...counts]));
  for (const title of [
    'Convert to feature style',
    'Convert to table style',
    'Give the learning rate at run time, with tag n',
    'Clip weights',
    'Clip gradients',
    'Sort tables by name',
    'Sort tables, and with them outputs, by name',
    'Number the learning rates in the order of the tables',
  ])
    assert.ok(counts.has(title), `${title} was never offered`);
});

test('converting to feature style and back, or to table style and back, gives the same message', () => {
  let count = 0;
  fc.assert(
    fc.property(configurations, (text) => {
      const before = snapshotOf(text);
      const there = offered(before).find(({ title }) => title.startsWith('Convert'));
      if (!there) return;
      const converted = after(before, there.changes!);
      const back = offered(converted).find(({ title }) => title.startsWith('Convert'));
      assert.ok(back, `no way back: ${converted.text}`);
      const restored = after(converted, back.changes!);
      assert.deepEqual(messageOf(restored), messageOf(before));
      count++;
    }),
    runs(100),
  );
  assert.ok(count > 20, `only ${count}`);
});

test('converting a rate from constant to dynamic and back changes only that rate', () => {
  fc.assert(
    fc.property(configurations, fc.nat(), (text, pick) => {
      const before = snapshotOf(text);
      const places = [...before.text.matchAll(/constant/g)].map(({ index }) => index);
      const at = places[pick % Math.max(places.length, 1)];
      if (at === undefined) return;
      const at2 = { start: at, end: at };
      const there = refactorings(before, at2).find(({ title }) => title.startsWith('Give'));
      if (!there) return;
      const dynamic = after(before, there.changes!);
      const back = refactorings(dynamic, at2).find(
        ({ title }) => title === 'Make the learning rate constant',
      );
      const snippet = apply(dynamic.text, { title: '', changes: back!.snippet!() });
      const constant = before.text.slice(at).match(/constant: *([^ }\r\n]+)/)![1]!;
      const restored = snapshotOf(snippet.replace(placeholder(1, '0.01'), constant));
      assert.deepEqual(messageOf(restored), messageOf(before));
    }),
    runs(100),
  );
});
