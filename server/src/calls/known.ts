import { type Entry, findEntry } from '../api';
import { bindingOf } from '../python/names';
import type * as python from '../python/tree';
import { evaluate, type Value } from '../python/values';
import { tensorOf } from './tensors';

/** What an expression is in TensorFlow's terms, as far as the source says so for certain. */
export type Known =
  | { readonly kind: 'unknown' | 'none' | 'set' | 'ellipsis' }
  | {
      readonly kind: 'dict';
      readonly entries:
        | readonly { readonly key: python.Expression; readonly value: python.Expression }[]
        | undefined;
    }
  | { readonly kind: 'int'; readonly value: bigint | undefined }
  | { readonly kind: 'float'; readonly value: number | undefined }
  | { readonly kind: 'bool'; readonly value: boolean | undefined }
  /** `text` where it is a message in text format. */
  | { readonly kind: 'str'; readonly value: string | undefined; readonly text?: true }
  | { readonly kind: 'bytes'; readonly value: string | undefined }
  | KnownList
  | KnownTensor
  | { readonly kind: 'dtype'; readonly dtype: string }
  | { readonly kind: 'numpy-integer' }
  | KnownFunction
  /** A catalogued class itself. */
  | { readonly kind: 'class'; readonly entry: Entry }
  /** What a catalogued class makes; `call` is where. */
  | { readonly kind: 'instance'; readonly entry: Entry; readonly call: python.Call }
  | { readonly kind: 'enum'; readonly entry: Entry };

export interface KnownList {
  readonly kind: 'list' | 'tuple';
  readonly length: number | undefined;
  readonly elements: readonly python.Expression[] | undefined;
}

export interface KnownTensor {
  readonly kind: 'tensor';
  readonly dtype: string | undefined;
  /** Its sizes, each undefined where it is not known; undefined where the rank is not. */
  readonly shape: readonly (number | undefined)[] | undefined;
  /** Of a string scalar. */
  readonly text?: string;
}

/** A lambda or a function of the file, by how many positional arguments it can be called with. */
export interface KnownFunction {
  readonly kind: 'function';
  readonly least: number;
  readonly most: number;
  readonly node: python.Lambda | python.FunctionDefinition;
}

const UNKNOWN: Known = { kind: 'unknown' };

export function known(tree: python.Tree, expression: python.Expression): Known {
  return knownValue(tree, evaluate(tree, expression), expression);
}

function knownValue(tree: python.Tree, value: Value, expression: python.Expression): Known {
  switch (value.kind) {
    case 'lambda':
      return functionOf(value.node);
    case 'reference':
      return reference(value.name);
    case 'call':
      return called(tree, value.node, value.callee);
    case 'unknown':
      return localFunction(tree, expression);
    default:
      return value;
  }
}

function reference(name: string): Known {
  const entry = findEntry(name);
  if (!entry) return UNKNOWN;
  if (entry.kind === 'class') return { kind: 'class', entry };
  if (entry.kind !== 'constant' || !entry.value) return UNKNOWN;
  return 'dtype' in entry.value ? { kind: 'dtype', dtype: entry.value.dtype } : { kind: 'enum', entry };
}

/** Messages give their binary form by these methods. */
const SERIALIZERS = new Set(['SerializeToString', 'SerializePartialToString']);
const NUMPY_INTEGERS = /^numpy\.u?int(?:8|16|32|64|p|c)$/;

function called(tree: python.Tree, call: python.Call, callee: string | undefined): Known {
  const name = call.callee.kind === 'attribute' ? call.callee.name : undefined;
  if (callee === undefined)
    return name !== undefined && SERIALIZERS.has(name) ? { kind: 'bytes', value: undefined } : UNKNOWN;
  if (NUMPY_INTEGERS.test(callee)) return { kind: 'numpy-integer' };
  if (callee === 'google.protobuf.text_format.MessageToString')
    return { kind: 'str', value: undefined, text: true };
  if (BUILTINS.has(callee)) return builtin(tree, call, callee);
  const entry = findEntry(callee);
  if (!entry) return UNKNOWN;
  if (entry.makes) return tensorOf(tree, entry, call);
  return entry.kind === 'class' ? { kind: 'instance', entry, call } : UNKNOWN;
}

const BUILTINS = new Set([
  'builtins.int',
  'builtins.float',
  'builtins.str',
  'builtins.bytes',
  'builtins.bool',
  'builtins.len',
]);

function builtin(tree: python.Tree, call: python.Call, callee: string): Known {
  const kind = callee.slice('builtins.'.length) as 'int' | 'float' | 'str' | 'bytes' | 'bool' | 'len';
  if (kind === 'str') {
    const [argument] = call.arguments;
    const of = argument?.kind === 'positional' ? known(tree, argument.value) : UNKNOWN;
    return {
      kind,
      value: undefined,
      ...(of.kind === 'instance' && of.entry.message && { text: true as const }),
    };
  }
  if (kind === 'float') return floatCall(tree, call);
  return { kind: kind === 'len' ? 'int' : kind, value: undefined } as Known;
}

/** `float('nan')` and its like are the only way to write these numbers. */
function floatCall(tree: python.Tree, call: python.Call): Known {
  const [argument] = call.arguments;
  const value = argument?.kind === 'positional' ? evaluate(tree, argument.value) : undefined;
  const word = value?.kind === 'str' ? value.value?.trim().toLowerCase() : undefined;
  const [, sign, name] = /^([+-]?)(nan|inf|infinity)$/.exec(word ?? '') ?? [];
  if (name === undefined) return { kind: 'float', value: undefined };
  return { kind: 'float', value: name === 'nan' ? Number.NaN : sign === '-' ? -Infinity : Infinity };
}

function localFunction(tree: python.Tree, expression: python.Expression): Known {
  if (expression.kind !== 'name') return UNKNOWN;
  const node = bindingOf(tree, expression)?.node;
  // What a decorator makes of it is not known.
  return node?.kind === 'function' && node.decorators.length === 0 ? functionOf(node) : UNKNOWN;
}

function functionOf(node: KnownFunction['node']): KnownFunction {
  let least = 0;
  let most = 0;
  for (const { star, default: value } of node.parameters) {
    if (star === '**') continue;
    if (star === '*') {
      most = Number.POSITIVE_INFINITY;
      continue;
    }
    most++;
    if (!value) least++;
  }
  return { kind: 'function', least, most, node };
}
