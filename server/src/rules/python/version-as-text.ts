import { rangeOf } from '../../basics/range';
import { LIBRARIES } from '../../catalogue';
import { isBefore, type Release, type Releases } from '../../catalogue/releases';
import type { PythonFile } from '../../dataflow/calls/python-file';
import { isVersion } from '../../dataflow/libraries/releases';
import { resolve, writtenFor } from '../../python/names';
import { stringValue } from '../../python/strings';
import { cachedBySection, type Expression, type Operation, type Tree } from '../../python/tree';
import type { CallRule, TextFix } from './call-rule';
import { replaceNode } from './support/edits';

export const versionAsText: CallRule = {
  code: 'version-as-text',
  severity: 'warning',
  summary: 'Versions are compared as text.',
  details:
    'Text is compared character by character, so that 2.21 comes before 2.4. The rule reports a comparison with ' +
    '`tf.__version__` or `tf.version.VERSION` that some release of TensorFlow 2 gets wrong; `tf.__version__ >= "2"` is ' +
    'right for all of them. The rules about names and arguments judge the branch that Python takes.',
  bad: `import tensorflow as tf

embedding = tf.tpu.experimental.embedding
if tf.__version__ >= '2.4':
    layer = embedding.TPUEmbedding(features, embedding.SGD(0.1))`,
  good: `import tensorflow as tf

embedding = tf.tpu.experimental.embedding
if tuple(int(part) for part in tf.__version__.split('.')[:2]) >= (2, 4):
    layer = embedding.TPUEmbedding(features, embedding.SGD(0.1))`,
  checkFile(file, report) {
    const { tree, text } = file;
    for (const node of tree.sections.flatMap(comparedIn)) {
      const comparison = node.parent;
      if (comparison?.kind !== 'compare' || !isVersion(resolve(tree, node) ?? '')) continue;
      const other = comparison.operands.find((operand) => operand !== node);
      const isOrdering = comparison.operators.length === 1 && ORDERINGS.has(comparison.operators[0]!);
      const version = isOrdering && other ? versionIn(tree, other) : undefined;
      const wrong = version && releasesOf(file).findLast((release) => isMisjudged(release, version));
      if (!other || !version || !wrong) continue;
      const [first, second] = wrong < version ? [wrong, version] : [version, wrong];
      report({
        ...rangeOf(comparison),
        message: `Versions are compared as text here, in which ${first} comes before ${second}. Compare their numbers.`,
        fixes: () => asNumbers(text, comparison, node, version),
      });
    }
  },
};

const ORDERINGS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

function versionIn(tree: Tree, node: Expression): string | undefined {
  const written = writtenFor(tree, node);
  const text = written.kind === 'string' ? stringValue(tree.text, written) : undefined;
  return /^\d{1,4}(?:\.\d{1,4}){0,3}$/.test(text ?? '') ? text : undefined;
}

/** A requirement may name any number; later releases are not asked about. */
const MOST_MINOR = 99;

/** The releases of TensorFlow 2 that a program may run on. */
function releasesOf({ environment }: PythonFile): readonly Release[] {
  const { least, most }: Releases = environment.tensorflow ?? {};
  const newest = most ?? LIBRARIES.tensorflow.release!;
  const [, minor] = newest.split('.').map(Number);
  return Array.from({ length: Math.min(minor!, MOST_MINOR) + 1 }, (_, i) => `2.${i}`).filter(
    (release) => !(least && isBefore(release, least)),
  );
}

/** Whether a release is before a version by its numbers, and behind it as text, or the other way round. */
function isMisjudged(release: Release, version: string): boolean {
  const minor = version.split('.').slice(0, 2).join('.');
  return release !== minor && isBefore(release, minor) !== `${release}.0` < version;
}

/** Compares two numbers in place of the text, where that means the same. */
function asNumbers(
  text: string,
  comparison: Operation,
  node: Expression,
  version: string,
): readonly TextFix[] {
  const [, major, minor] = /^(\d+)\.(\d+)(?:\.0)*$/.exec(version) ?? [];
  const [operator] = comparison.operators;
  const isFirst = comparison.operands[0] === node;
  if (minor === undefined || (operator !== (isFirst ? '>=' : '<=') && operator !== (isFirst ? '<' : '>')))
    return [];
  const numbers = `tuple(int(part) for part in ${text.slice(node.start, node.end)}.split('.')[:2])`;
  const operands = [numbers, `(${major}, ${minor})`];
  return [
    {
      title: 'Compare numbers',
      changes: [replaceNode(comparison, (isFirst ? operands : operands.reverse()).join(` ${operator} `))],
      preferred: true,
    },
  ];
}

/** The names and attributes of a section that are compared. */
const comparedIn = cachedBySection(({ nodes }) =>
  [...nodes.attribute, ...nodes.name].filter(({ parent }) => parent?.kind === 'compare'),
);
