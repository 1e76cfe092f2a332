// What TensorFlow 2.21 and protobuf's parsers said about 150 configurations, and what we say about them.
//
// `cpp_error` and `python_error` are the parsers' messages, `recv_error` and `recv_shapes` come from the
// shape function of RecvTPUEmbeddingActivations. `broken` names the checks that reject the text later, once
// the TPU system is initialized or parameters are loaded; of those in `unsure`, it could not be told.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Analyzer } from '../../../server/src/languages/snapshot';
import { diagnose } from '../../../server/src/languages/textproto/diagnostics';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { builtin } from '../../../server/src/schema/builtin';

interface Verdict {
  readonly id: string;
  readonly text: string;
  readonly cpp_error: string | null;
  readonly python_error: string | null;
  readonly recv_error: string | null;
  readonly recv_shapes: number[][] | null;
  readonly broken: readonly string[];
  readonly unsure: readonly string[];
}

/** TensorFlow's checks and our corresponding rules. */
const RULES: Readonly<Record<string, string>> = {
  'CFG-01': 'batch-size-required',
  'CFG-02': 'num-features-required',
  'CFG-03': 'batch-size-with-features',
  'CFG-04': 'num-features-with-features',
  'CFG-07': 'table-id-out-of-range',
  'CFG-08': 'input-shape-empty',
  'CFG-09': 'input-shape-not-positive',
  'CFG-10': 'table-without-feature',
  'CFG-14': 'mode-unspecified',
  'CFG-15': 'dynamic-tag-gap',
  'OPT-01': 'optimizer-missing',
  'OPT-02': 'user-program-shape',
  'OPT-03': 'unknown-enum-number',
  'OPT-04': 'too-many-slots',
  'OPT-05': 'too-many-slots',
};

const verdicts = readFileSync('test/fixtures/config-verdicts.jsonl', 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): Verdict => JSON.parse(line));

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);

for (const verdict of verdicts) {
  test(verdict.id, () => {
    const snapshot = analyzer.open(verdict.text, { path: 'case.textproto', named: true });
    if (verdict.cpp_error || verdict.python_error) {
      const parsing = snapshot.tree.sections.some(({ errors }) => errors.length > 0);
      assert.ok(parsing || snapshot.bound!.errors.size > 0, verdict.cpp_error ?? verdict.python_error!);
      return;
    }
    const errors = diagnose(snapshot).filter(({ severity }) => severity === 'error');
    const codes = errors.map(({ code }) => code);
    const wanted = verdict.broken
      // A feature without a table leaves a table without a feature: one mistake, reported once.
      .filter((id) => id !== 'CFG-10' || !verdict.broken.includes('CFG-07'))
      .map((id) => RULES[id] ?? `a rule for ${id}`);
    assert.deepEqual(
      wanted.filter((code) => !codes.includes(code)),
      [],
      `reported: ${codes.join(', ') || 'nothing'}`,
    );
    if (verdict.recv_error) assert.notDeepEqual(codes, [], verdict.recv_error);
    else if (verdict.broken.length === 0 && verdict.unsure.length === 0) assert.deepEqual(codes, []);
    if (verdict.recv_shapes) {
      assert.deepEqual(
        snapshot.derived!.outputs.map(({ shape }) => shape),
        verdict.recv_shapes,
      );
    }
  });
}
