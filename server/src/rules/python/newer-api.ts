import type { Range } from '../../basics/range';
import { type Entry, type Lifetime, libraryOf, lifetimeOf, parameterLifetime } from '../../catalogue';
import { messageAttributes } from '../../dataflow/calls/attributes';
import { evaluationOf } from '../../dataflow/calls/evaluation';
import { methodCalls } from '../../dataflow/calls/methods';
import type { PythonFile } from '../../dataflow/calls/python-file';
import { partsOfLookup } from '../../python/lookups';
import type { Attribute, Call, Node } from '../../python/tree';
import type { CallRule } from './call-rule';
import { callName } from './support/binding';
import { ANY_QUESTION, isGuarded } from './support/guarded';
import { arrivalOf } from './support/lifetime-words';
import { referencesThat } from './support/references';

export const newerApi: CallRule = {
  code: 'newer-api',
  severity: 'error',
  summary:
    "The program's release of TensorFlow, or of another library, does not have this name, argument or attribute yet.",
  details:
    'Using it raises `ImportError`, `AttributeError` or `TypeError`. The version of the library is read from ' +
    'the requirements, lock files and virtual environments around the program, or from the settings ' +
    '`tpuEmbedding.tensorflowVersion` and `tpuEmbedding.libraryVersions`. If it is unknown, the rule reports nothing. For some names only two releases ' +
    'are known, one without them and a later one with them. For versions between those two, the rule gives a hint.',
  runsOn: { bad: '2.10', good: '2.11' },
  messages: {
    "module 'tensorflow._api.{path}' has no attribute '{name:known}'":
      'The installed TensorFlow does not have `{name}`: another release does.',
    "cannot import name '{name:known}' from 'tensorflow.":
      'The installed TensorFlow does not have `{name}`: another release does.',
    "cannot import name '{name:known}' from 'keras_rs":
      'The installed keras-rs does not have `{name}`: another release does.',
    "cannot import name '{name:known}' from 'jax_tpu_embedding":
      'The installed jax-tpu-embedding does not have `{name}`: another release does.',
  },
  bad: `import tensorflow as tf

tf.tpu.experimental.embedding.QuantizationConfig(num_buckets=256, lower=-1.0, upper=1.0)`,
  good: `import tensorflow as tf

tf.tpu.experimental.embedding.QuantizationConfig(num_buckets=256, lower=-1.0, upper=1.0)`,
  checkFile(file, report) {
    if (Object.keys(file.environment).length === 0) return;
    for (const { what, name, lifetime, node, start, end } of usesIn(file)) {
      const verdict = lifetime && arrivalOf(what, lifetime, file);
      if (verdict && !isGuarded(file, node, name, ANY_QUESTION)) report({ start, end, ...verdict });
    }
  },
};

const laterReferences = referencesThat(
  ({ entry, path, name }) =>
    libraryOf(path) !== undefined && lifetimeOf(`${path}.${name}`, entry)?.notIn !== undefined,
);

/** Something that a program uses, and the releases that have it where they are known. */
interface Use extends Range {
  readonly name: string;
  /** The name as messages say it. */
  readonly what: string;
  readonly lifetime: Lifetime | undefined;
  readonly node: Node;
}

function* usesIn(file: PythonFile): Generator<Use> {
  for (const { entry, name, path, start, end, node } of laterReferences(file))
    yield { name, what: `\`${name}\``, lifetime: lifetimeOf(`${path}.${name}`, entry), node, start, end };
  for (const call of [...file.calls, ...methodCalls(file)])
    for (const { name, start, nameEnd: end } of call.arguments)
      if (name !== undefined) {
        const lifetime = parameterLifetime(call.entry, name);
        yield { name, what: `\`${name}\` of \`${callName(call)}\``, lifetime, node: call.node, start, end };
      }
  for (const { lookups } of evaluationOf(file.tree).observations)
    for (const [node, { entry, name }] of lookups)
      yield useOf(node, name, entry, attributeLifetime(entry, name));
  for (const { node, entry } of messageAttributes(file))
    yield useOf(node, node.name, entry, parameterLifetime(entry, node.name));
}

const useOf = (node: Attribute | Call, name: string, owner: Entry, lifetime: Lifetime | undefined): Use => ({
  name,
  what: `\`${name}\` of \`${owner.name}\``,
  lifetime,
  node,
  ...partsOfLookup(node).place,
});

/** The lifetime of an attribute: a method has its own, and a stored argument that of the argument. */
function attributeLifetime(owner: Entry, name: string) {
  const own = lifetimeOf(`${owner.id}.${name}`);
  return own?.name === `${owner.id}.${name}` ? own : parameterLifetime(owner, name);
}
