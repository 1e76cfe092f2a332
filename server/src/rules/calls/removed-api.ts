import { displayName, type Entry, findEntry, members } from '../../api';
import type { PythonFile } from '../../calls/python-file';
import type { CallFix, CallRule } from './call-rule';
import { isGuarded } from './guarded';
import { references } from './references';

export const removedApi: CallRule = {
  code: 'removed-api',
  group: 'calls',
  severity: 'error',
  language: 'python',
  summary: 'A class of TensorFlow 1 that TensorFlow does not have any more.',
  details:
    'TensorFlow 2.21 has neither the `*Parameters` classes of `tf.compat.v1.tpu.experimental` nor the module ' +
    '`tensorflow.python.tpu.tpu_embedding`: using them raises `AttributeError` or `ImportError`. The classes of ' +
    '`tf.tpu.experimental.embedding` do what they did. What TensorFlow never exported is a warning, as code that uses it ' +
    'belongs to one release.',
  bad: `import tensorflow as tf

tf.compat.v1.tpu.experimental.AdagradParameters(learning_rate=0.1)`,
  good: `import tensorflow as tf

tf.tpu.experimental.embedding.Adagrad(learning_rate=0.1)`,
  checkFile(file, report) {
    for (const { entry, name, path, start, end, node } of references(file)) {
      const removed = entry?.removed;
      if (!removed || isGuarded(file, node, name)) continue;
      const to = removed.migration.to === undefined ? undefined : findEntry(removed.migration.to);
      const instead = to ? ` Use \`${displayName(to.id)}\`.` : '';
      report({
        start,
        end,
        severity: path.startsWith('tensorflow.python.') ? 'warning' : 'error',
        message: `TensorFlow has no \`${name}\` any more: it was last seen in ${removed.last} and is gone from ${removed.gone}.${instead}`,
        tag: 'deprecated',
        fixes: () => (to ? migrations(file, entry, to, start) : []),
      });
    }
  },
};

/** The call with its arguments under their new names, where each goes over as it is. */
function migrations(file: PythonFile, entry: Entry, to: Entry, at: number): CallFix[] {
  const call = file.calls.find(
    ({ node, entry: called }) => called === entry && node.callee.start <= at && at < node.callee.end,
  );
  const { migration } = entry.removed!;
  const root = call && rootOf(file, call.node.callee.start);
  if (!call || root === undefined || call.binding.open || !members('tensorflow').size) return [];
  const parts: string[] = [];
  const given = new Set(call.binding.arguments.keys());
  for (const { from, to: name } of migration.arguments) {
    const values = from.map((parameter) => {
      const argument = call.binding.arguments.get(parameter);
      const value = argument && call.node.arguments[argument.index]!.value;
      return value && file.text.slice(value.start, value.end);
    });
    if (name === undefined || values.every((value) => value === undefined)) continue;
    parts.push(
      `${name}=${values.length === 1 ? values[0] : `(${values.map((value) => value ?? 'None').join(', ')})`}`,
    );
  }
  for (const { name, value, unless } of migration.additions) {
    if (!unless.some((parameter) => given.has(parameter))) parts.push(`${name}=${value}`);
  }
  return [
    {
      title: `Use ${to.name} of tf.tpu.experimental.embedding`,
      changes: [
        {
          start: call.node.start,
          end: call.node.end,
          newText: `${root}.tpu.experimental.embedding.${to.name}(${parts.join(', ')})`,
        },
      ],
    },
  ];
}

/** The name by which a call reaches TensorFlow, `tf` as a rule. */
function rootOf({ text }: PythonFile, start: number): string | undefined {
  return /^\w+(?=\.)/.exec(text.slice(start, start + 80))?.[0];
}
