import type { Node } from '../python/tree';
import { listOf } from './containers';
import type { Evaluator } from './evaluator';
import { entries } from './join';
import { bool, type Entry, float, type Given, int, keyOf, none, str, type Value } from './value';

const MAX_TEXT = 100_000;

/** The result of `json.loads` for a known string. */
export function jsonOf(ev: Evaluator, given: Given, node: Node): Value | undefined {
  const [text, ...more] = given.positional;
  if (given.isOpen || more.length > 0 || given.keywords.size > 0) return undefined;
  if (text?.kind !== 'str' || text.value === undefined || text.value.length > MAX_TEXT) return undefined;
  try {
    JSON.parse(text.value);
    return pythonOf(ev, JSON.parse(marked(text.value)), node);
  } catch {
    return undefined;
  }
}

/**
 * Turns numbers into marked strings, as Python distinguishes `1` from `1.0`. No key becomes a number, so keys keep their
 * order.
 */
const marked = (text: string) =>
  text.replace(/"((?:[^"\\]|\\.)*)"|-?\d[\d.eE+-]*/g, (token, string?: string) =>
    string === undefined ? `"n${token}"` : `"s${string}"`,
  );

function pythonOf(ev: Evaluator, read: unknown, node: Node): Value {
  if (read === null) return none(node);
  if (typeof read === 'boolean') return bool(node, read);
  if (typeof read === 'string') {
    const text = read.slice(1);
    if (read[0] === 's') return str(node, text);
    return /[.eE]/.test(text) ? float(node, Number(text)) : int(node, BigInt(text));
  }
  if (Array.isArray(read))
    return listOf(
      ev,
      read.map((each) => pythonOf(ev, each, node)),
      node,
    );
  const known = new Map<string, Entry>();
  for (const [name, each] of Object.entries(read as object)) {
    const key = str(node, name.slice(1));
    known.set(keyOf(key)!, { key, value: pythonOf(ev, each, node) });
  }
  return { kind: 'dict', cell: entries(ev.state, { known, isOpen: false }), node };
}
