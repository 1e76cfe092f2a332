import { type Node as Json, type ParseError, parseTree } from 'jsonc-parser';
import type { Node } from '../python/tree';
import { listOf } from './containers';
import type { Evaluator } from './evaluator';
import { entries } from './join';
import {
  type Arguments,
  bool,
  type DictEntry,
  dictKeyOf,
  float,
  int,
  none,
  passing,
  str,
  type Value,
} from './value';

const MAX_TEXT = 100_000;

/** The result of `json.loads` for a known string. */
export function jsonOf(ev: Evaluator, given: Arguments, node: Node): Value | undefined {
  const [text, ...more] = given.positional;
  const hook = given.keywords.get('object_hook');
  const isPlain = !given.hasUnknownArguments && more.length === 0 && given.keywords.size === (hook ? 1 : 0);
  if (!isPlain) return undefined;
  if (text?.kind !== 'str' || text.value === undefined || text.value.length > MAX_TEXT) return undefined;
  const errors: ParseError[] = [];
  try {
    const read = parseTree(text.value, errors, { disallowComments: true });
    return read && errors.length === 0 ? pythonOf(ev, read, text.value, node, hook) : undefined;
  } catch {
    // Nested too deeply.
    return undefined;
  }
}

/** A value, of which a hook of the program makes others of the dicts. */
function pythonOf(ev: Evaluator, read: Json, text: string, node: Node, hook?: Value): Value {
  const { type, value, children = [], offset, length } = read;
  const within = (each: Json) => pythonOf(ev, each, text, node, hook);
  if (type === 'null') return none(node);
  if (type === 'boolean') return bool(node, value);
  if (type === 'string') return str(node, value);
  if (type === 'array') return listOf(ev, children.map(within), node);
  if (type === 'number') {
    // Python distinguishes 1 from 1.0.
    const written = text.slice(offset, offset + length);
    return /[.eE]/.test(written) ? float(node, Number(written)) : int(node, BigInt(written));
  }
  const known = new Map<string, DictEntry>();
  for (const { children: [name, held] = [] } of children) {
    const key = within(name!);
    known.set(dictKeyOf(key)!, { key, value: within(held!) });
  }
  const dict: Value = { kind: 'dict', cell: entries(ev.state, { known, hasUnknownEntries: false }), node };
  return hook ? ev.call(hook, passing(dict), node) : dict;
}
