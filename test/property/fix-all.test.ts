// Fixes on save may correct spelling, but never remove a value.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { FileChecker } from '../../server/src/cli/checking/check-file';
import { fixAll } from '../../server/src/languages/fixes';
import { diagnose } from '../../server/src/languages/textproto/diagnostics';
import type { FieldNode, Tree, ValueNode } from '../../server/src/textproto/tree';
import { apply } from '../support/check';
import { snapshotOf } from '../support/snapshots';
import { runs } from './runs';

const CONFIGURATIONS = readFileSync('test/fixtures/config-verdicts.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line): string => JSON.parse(line).text);

/** Typical mistakes in a line. */
const MISTAKES: readonly ((line: string) => string)[] = [
  (line) => line.replace(/\b([a-z_]{4,})(?=\s*[:{])/, (name) => name.slice(0, -1)),
  (line) => line.replace(/\b([a-z_]{4,})(?=\s*[:{])/, (name) => name[1]! + name[0] + name.slice(2)),
  (line) =>
    line.replace(/\b[a-z]+_[a-z_]+(?=\s*[:{])/, (name) =>
      name.replaceAll(/_(.)/g, (_, c) => c.toUpperCase()),
    ),
  (line) => line.replace(/vocabulary_size/, 'vocab_size').replace('learning_rate', 'lr'),
  (line) => line.replace(/\b[A-Z_]{4,}\b/, (value) => value.toLowerCase()),
  (line) => line.replace(/\b[A-Z_]{6,}\b/, (value) => value.slice(0, -3)),
  (line) => line.replace(/: ([\w.-]+)/, ': "$1"'),
  (line) => line.replace(/: ([\w.-]+)/, ': [$1]'),
  (line) => line.replace(/: (\d+)$/, ': $1.0'),
  (line) => line.replace(/: (\d)/, ': 0$1'),
  (line) => line.replace(/: "(\w+)"/, ': $1'),
  (line) => line.replace(':', ''),
  (line) => line.replace(':', ' ='),
  (line) => `${line},,`,
  (line) => line.replace(/(\d),/, '$1'),
  (line) => line.replace(/^(\s*)(\w+)(?=\s*:)/, '$1"$2"'),
  (line) => line.replace('{ ', '').replace(' }', ''),
  (line) => line.replace('{', ''),
  (line) => `${line}\n${line}`,
  (line) => `${line}\n${line.replace(/\d/, (digit) => String((Number(digit) + 1) % 10))}`,
  (line) => `${line}\nbatch_size_per_tensor_core: 128\npipeline_execution_with_tensor_core: true`,
  (line) => `${line}\nnum_features: 2\noutput_layout {}\nlow_dimensional_packing_status: ENABLED`,
];

const mistakes = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...MISTAKES)), { minLength: 1, maxLength: 6 });

/** All plain values of a text, without quotes; numbers by value. */
function* valuesOf({ text, sections, starts }: Tree): Generator<string> {
  const open: { node: FieldNode | ValueNode; base: number }[] = sections.flatMap(({ field }, i) =>
    field ? [{ node: field, base: starts[i]! }] : [],
  );
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, base } = next;
    const inside =
      node.kind === 'field'
        ? [node.value ?? []].flat()
        : node.kind === 'message'
          ? node.fields
          : node.kind === 'list'
            ? node.items
            : [];
    open.push(...inside.map((child) => ({ node: child, base })));
    if (node.kind !== 'scalar') continue;
    const written = text
      .slice(base + node.start, base + node.end)
      .replaceAll(/["']/g, '')
      .replace(/^(-?[\d.]+)f$/i, '$1');
    yield Number.isNaN(Number(written)) ? written : String(Number(written));
  }
}

/** The multiset difference of some values and others. */
function without(values: Iterable<string>, others: Iterable<string>): string[] {
  const left = [...others];
  return [...values].filter((value) => {
    const at = left.indexOf(value);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

test('fix all on save removes only values that a diagnostic called duplicates', (t) => {
  let broken = 0;
  let corrected = 0;
  fc.assert(
    fc.property(fc.constantFrom(...CONFIGURATIONS), mistakes, (text, made) => {
      const lines = text.split('\n');
      for (const [at, mistake] of made) lines[at % lines.length] = mistake(lines[at % lines.length]!);
      const before = snapshotOf(lines.join('\n'));
      const diagnostics = diagnose(before);
      const changes = fixAll(diagnostics);
      const after = snapshotOf(apply(before.text, { title: '', changes }));
      const duplicates = diagnostics.filter(({ code }) => /duplicate|overwritten/.test(code)).length;
      const lost = without(valuesOf(before.tree), valuesOf(after.tree));
      const gained = without(valuesOf(after.tree), valuesOf(before.tree));
      // A correct enum value, and a boolean.
      const spelled = gained.filter((value) => /^[A-Z_]+$|^(true|false)$/.test(value)).length;
      assert.ok(
        lost.length <= spelled + duplicates,
        `lost ${lost}, gained ${gained}: ${before.text} -> ${after.text}`,
      );
      broken += diagnostics.some(({ severity }) => severity === 'error') ? 1 : 0;
      corrected += diagnose(after).length < diagnostics.length ? 1 : 0;
    }),
    runs(300),
  );
  t.diagnostic(`${corrected} of ${broken} broken texts have fewer mistakes afterwards`);
  assert.ok(corrected > broken / 2, `only ${corrected} of ${broken} get better`);
});

const checker = new FileChecker({});
const path = 'tpu_embedding.textproto';
const checkFile = (text: string, fix: boolean) =>
  checker.check({ path, named: true, bytes: Buffer.from(text), withFixes: true, fix });
const problemsIn = ({ report }: ReturnType<typeof checkFile>) =>
  report!.parts.flatMap(({ diagnostics }) => diagnostics);

test('--fix leaves nothing fixable, loses no value, and keeps the line endings', (t) => {
  let fixedOnes = 0;
  const layouts = fc.record({ bom: fc.constantFrom('', '\ufeff'), end: fc.constantFrom('\n', '\r\n') });
  fc.assert(
    fc.property(fc.constantFrom(...CONFIGURATIONS), mistakes, layouts, (source, made, { bom, end }) => {
      const lines = source.split('\n');
      for (const [at, mistake] of made) lines[at % lines.length] = mistake(lines[at % lines.length]!);
      const text = bom + lines.join('\n').replaceAll(/\r?\n/g, end);
      const found = problemsIn(checkFile(text, false));
      const after = checkFile(text, true);
      const { text: fixed, count } = after.fixed ?? { text, count: 0 };
      fixedOnes += count;
      const fixable = problemsIn(after).filter(({ fixes }) => fixes.some(({ safe }) => safe));
      assert.deepEqual(fixable, [], `${text} -> ${fixed}`);
      // Text-format parsers treat the mark as an ordinary character, which is an error.
      assert.ok(!fixed.startsWith('\ufeff'));
      assert.equal(fixed.replaceAll(end, '').includes('\n'), false, 'only the line ends that were there');
      const again = problemsIn(checkFile(fixed, false));
      assert.deepEqual(problemsIn(after), again, 'the report is about what remains');
      const values = [text, fixed].map((each) => [...valuesOf(snapshotOf(each).tree)]);
      const lost = without(values[0]!, values[1]!);
      const gained = without(values[1]!, values[0]!);
      const spelled = gained.filter((value) => /^[A-Z_]+$|^(true|false)$/.test(value)).length;
      const duplicates = found.filter(({ code }) => /duplicate|overwritten/.test(code)).length;
      // A second run may find a duplicate that a misspelled name hid.
      assert.ok(
        lost.length <= spelled + duplicates + count,
        `lost ${lost}, gained ${gained}: ${text} -> ${fixed}`,
      );
      if (duplicates === 0 && spelled === 0 && lost.length > 0)
        assert.ok(
          lost.every((value) => values[1]!.includes(value)),
          `lost ${lost}: ${text} -> ${fixed}`,
        );
    }),
    runs(60),
  );
  t.diagnostic(`${fixedOnes} problems fixed`);
  assert.ok(fixedOnes > 30, `only ${fixedOnes} problems fixed`);
});
