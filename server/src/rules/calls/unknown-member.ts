import { displayName, members } from '../../api';
import { nearest } from '../../nearest';
import type * as python from '../../python/tree';
import { isExpectedToFail } from '../../python/values';
import type { CallRule } from './call-rule';
import { isGuarded } from './guarded';
import { references } from './references';

export const unknownMember: CallRule = {
  code: 'unknown-member',
  group: 'calls',
  severity: 'error',
  language: 'python',
  summary: 'There is no op or class of this name.',
  details:
    'Using it raises `AttributeError`. All members of `tf.tpu.experimental.embedding` are known, and of `tf.raw_ops` those ' +
    'about TPU embedding. Code that asks for `hasattr` or the version first, or catches `AttributeError`, is left alone.',
  bad: `import tensorflow as tf

tf.tpu.experimental.embedding.Adagard(0.1)`,
  good: `import tensorflow as tf

tf.tpu.experimental.embedding.Adagrad(0.1)`,
  checkFile(file, report) {
    for (const { entry, name, path, start, end, node } of references(file)) {
      if (entry || name.startsWith('_') || !COMPLETE.test(path)) continue;
      if (path.endsWith('.raw_ops') && !FAMILY.test(name)) continue;
      if (isProbed(file.text, node.start) || isExpectedToFail(file.tree, node)) continue;
      if (isGuarded(file, node, name)) continue;
      const names = [...members(path)].filter(([, member]) => !member.removed).map(([member]) => member);
      if (isBeginning(node) && names.some((member) => member.startsWith(name))) continue;
      const meant = nearest(name, names);
      report({
        start,
        end,
        message: `\`${displayName(path)}\` has no \`${name}\`.${meant === undefined ? '' : ` Did you mean \`${meant}\`?`}`,
        fixes: () =>
          meant === undefined
            ? []
            : [
                {
                  title: `Replace with ${meant}`,
                  changes: [{ start, end, newText: meant }],
                  preferred: true,
                },
              ],
      });
    }
  },
};

/** Modules whose members are all in the catalogue, or all of one family. */
const COMPLETE = /^tensorflow(?:\.compat\.v[12])*\.(?:tpu\.experimental\.embedding|raw_ops)$/;
const FAMILY = /TPUEmbedding|TPUEmbeding/;

/** Inside of `hasattr` and the like it may be missing. */
const isProbed = (text: string, start: number) =>
  /(?:hasattr|getattr)\(\s*$/.test(text.slice(Math.max(0, start - 20), start));

/** Whether the name may go on: it is neither called nor looked into. */
const isBeginning = (node: python.Attribute | python.Import) =>
  node.kind === 'attribute' && node.parent?.kind !== 'call' && node.parent?.kind !== 'attribute';
