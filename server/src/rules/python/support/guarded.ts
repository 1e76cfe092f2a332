import type { PythonFile } from '../../../dataflow/python-file';
import type { Block, Node } from '../../../python/tree';

/**
 * Whether the code is prepared for a name to be missing: in a `try` that catches it, or where `hasattr` or the
 * version of TensorFlow decides.
 */
export function isGuarded({ text }: PythonFile, node: Node, name: string): boolean {
  const sourceOf = ({ start, end }: Node) => text.slice(start, end);
  const asks = (condition: Node) => {
    let asked = askedBy.get(condition);
    if (!asked) {
      const source = sourceOf(condition);
      asked = source.includes('__version__')
        ? 'any'
        : new Set([...source.matchAll(ASKED)].map(([, of]) => of!));
      askedBy.set(condition, asked);
    }
    return asked === 'any' || asked.has(name);
  };
  const guards = (block: Block): boolean =>
    block.keyword === 'try'
      ? after(block).some(({ value }) => value && MISSING.test(sourceOf(value)))
      : [block, ...before(block)].some(({ keyword, value }) => CHOICE.has(keyword) && value && asks(value));
  for (let at = node.parent; at; at = at.parent) {
    if (at.kind === 'block' ? guards(at) : OPERATION.has(at.kind) && asks(at)) return true;
  }
  return false;
}

/** The names that a condition asks for. */
const askedBy = new WeakMap<Node, ReadonlySet<string> | 'any'>();

/** Whether the text itself gives something an attribute of this name. */
export function isAdded({ text, tree }: PythonFile, name: string): boolean {
  let names = added.get(tree);
  if (!names) {
    names = new Set([...text.matchAll(ADDED)].map(([, attribute]) => attribute!));
    added.set(tree, names);
  }
  return names.has(name);
}

const added = new WeakMap<PythonFile['tree'], ReadonlySet<string>>();
const ADDED = /\.([\p{L}\p{N}_]+)\s*=(?!=)/gu;

/** Inside of `hasattr` and the like it may be missing. */
export const isProbed = (text: string, start: number) =>
  /(?:hasattr|getattr)\(\s*$/.test(text.slice(Math.max(0, start - 20), start));

const ASKED = /\bhasattr\([^()]*,\s*['"](\w+)['"]/g;

/** What using a name that is missing raises, and what these are; `Exception` says too little to go by. */
const MISSING = /\b(?:AttributeError|ImportError|ModuleNotFoundError)\b/;

const CHOICE: ReadonlySet<string> = new Set(['if', 'elif']);
const OPERATION: ReadonlySet<string> = new Set(['conditional', 'boolean']);

/** Further branches are not looked at: each call in each of them asks. */
const MAX_BRANCHES = 100;

/** The `except` blocks of a `try`. */
function after(block: Block): Block[] {
  const around = siblings(block);
  const found: Block[] = [];
  for (let i = indexOf(block, around) + 1; i < around.length && found.length < MAX_BRANCHES; i++) {
    const next = around[i]!;
    if (next.kind !== 'block' || next.keyword !== 'except') break;
    found.push(next);
  }
  return found;
}

/** The `if` and the `elif` blocks that an `elif` or an `else` goes on from. */
function before(block: Block): Block[] {
  const around = siblings(block);
  const found: Block[] = [];
  let last = block;
  let i = indexOf(block, around);
  while ((last.keyword === 'elif' || last.keyword === 'else') && found.length < MAX_BRANCHES) {
    const previous = around[--i];
    if (previous?.kind !== 'block') break;
    found.push(previous);
    last = previous;
  }
  return found;
}

/** By its place: there may be very many. */
function indexOf({ start }: Block, around: readonly Node[]): number {
  let low = 0;
  let high = around.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (around[middle]!.start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

const siblings = ({ parent }: Block): readonly Node[] =>
  parent && 'body' in parent && Array.isArray(parent.body) ? parent.body : [];
