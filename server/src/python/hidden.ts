import type { Tree } from './tree';

/** Ways to a module's variables by their names as text, which no reader sees. */
const WAYS = /(?<![\w.])(?:(?:exec|globals)\s*\(|(?:locals|vars)\s*\(\s*\))|\bsys\.modules\b/;
/** Those that say which variable. */
const NAMED = /(?<![\w.])(?:globals|locals|vars)\s*\(\s*\)\s*\[\s*(['"])(\w+)\1\s*\]/g;

const found = new WeakMap<Tree, ReadonlySet<string> | 'all'>();

/** Whether a text may change a module's variable by its name as text. */
export function mayBeSetByName(tree: Tree, name: string): boolean {
  let names = found.get(tree);
  if (!names) {
    names = find(tree.text);
    found.set(tree, names);
  }
  return names === 'all' || names.has(name);
}

function find(text: string): ReadonlySet<string> | 'all' {
  const names = new Set<string>();
  if (!WAYS.test(text)) return names;
  const rest = text.replace(NAMED, (_way, _quote, name: string) => {
    names.add(name);
    return '';
  });
  return WAYS.test(rest) ? 'all' : names;
}
