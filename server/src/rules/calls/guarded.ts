import type { PythonFile } from '../../calls/python-file';
import type { Block, Node } from '../../python/tree';

/** Whether the code is prepared for a name to be missing: in a `try` that catches it, or behind `hasattr`. */
export function isGuarded({ text }: PythonFile, node: Node, name: string): boolean {
  const asks = ({ start, end }: Node) =>
    [...text.slice(start, end).matchAll(ASKED)].some(([, asked]) => asked === name);
  for (let at = node.parent; at; at = at.parent) {
    switch (at.kind) {
      case 'block':
        if (at.keyword === 'try' ? catches(at, text) : at.value && asks(at.value)) return true;
        break;
      case 'conditional':
      case 'boolean':
        if (asks(at)) return true;
        break;
    }
  }
  return false;
}

const ASKED = /\bhasattr\([^()]*,\s*['"](\w+)['"]/g;

/** What using a name that is missing raises, and what these are; `Exception` says too little to go by. */
const MISSING = /\b(?:AttributeError|ImportError|ModuleNotFoundError)\b/;

function catches(block: Block, text: string): boolean {
  const { parent } = block;
  if (!parent || !('body' in parent) || !Array.isArray(parent.body)) return false;
  const around: readonly Node[] = parent.body;
  for (let i = around.indexOf(block) + 1; i < around.length; i++) {
    const next = around[i]!;
    if (next.kind !== 'block' || next.keyword !== 'except') return false;
    if (next.value && MISSING.test(text.slice(next.value.start, next.value.end))) return true;
  }
  return false;
}
