import { functionOf } from './surroundings';
import type { Node, Tree } from './tree';

/** Whether a node is in a function whose name stands nowhere else in the text, so that nothing there calls it. */
export function isUncalled(tree: Tree, node: Node): boolean {
  const around = functionOf(node);
  if (around?.kind !== 'function' || around.decorators.length > 0) return false;
  const { name, parent } = around;
  // A base from elsewhere may call it.
  const isOwn = parent?.kind !== 'class' || parent.arguments.length === 0;
  return isOwn && /^(?!__)\w+$/.test(name) && occursOnce(tree.text, name);
}

function occursOnce(text: string, name: string): boolean {
  const words = new RegExp(`\\b${name}\\b`, 'g');
  return words.test(text) && !words.test(text);
}
