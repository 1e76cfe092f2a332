import { rangeOf } from '../../basics/range';
import { argumentValue } from '../../dataflow/calls/argument-values';
import { numberOf } from '../../dataflow/calls/known-values';
import { type ApiCall, argumentOf, type PythonFile } from '../../dataflow/calls/python-file';
import type { Inferred } from '../../dataflow/calls/types';
import type { CallRule, TextFix } from './call-rule';
import { calleeRange, callName, isAllWritten, isSketch } from './support/binding';
import { appendArguments, removeArgument } from './support/edits';
import { meantName } from './unknown-argument';

export const tableSelection: CallRule = {
  code: 'table-selection',
  severity: 'error',
  summary: 'A load or retrieve op gets both or neither of `table_id` and `table_name`.',
  details:
    'Exactly one of the two chooses the table. A negative `table_id` and an empty `table_name` count as not given, and so ' +
    'does `None`. TensorFlow raises `ValueError` when the op is built.',
  messages: {
    'exactly one of table_id or table_name must be non-default':
      'A load or retrieve op gets both `table_id` and `table_name`, or neither of them. A negative id and an empty name count as not given.',
    'Neither table_id nor table_name attribute specified in node':
      'A load or retrieve op says neither by `table_id` nor by `table_name` which table it is for.',
    'Both table_id and table_name attributes specified in node':
      'A load or retrieve op gets both `table_id` and `table_name`.',
  },
  bad: `import tensorflow as tf

tf.raw_ops.RetrieveTPUEmbeddingAdagradParameters(num_shards=2, shard_id=0)`,
  good: `import tensorflow as tf

tf.raw_ops.RetrieveTPUEmbeddingAdagradParameters(num_shards=2, shard_id=0, table_id=0)`,
  checkCall(call, file, report) {
    const { text } = file;
    if (call.entry.op?.algorithm === undefined) return;
    if (call.binding.problems.some(({ kind }) => kind === 'keyword-only')) return;
    const byId = choosesById(argumentValue(call, 'table_id'));
    const byName = choosesByName(argumentValue(call, 'table_name'));
    if (byId === undefined || byName === undefined || byId !== byName) return;
    const names = call.node.arguments.filter(({ name }) => name === 'table_id' || name === 'table_name');
    if (byId) {
      const name = argumentOf(call, 'table_name')!;
      report({
        ...rangeOf(name),
        message: 'Both `table_id` and `table_name` choose the table. Give one of them.',
        fixes: () =>
          names.map((argument) => ({
            title: `Remove ${argument.name}`,
            changes: [removeArgument(text, call.node, argument)],
          })),
      });
      return;
    }
    if (!call.node.complete || isSketch(call.node) || choosesByWrongName(call, file)) return;
    const [argument] = names;
    const place = argument ? rangeOf(argument.value) : calleeRange(call);
    report({
      ...place,
      message: `\`${callName(call)}\` does not know its table. Give \`table_id\`, from 0, or \`table_name\`.`,
      fixes: () => (argument || !isAllWritten(call) ? [] : [addition(call)]),
    });
  },
};

/** Whether an argument with a misspelled name is meant to choose the table. Another rule reports the name. */
const choosesByWrongName = (call: ApiCall, file: PythonFile): boolean =>
  call.binding.problems.some(
    (problem) =>
      problem.kind === 'unknown' && /^table_(?:id|name)$/.test(meantName(call, problem, file) ?? ''),
  );

function addition({ node }: ApiCall): TextFix {
  const changes = appendArguments(node, [`table_id=\${1:0}`]);
  return { title: 'Add table_id', changes, preferred: true, isSnippet: true };
}

function choosesById(value: Inferred): boolean | undefined {
  if (value.kind === 'none') return false;
  const id = numberOf(value);
  return id === undefined ? undefined : Math.trunc(id) >= 0;
}

function choosesByName(value: Inferred): boolean | undefined {
  if (value.kind === 'none') return false;
  if (value.kind !== 'str' && value.kind !== 'bytes') return undefined;
  return value.value === undefined ? undefined : value.value !== '';
}
