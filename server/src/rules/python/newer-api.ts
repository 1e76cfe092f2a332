import { type Entry, lifetimeOf, parameterLifetime } from '../../catalogue';
import { messageAttributes } from '../../dataflow/attributes';
import { evaluationOf } from '../../dataflow/evaluation';
import { methodCalls } from '../../dataflow/methods';
import type { ApiCall, PythonFile } from '../../dataflow/python-file';
import type { CallReport, CallRule } from './call-rule';
import { callName } from './support/binding';
import { isGuarded } from './support/guarded';
import { arrivalOf } from './support/lifetime-words';
import { referencesThat } from './support/references';

export const newerApi: CallRule = {
  code: 'newer-api',
  severity: 'error',
  language: 'python',
  summary: 'A name, argument or attribute that the TensorFlow of the program does not have yet.',
  details:
    'Using it raises `ImportError`, `AttributeError` or `TypeError`. Which TensorFlow a program runs on is found in ' +
    'the requirements, lock files and virtual environments around it, or said by the setting ' +
    '`tpuEmbedding.tensorflowVersion`; where nothing says so, the rule is silent. For some names only two releases ' +
    'are known, one without them and a later one with them: between those the rule is a hint.',
  runsOn: { bad: '2.10', good: '2.11' },
  bad: `import tensorflow as tf

tf.tpu.experimental.embedding.QuantizationConfig(num_buckets=256, lower=-1.0, upper=1.0)`,
  good: `import tensorflow as tf

tf.tpu.experimental.embedding.QuantizationConfig(num_buckets=256, lower=-1.0, upper=1.0)`,
  checkFile(file, report) {
    if (!file.tensorflow) return;
    for (const { entry, name, path, start, end, node } of laterReferences(file)) {
      const verdict = arrivalOf(`\`${name}\``, lifetimeOf(`${path}.${name}`, entry)!, file);
      if (verdict && !isGuarded(file, node, name, true)) report({ start, end, ...verdict });
    }
    for (const call of [...file.calls, ...methodCalls(file)]) checkArguments(call, file, report);
    checkAttributes(file, report);
    checkFields(file, report);
  },
};

const laterReferences = referencesThat(
  ({ entry, path, name }) =>
    path.startsWith('tensorflow') && lifetimeOf(`${path}.${name}`, entry)?.notIn !== undefined,
);

function checkArguments(call: ApiCall, file: PythonFile, report: CallReport): void {
  for (const { start, nameEnd, name } of call.arguments) {
    const lifetime = name === undefined ? undefined : parameterLifetime(call.entry, name);
    const verdict = lifetime && arrivalOf(`\`${name}\` of \`${callName(call)}\``, lifetime, file);
    if (verdict && !isGuarded(file, call.node, name!, true)) report({ start, end: nameEnd, ...verdict });
  }
}

/** What is looked up on objects of the embedding classes: methods, and arguments that they keep. */
function checkAttributes(file: PythonFile, report: CallReport): void {
  for (const { lookups } of evaluationOf(file.tree).sights)
    for (const [node, owner] of lookups) {
      const lifetime = attributeLifetime(owner, node.name);
      const verdict = lifetime && arrivalOf(`\`${node.name}\` of \`${owner.name}\``, lifetime, file);
      if (verdict && !isGuarded(file, node, node.name, true))
        report({ start: node.nameStart, end: node.end, ...verdict });
    }
}

/** The fields of messages. */
function checkFields(file: PythonFile, report: CallReport): void {
  for (const { node, entry } of messageAttributes(file)) {
    const lifetime = parameterLifetime(entry, node.name);
    const verdict = lifetime && arrivalOf(`\`${node.name}\` of \`${entry.name}\``, lifetime, file);
    if (verdict && !isGuarded(file, node, node.name, true))
      report({ start: node.nameStart, end: node.end, ...verdict });
  }
}

function attributeLifetime(owner: Entry, name: string) {
  const own = lifetimeOf(`${owner.id}.${name}`);
  return own?.name === `${owner.id}.${name}` ? own : parameterLifetime(owner, name);
}
