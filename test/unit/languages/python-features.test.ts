// The cases in test/fixtures/python-*. `|` is the cursor. Parts of a case for completion:
//   has, not           labels that are offered, or not
//   first, last, only  labels at the top, at the end, or all of them, in order; `nothing` where there are none
//   detail             `label = detail`
//   deprecated         labels that are marked so
//   snippet            the text to insert, with its stops
//   accept             the whole text after accepting a label; insert, replace: where the two ways differ
// A text marked [plain] does not use TPU embedding yet, one marked [2.10] runs on that release of TensorFlow.
// The first part of a case for hover is what the Markdown must contain, line by line; for a signature the label
// with the active parameter in `«»`; for a definition the range and the place it leads to.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fileOf, type PythonFile, readPython } from '../../../server/src/dataflow/calls/python-file';
import { completionDocumentation } from '../../../server/src/languages';
import type { Completion } from '../../../server/src/languages/answers';
import { completeBeforeImport } from '../../../server/src/languages/python/before-import';
import { completePython } from '../../../server/src/languages/python/completion';
import { definitionPython } from '../../../server/src/languages/python/definition';
import { hoverPython } from '../../../server/src/languages/python/hover';
import { signaturePython } from '../../../server/src/languages/python/signature';
import { parsePython } from '../../../server/src/python/parser';
import { walk } from '../../../server/src/python/tree';
import { builtin } from '../../../server/src/schema/builtin';
import { accept, provePart } from '../../support/completion-cases';
import { type Case, caseFiles, readCases } from '../../support/fixtures';
import { runningOn } from '../../support/running-on';
import { takeCursor } from '../../support/snapshots';

function read(text: string, release?: string): PythonFile {
  const file = readPython(text, { environment: runningOn(release) });
  assert.ok(file, 'the text does not use TPU embedding');
  return file;
}

function readCase({ text, flags }: Case): { file: PythonFile; offset: number } {
  const { text: source, offset } = takeCursor(text);
  const written = flags.includes('no-newline') ? source.replace(/\n$/, '') : source;
  const release = flags.find((flag) => /^\d/.test(flag));
  if (!flags.includes('plain')) return { file: read(written, release), offset };
  assert.equal(readPython(written), undefined, 'the text uses TPU embedding');
  return { file: fileOf(parsePython(written), {}), offset };
}

/** The number of mistakes in a file. */
interface Faults {
  readonly gaps: number;
  readonly unclosed: number;
  readonly problems: number;
}

function faults({ tree, calls }: PythonFile): Faults {
  let gaps = 0;
  for (const { kind } of walk(tree.module)) if (kind === 'missing') gaps++;
  const problems = calls.flatMap(({ binding }) => binding.problems).filter(({ kind }) => kind !== 'missing');
  return { gaps, unclosed: tree.calls.filter(({ close }) => close < 0).length, problems: problems.length };
}

/** Diagnostics of the texts after accepting completions, cached because all positions in a word give the same texts. */
const known = new Map<string, Faults | undefined>();

function faultsOf(text: string, { environment }: PythonFile): Faults | undefined {
  const key = `${environment.tensorflow?.least} ${text}`;
  if (!known.has(key)) {
    const file = readPython(text, { environment });
    known.set(key, file && faults(file));
  }
  return known.get(key);
}

/** Invariants of every completion. */
function assertSound(file: PythonFile, offset: number, completions: readonly Completion[], sample = 1): void {
  const { text } = file;
  const before = faultsOf(text, file) ?? faults(file);
  const labels = completions.map(({ label }) => label);
  assert.deepEqual(labels, [...new Set(labels)], 'a label comes twice');
  const keys = completions.map(({ sortText }) => sortText);
  assert.deepEqual(keys, [...keys].sort(), 'they are not in the order of their sort keys');
  for (const [index, completion] of completions.entries()) {
    // Of many similar items, a few others are tried at each offset.
    if (index > 0 && (index + offset) % sample !== 0) continue;
    const { insertRange, replaceRange, data, label } = completion;
    assert.equal(insertRange.start, replaceRange.start);
    assert.ok(replaceRange.start <= offset && offset <= replaceRange.end);
    assert.ok(insertRange.end === offset || insertRange.end === replaceRange.end);
    if (data || completion.kind !== 'directive')
      assert.ok(data && completionDocumentation(builtin, data) !== '', `${label} is not documented`);
    const isInWord = insertRange.end !== replaceRange.end;
    for (const mode of isInWord ? (['insert', 'replace'] as const) : (['replace'] as const)) {
      const after = accept(text, completion, mode);
      const found = faultsOf(after, file);
      // A module may be completed before the file uses TPU embedding.
      if (!found && completion.kind === 'module') continue;
      assert.ok(found, `nothing is recognised after ${label}`);
      const shown = `${label} (${mode}):\n${after}`;
      assert.ok(found.gaps <= before.gaps, `something is missing after ${shown}`);
      assert.ok(found.unclosed <= before.unclosed, `a call is not closed after ${shown}`);
      // An insertion into a word may form an unknown name with the rest of the word.
      if (mode === 'replace' && data?.kind === 'parameter')
        assert.ok(found.problems <= before.problems, `a call is wrong after ${shown}`);
    }
  }
}

for (const path of caseFiles('python-completion')) {
  suite(path, () => {
    for (const fixture of readCases(path)) {
      test(fixture.name, () => {
        const { file, offset } = readCase(fixture);
        const plain = fixture.flags.includes('plain');
        const completions = plain
          ? completeBeforeImport(file.text, offset, {})
          : completePython(file, offset);
        assert.ok(fixture.parts.length > 0);
        for (const part of fixture.parts)
          provePart(part, file.text, completions, (text) =>
            fixture.flags.includes('no-newline') ? text.replace(/\n$/, '') : text,
          );
        assertSound(file, offset, completions);
      });
    }
  });
}

/** How the result of each folder's feature is shown as text; with `includes`, a part need only be contained. */
const features: Readonly<
  Record<string, { show: (file: PythonFile, offset: number) => string; includes?: boolean }>
> = {
  'python-hover': {
    includes: true,
    show: (file, offset) => {
      const found = hoverPython(file, offset);
      return found ? `on: ${file.text.slice(found.start, found.end)}\n${found.markdown}` : 'nothing';
    },
  },
  'python-signature': {
    show: (file, offset) => {
      const found = signaturePython(file, offset);
      if (!found) return 'nothing';
      const { label, parameters, activeParameter } = found;
      assert.equal(found.parameterDocumentation.length, parameters.length);
      if (activeParameter === undefined) return label;
      const [start, end] = parameters[activeParameter]!;
      return `${label.slice(0, start)}«${label.slice(start, end)}»${label.slice(end)}`;
    },
  },
  'python-definition': {
    show: (file, offset) => {
      const found = definitionPython(file, offset);
      if (found?.target.kind !== 'proto') return 'nothing';
      const { file: proto, line } = found.target.location;
      assert.ok(line > 0);
      return `${file.text.slice(found.start, found.end)} -> ${proto.split('/').at(-1)}`;
    },
  },
};

for (const [folder, { show, includes }] of Object.entries(features)) {
  for (const path of caseFiles(folder)) {
    suite(path, () => {
      for (const fixture of readCases(path)) {
        test(fixture.name, () => {
          const { file, offset } = readCase(fixture);
          const shown = show(file, offset);
          const [part] = fixture.parts;
          assert.ok(part, 'the case says nothing of what must come out');
          if (!includes || part.text.trim() === 'nothing') return assert.equal(shown, part.text.trimEnd());
          for (const line of part.text.trimEnd().split('\n'))
            assert.ok(shown.includes(line), `not shown: ${line}\nshown:\n${shown}`);
        });
      }
    });
  }
}

suite('completion at every offset of Python', () => {
  const DOCUMENT = `import tensorflow as tf
from tensorflow.python.tpu.ops import tpu_ops
from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as elc

e = tf.tpu.experimental.embedding
table = e.TableConfig(
    vocabulary_size=100,  # rows
    dim=8, combiner='sum', optimizer=e.Adagrad(learning_rate=0.1))
features = {'a': e.FeatureConfig(table=table), "b": e.FeatureConfig(table, 3)}
embedding = e.TPUEmbedding(feature_config=features, optimizer=None)

class Model:
  def __init__(self, config: elc.TPUEmbeddingConfiguration):
    config.table_descriptor.add(name='x', dimension=len([1, 2]))
    for t in config.table_descriptor: t.dimension += 1
    self.config = config.SerializeToString()

  def step(self, *args, **kwargs):
    got = tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=2, config=self.config)
    tpu_ops.send_tpu_embedding_gradients([g * 2 for g in got], self.config, **kwargs)
    tf.raw_ops.EnqueueTPUEmbeddingSparseBatch(
        sample_indices=[], embedding_indices=[], aggregation_weights=[],
        mode_override="train" if args else 'inference', combiners=['sum', 'mean'])
    return elc.TPUEmbeddingConfiguration(mode=elc.TPUEmbeddingConfiguration.TRAINING)
`;

  /** The number of completions. */
  function visit(file: PythonFile, offset: number): number {
    const completions = completePython(file, offset);
    assertSound(file, offset, completions, 40);
    signaturePython(file, offset);
    hoverPython(file, offset);
    definitionPython(file, offset);
    return completions.length;
  }

  test('accepting a completion in a complete text adds no mistake', () => {
    let offered = 0;
    const file = read(DOCUMENT);
    for (let offset = 0; offset <= DOCUMENT.length; offset++) offered += visit(file, offset);
    assert.ok(offered > 1000, `only ${offered} completions`);
    const crlf = read(DOCUMENT.replaceAll('\n', '\r\n'));
    for (let offset = 0; offset <= crlf.text.length; offset += 5) visit(crlf, offset);
  });

  test('accepting a completion in a text cut off at the cursor adds no mistake', () => {
    for (let length = 50; length <= DOCUMENT.length; length += 3) {
      const file = readPython(DOCUMENT.slice(0, length));
      if (file) visit(file, length);
    }
  });

  test('accepting a completion in a call cut off in the middle of a text adds no mistake', () => {
    const start = DOCUMENT.indexOf('table = ');
    const end = DOCUMENT.indexOf('features = ');
    for (let cut = start; cut < end; cut++)
      visit(read(DOCUMENT.slice(0, cut) + DOCUMENT.slice(end - 1)), cut);
  });

  test('after accepting a completion, the call around it is still recognised', () => {
    const text = DOCUMENT.replace('num_outputs=2, ', '');
    const offset = text.indexOf('config=self');
    const file = read(text);
    for (const completion of completePython(file, offset)) {
      const after = read(accept(text, completion, 'replace'));
      assert.equal(after.calls.length, file.calls.length, completion.label);
    }
  });
});

suite('completion, signature and hover by any import', () => {
  const imports: readonly [head: string, expression: string][] = [
    ['import tensorflow as tf', 'tf.tpu.experimental.embedding'],
    ['import tensorflow', 'tensorflow.tpu.experimental.embedding'],
    ['import tensorflow.compat.v1 as tf', 'tf.tpu.experimental.embedding'],
    ['import tensorflow.compat.v2 as tf', 'tf.tpu.experimental.embedding'],
    ['import tensorflow as tf', 'tf.compat.v2.tpu.experimental.embedding'],
    ['from tensorflow import tpu', 'tpu.experimental.embedding'],
    ['from tensorflow.tpu import experimental', 'experimental.embedding'],
    ['from tensorflow.tpu.experimental import embedding as x', 'x'],
    ['import tensorflow.tpu.experimental.embedding as x', 'x'],
    ['import tensorflow as tf\nx = tf.tpu.experimental.embedding', 'x'],
    ['import tensorflow as tf\nt = tf.tpu.experimental\nx = t', 'x.embedding'],
    ['from tensorflow.python.tpu import tpu_embedding_v2_utils', 'tpu_embedding_v2_utils'],
    ['from tensorflow.python.tpu import tpu_embedding_v2_utils as utils', 'utils'],
    ['import tensorflow.python.tpu.tpu_embedding_v2_utils as utils', 'utils'],
    [
      'try:\n  import tensorflow.compat.v2 as tf\nexcept ImportError:\n  import tensorflow as tf',
      'tf.tpu.experimental.embedding',
    ],
  ];
  for (const [head, expression] of imports) {
    test(`${head.replaceAll('\n', '; ')}: ${expression}`, () => {
      const named = `${head}\ndef f():\n  y = ${expression}.`;
      assert.ok(completePython(read(named), named.length).some(({ label }) => label === 'TableConfig'));
      const called = `${named}TableConfig(`;
      assert.match(signaturePython(read(called), called.length)!.label, /^TableConfig\(vocabulary_size/);
      assert.match(hoverPython(read(called), called.length - 3)!.markdown, /TableConfig/);
      const given = `${called}10, 8, combiner=`;
      assert.ok(completePython(read(given), given.length).some(({ label }) => label === "'sum'"));
    });
  }
});
