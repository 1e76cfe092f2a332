import { bindArguments, findEntry } from '../catalogue';
import type { Call } from '../python/tree';
import { argumentsGiven, asArgument, type GivenArgument } from './arguments';
import type { Given, Library, Value } from './evaluator';
import { arrayOf, type Inferred, tensorOf } from './types';
import { TypesOfValues } from './types-of-values';

/** Libraries whose functions leave what they are given as it is. */
const READING = /^(?:absl|builtins|copy|itertools|json|logging|math|numpy|pprint|tensorflow\w*|keras\w*)\./;

/** What the catalogue says of TensorFlow, protobuf and NumPy. */
export const tensorflowLibrary: Library = {
  reference: () => undefined,
  call(name, given, node) {
    if (TEXT_READERS.has(name)) return messageRead(name, given, node);
    const facts = factsOf(name, given, node);
    return facts && { kind: 'made', by: name, given, facts, node };
  },
  isReading: (name) => READING.test(name),
  attribute: () => undefined,
  method(object, name, _given, node) {
    if (object.kind !== 'made' || object.facts?.kind !== 'instance') return undefined;
    if (object.facts.entry.message !== undefined && SERIALIZERS.has(name))
      return { kind: 'bytes', value: undefined, node };
    return undefined;
  },
};

const SERIALIZERS: ReadonlySet<string> = new Set(['SerializeToString', 'SerializePartialToString']);

/** They read a text into a message, and give that message. */
const TEXT_READERS: ReadonlySet<string> = new Set([
  'google.protobuf.text_format.Parse',
  'google.protobuf.text_format.Merge',
]);

function messageRead(name: string, given: Given, node: Call): Value | undefined {
  const entry = findEntry(name);
  const written = argumentsGiven(node, given);
  const at =
    entry &&
    bindArguments(
      entry,
      written.map(({ argument }, i) => asArgument(argument, i)),
    ).arguments.get('message');
  return at && written[at.index]?.value;
}

/** What a call of something in the catalogue gives, in TensorFlow's terms. */
function factsOf(name: string, given: Given, node: Call): Inferred | undefined {
  if (name === 'google.protobuf.text_format.MessageToString')
    return { kind: 'str', value: undefined, text: true };
  const entry = findEntry(name);
  const isArray = name.startsWith('numpy.');
  if (isArray || entry?.makes) {
    const written = argumentsGiven(node, given);
    const all = written.map(({ argument }) => argument);
    const { typeOf } = typesOf(written);
    if (isArray || !entry) return arrayOf(typeOf, all, name);
    const { arguments: bound, open } = bindArguments(entry, all.map(asArgument));
    const argument = (parameter: string) => {
      const at = bound.get(parameter);
      return at && all[at.index]?.value;
    };
    const positional = all.filter(({ kind }) => kind === 'positional').map(({ value }) => value);
    return tensorOf(typeOf, entry, argument, positional, open || given.isOpen);
  }
  if (!entry) return undefined;
  if (entry.gives !== undefined) return { kind: 'object', name: entry.gives, by: name, call: node };
  if (entry.kind === 'class') return { kind: 'instance', entry, call: node, given };
  return undefined;
}

/** The types of what a call gets. */
export function typesOf(given: readonly GivenArgument[]): TypesOfValues {
  const types = new TypesOfValues();
  for (const { argument, value } of given) if (value) types.add(argument.value, value);
  return types;
}
