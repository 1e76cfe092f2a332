import type { PythonFile } from '../../calls/python-file';
import type { Block, Node } from '../../python/tree';

/**
 * Whether the code is prepared for a name to be missing: in a `try` that catches it, or where `hasattr` or the
 * version of TensorFlow decides.
 */
export function isGuarded({ text }: PythonFile, node: Node, name: string): boolean {
  const sourceOf = ({ start, end }: Node) => text.slice(start, end);
  const asks = (condition: Node) => {
    const source = sourceOf(condition);
    return source.includes('__version__') || [...source.matchAll(ASKED)].some(([, asked]) => asked === name);
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

/** Whether the text itself gives something an attribute of this name. */
export const isAdded = (text: string, name: string) => new RegExp(`\\.${name}\\s*=(?!=)`).test(text);

/** Inside of `hasattr` and the like it may be missing. */
export const isProbed = (text: string, start: number) =>
  /(?:hasattr|getattr)\(\s*$/.test(text.slice(Math.max(0, start - 20), start));

const ASKED = /\bhasattr\([^()]*,\s*['"](\w+)['"]/g;

/** What using a name that is missing raises, and what these are; `Exception` says too little to go by. */
const MISSING = /\b(?:AttributeError|ImportError|ModuleNotFoundError)\b/;

const CHOICE: ReadonlySet<string> = new Set(['if', 'elif']);
const OPERATION: ReadonlySet<string> = new Set(['conditional', 'boolean']);

/** The `except` blocks of a `try`. */
function after(block: Block): Block[] {
  const around = siblings(block);
  const found: Block[] = [];
  for (let i = around.indexOf(block) + 1; i < around.length; i++) {
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
  for (
    let i = around.indexOf(block) - 1;
    i >= 0 && (last.keyword === 'elif' || last.keyword === 'else');
    i--
  ) {
    const previous = around[i]!;
    if (previous.kind !== 'block') break;
    found.push(previous);
    last = previous;
  }
  return found;
}

const siblings = ({ parent }: Block): readonly Node[] =>
  parent && 'body' in parent && Array.isArray(parent.body) ? parent.body : [];
