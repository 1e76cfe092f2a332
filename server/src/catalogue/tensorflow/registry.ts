import type { OpArgument, OpAttribute, OpFacts } from '../types';
import registry from './registry.json';

/** A raw op and the Python function that is generated for it. */
interface RegisteredOp {
  readonly name: string;
  readonly function: string;
  readonly facts: () => OpFacts;
}

/** A parameter as a signature writes it. */
export interface SignatureParameter {
  readonly name: string;
  /** Python source. */
  readonly default?: string;
}

interface OpJson {
  readonly function: string;
  readonly inputs: readonly string[];
  readonly attrs: readonly string[];
  readonly outputs: readonly string[];
  readonly stateful?: boolean;
}

/** The ops of `tf.raw_ops`, in the order of the registry. */
export function registeredOps(): RegisteredOp[] {
  return Object.entries<OpJson>(registry.ops).map(([name, op]) => ({
    name,
    function: op.function,
    facts: () => facts(name, op),
  }));
}

/** Functions of `tpu_ops` whose signature is not that of the op of the same name. */
export function wrapperSignatures(): [name: string, signature: SignatureParameter[]][] {
  return Object.entries<string[]>(registry.wrappers).map(([name, parameters]) => [
    name,
    parameters.map(parseParameter),
  ]);
}

/** The name of a member of `tf.tpu.experimental.embedding`. */
export type MemberName = keyof typeof registry.members;

export const memberNames = () => Object.keys(registry.members) as MemberName[];

/** A member of `tf.tpu.experimental.embedding`: the module that defines it, and its signature. */
export function memberSignature(name: MemberName): {
  kind: 'class' | 'function';
  module: string;
  parameters: SignatureParameter[];
} {
  const { kind, module, parameters } = registry.members[name];
  return {
    kind: kind === 'class' ? 'class' : 'function',
    module,
    parameters: parameters.map(parseParameter),
  };
}

/** `name` or `name=default`. */
export function parseParameter(text: string): SignatureParameter {
  const [name = '', ...rest] = text.split('=');
  return rest.length > 0 ? { name, default: rest.join('=') } : { name };
}

function facts(name: string, op: OpJson): OpFacts {
  const inputs = op.inputs.map(parseArgument);
  const inferred = new Set(inputs.flatMap(({ type, numberAttr }) => [type, numberAttr]));
  const attrs = op.attrs.map((text) => parseAttribute(text, inferred));
  const [, algorithm] = /^(?:load|retrieve)_tpu_embedding_(\w+)_parameters$/.exec(op.function) ?? [];
  return {
    name,
    stateful: op.stateful ?? false,
    inputs,
    attrs,
    outputs: op.outputs.map(parseArgument),
    ...(algorithm && { algorithm }),
  };
}

/** `inputs: N * float32`. */
function parseArgument(text: string): OpArgument {
  const [, name = '', numberAttr, type = ''] = /^(\w+): (?:(\w+) \* )?(\w+)$/.exec(text) ?? [];
  return { name, type, ...(numberAttr && { numberAttr }) };
}

/** `N: int >= 1`, `T: {int32, float32} = float32`, `combiners: list(string) = []`. */
function parseAttribute(text: string, inferred: ReadonlySet<string | undefined>): OpAttribute {
  const [, name = '', kind = '', minimum, value] =
    /^(\w+): ([^>=]+?)(?: >= (-?\d+))?(?: = (.+))?$/.exec(text) ?? [];
  const allowed = kind.startsWith('{') ? kind.slice(1, -1).split(', ') : undefined;
  return {
    name,
    type: allowed ? 'type' : kind,
    ...(allowed && { allowed }),
    ...(minimum !== undefined && { minimum: Number(minimum) }),
    ...(value !== undefined && { default: value }),
    inferred: inferred.has(name),
  };
}
