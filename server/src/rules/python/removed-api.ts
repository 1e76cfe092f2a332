import { displayName, type Entry, findEntry, libraryOf, lifetimeOf } from '../../catalogue';
import { lastPart, parentPath } from '../../catalogue/names';
import type { Release } from '../../catalogue/releases';
import { caughtFrom } from '../../dataflow/calls/evaluation';
import { argumentOf, type PythonFile } from '../../dataflow/calls/python-file';
import { ATTRIBUTE_ERROR, IMPORT_ERROR } from '../../python/exceptions';
import { resolve } from '../../python/names';
import type * as python from '../../python/tree';
import type { CallReport, CallRule, TextFix } from './call-rule';
import { replaceNode } from './support/edits';
import { ANY_QUESTION, isGuarded } from './support/guarded';
import { removalOf } from './support/lifetime-words';
import { isCandidate, referencesThat } from './support/references';

export const removedApi: CallRule = {
  code: 'removed-api',
  severity: 'error',
  summary: 'The name was removed, or its module has moved.',
  details:
    'Such as the `*Parameters` classes of `tf.compat.v1.tpu.experimental`, the module ' +
    '`tensorflow.python.tpu.tpu_embedding` and `tf.estimator`, which TensorFlow 2.16 removed, `tf.contrib`, and the ' +
    'ops for debugging gradient accumulation. Using them raises `AttributeError` or `ImportError`. The classes of ' +
    '`tf.tpu.experimental.embedding` replace the old ones. An error if the program is known to run on a TensorFlow ' +
    "without the name (setting `tpuEmbedding.tensorflowVersion`), a warning if that is not known. If the program's " +
    'TensorFlow has the name, nothing is reported. Always an error are modules of jax-tpu-embedding that moved before its ' +
    'first release: `lib.flax.embed` is `lib.flax.linen.embed`.',
  messages: {
    "module 'tensorflow.compat.v1.tpu.experimental' has no attribute '{name}'":
      '`{name}` was removed: the parameter classes of the old embedding API went away with TensorFlow 2.16. Use those of `tf.tpu.experimental.embedding`.',
    "module 'tensorflow._api.{path}' has no attribute '{name:ended}'":
      '`{name}` was removed from TensorFlow. The classes of `tf.tpu.experimental.embedding` replace the parameter classes of the old embedding API, which went away with 2.16.',
    "module 'tensorflow._api.v2.compat.v1.tpu.experimental' has no attribute '{name}'":
      '`{name}` was removed: the parameter classes of the old embedding API went away with TensorFlow 2.16. Use those of `tf.tpu.experimental.embedding`.',
    "module 'tensorflow' has no attribute 'contrib'": '`tf.contrib` went away with TensorFlow 2.',
    "No module named 'tensorflow.contrib": '`tf.contrib` went away with TensorFlow 2.',
    "module 'tensorflow' has no attribute 'estimator'": '`tf.estimator` was removed from TensorFlow 2.16.',
    "No module named 'tensorflow_estimator": '`tf.estimator` was removed from TensorFlow 2.16.',
    "No module named 'tensorflow.python.tpu.tpu_embedding'":
      'The old embedding API `tpu_embedding.py` was removed from TensorFlow 2.16. Use `tf.tpu.experimental.embedding`.',
    "cannot import name 'tpu_embedding' from 'tensorflow.python.tpu'":
      'The old embedding API `tpu_embedding.py` was removed from TensorFlow 2.16. Use `tf.tpu.experimental.embedding`.',
    "module 'tensorflow' has no attribute '{name:ended}'": '`tf.{name}` was removed from TensorFlow.',
    "No module named 'jax_tpu_embedding.embedding'":
      'The module has moved: `embedding` is in `jax_tpu_embedding.sparsecore.lib.nn`.',
    "No module named 'jax_tpu_embedding.sparsecore.lib.flax.embed":
      'The module has moved to `jax_tpu_embedding.sparsecore.lib.flax.linen`, or `.nnx`.',
    "cannot import name 'embed' from 'jax_tpu_embedding.sparsecore.lib.flax'":
      '`embed` has moved to `jax_tpu_embedding.sparsecore.lib.flax.linen`, or `.nnx`.',
    "cannot import name 'embed_optimizer' from 'jax_tpu_embedding.sparsecore.lib.flax'":
      '`embed_optimizer` has moved to `jax_tpu_embedding.sparsecore.lib.flax.linen`, or `.nnx`.',
  },
  bad: `import tensorflow as tf

tf.compat.v1.tpu.experimental.AdagradParameters(learning_rate=0.1)`,
  good: `import tensorflow as tf

tf.tpu.experimental.embedding.Adagrad(learning_rate=0.1)`,
  checkFile(file, report) {
    for (const { entry, name, path, start, end, node } of endedReferences(file)) {
      const lifetime = lifetimeOf(`${path}.${name}`, entry)!;
      const isOfModule = !entry || entry.kind === 'module';
      const what = isOfModule ? displayName(lifetime.name) : name;
      const verdict = removalOf(`\`${what}\``, lifetime, file);
      if (!verdict || isGuarded(file, node, name, ANY_QUESTION)) continue;
      if (isOfModule && isMissingCaught(file.tree, node)) continue;
      const to = entry?.removed?.to === undefined ? undefined : findEntry(entry.removed.to);
      report({
        start,
        end,
        severity: verdict.severity,
        message: to ? `${verdict.message} Use \`${displayName(to.id)}\`.` : verdict.message,
        tag: 'deprecated',
        fixes: () => (entry && to ? migrations(file, entry, to, start) : []),
      });
    }
    checkMoved(file, report);
  },
};

const movedReferences = referencesThat(
  ({ entry, path, node }) =>
    node.kind === 'import' && (entry?.movedTo ?? findEntry(path)?.movedTo) !== undefined,
);

/** Imports of modules that have moved, or from them. */
function checkMoved(file: PythonFile, report: CallReport): void {
  const seen = new Set<python.Node>();
  for (const { entry, path, name, node, start, end } of movedReferences(file)) {
    if (node.kind !== 'import' || isMissingCaught(file.tree, node) || isFallback(node)) continue;
    // Of `from moved import a, b`, the module is reported once.
    const isFromMoved = entry?.movedTo === undefined;
    if (isFromMoved && seen.has(node)) continue;
    seen.add(node);
    const to = entry?.movedTo ?? findEntry(path)!.movedTo!;
    report({
      ...(isFromMoved ? { start: node.fromStart, end: node.fromEnd } : { start, end }),
      message: `\`${isFromMoved ? lastPart(path) : name}\` has moved to \`${parentPath(to)}\`; this path raises \`ImportError\`.`,
      tag: 'deprecated',
      fixes: () => movedImport(node, to, isFromMoved),
    });
  }
}

/** Whether a node runs only after something else has failed. */
function isFallback(node: python.Node): boolean {
  for (let at = node.parent; at; at = at.parent)
    if (at.kind === 'block' && at.keyword === 'except') return true;
  return false;
}

/** The import from where the module is now, if all its names have moved together and no code uses the whole path. */
function movedImport(node: python.Import, to: string, isFromMoved: boolean): TextFix[] {
  const [only] = node.names;
  const isPlain = node.from === undefined;
  if (isPlain && (node.names.length > 1 || only?.alias === undefined)) return [];
  const targets = node.names.map(({ name }) => findEntry(`${node.from}.${name}`)?.movedTo);
  if (!isPlain && !isFromMoved && targets.some((target) => !target || parentPath(target) !== parentPath(to)))
    return [];
  const { start, end } = isPlain
    ? { start: only!.start, end: only!.nameEnd }
    : { start: node.fromStart, end: node.fromEnd };
  const newText = isPlain || isFromMoved ? to : parentPath(to);
  return [{ title: 'Import it from where it is now', changes: [{ start, end, newText }], preferred: true }];
}

const endedReferences = referencesThat(({ entry, path, name, node }) => {
  const lifetime = libraryOf(path) && lifetimeOf(`${path}.${name}`, entry);
  return lifetime?.goneIn !== undefined && !isWithin(node, path, lifetime.goneIn);
});

/** Whether an earlier part of the name is reported: in `tf.estimator.ModeKeys.TRAIN`, only `estimator` is. */
function isWithin(node: python.Node, path: string, goneIn: Release): boolean {
  let name = path;
  let at = node.kind === 'attribute' ? node.object : undefined;
  for (; at?.kind === 'attribute'; at = at.object, name = parentPath(name))
    if (isCandidate(at) && lifetimeOf(name)?.goneIn === goneIn) return true;
  return false;
}

const isMissingCaught = (tree: python.Tree, node: python.Node) =>
  (caughtFrom(tree, node) & (node.kind === 'import' ? IMPORT_ERROR : ATTRIBUTE_ERROR)) !== 0;

/** The call with its arguments under their new names, if each keeps its value. */
function migrations(file: PythonFile, entry: Entry, to: Entry, at: number): TextFix[] {
  const call = file.calls.find(
    ({ node, entry: called }) => called === entry && node.callee.start <= at && at < node.callee.end,
  );
  const root = call && tensorflowName(file, call.node.callee);
  if (!call || root === undefined || call.binding.open) return [];
  const migration = entry.removed!;
  const parts: string[] = [];
  for (const { from, to: name } of migration.arguments) {
    const values = from.map((parameter) => sourceOf(file, argumentOf(call, parameter)));
    const isGiven = values.some((value) => value !== undefined && (values.length === 1 || value !== 'None'));
    if (name === undefined || !isGiven) continue;
    const [only] = values;
    parts.push(
      `${name}=${values.length === 1 ? only : `(${values.map((value) => value ?? 'None').join(', ')})`}`,
    );
  }
  for (const { name, value, unless } of migration.additions)
    if (!unless.some((parameter) => call.binding.arguments.has(parameter))) parts.push(`${name}=${value}`);
  return [
    {
      title: `Use ${to.name} of tf.tpu.experimental.embedding`,
      changes: [replaceNode(call.node, `${root}.tpu.experimental.embedding.${to.name}(${parts.join(', ')})`)],
    },
  ];
}

/** An argument's source, in a form that can follow `name=`. */
function sourceOf({ text }: PythonFile, value: python.Expression | undefined): string | undefined {
  if (!value) return undefined;
  const source = text.slice(value.start, value.end);
  const isBare = value.kind === 'walrus' || (value.kind === 'comprehension' && !/^[[({]/.test(source));
  return isBare ? `(${source})` : source;
}

const TENSORFLOW = /^tensorflow(?:\.compat\.v[12])?$/;

/** The file's name for TensorFlow, usually `tf`: the one in the call, or else in an import. */
function tensorflowName({ tree }: PythonFile, callee: python.Expression): string | undefined {
  let root = callee;
  while (root.kind === 'attribute') root = root.object;
  if (root.kind === 'name' && TENSORFLOW.test(resolve(tree, root) ?? '')) return root.name;
  for (const statement of tree.module.body) {
    if (statement.kind !== 'import' || statement.from !== undefined) continue;
    for (const { name, alias } of statement.names) if (TENSORFLOW.test(name)) return alias ?? 'tensorflow';
  }
  return undefined;
}
