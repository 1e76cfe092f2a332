import type { Range } from '../../basics/range';
import type { Environment } from '../../catalogue/environment';
import { fileOf } from '../../dataflow/calls/python-file';
import { parsePython } from '../../python/parser';
import type { Completion } from '../answers';
import { completePython } from './completion';

/** How far back the start of the statement under the cursor is searched. */
const MAX_STATEMENT = 2000;
/** Texts written by hand have fewer. */
const MAX_IMPORTS = 200;

/**
 * Completions for a text that does not use TPU embedding yet, but may be about to. For speed, only imports of TensorFlow,
 * the names assigned from it, and the statement under the cursor are read.
 */
export function completeBeforeImport(text: string, offset: number, environment: Environment): Completion[] {
  const start = statementStart(text, offset);
  if (start === undefined || isInLongString(text, start)) return [];
  if (!text.includes('tensorflow')) return [];
  const [, root] = /(\w+)(?:\.\w+)*\.\w*$/.exec(text.slice(start, offset)) ?? [];
  const head = root === undefined ? '' : namesFor(root, text);
  const lineEnd = text.indexOf('\n', offset);
  const read = head + text.slice(start, lineEnd < 0 ? text.length : lineEnd);
  const shift = start - head.length;
  const tree = parsePython(read);
  return completePython(fileOf(tree, environment), offset - shift).map((completion) => ({
    ...completion,
    insertRange: moved(completion.insertRange, shift),
    replaceRange: moved(completion.replaceRange, shift),
  }));
}

const moved = ({ start, end }: Range, by: number): Range => ({ start: start + by, end: end + by });

/** The start of the import, or else of the line, that contains the word being typed. */
function statementStart(text: string, offset: number): number | undefined {
  const before = text.slice(Math.max(0, offset - MAX_STATEMENT), offset);
  const statement =
    /(?:^|\n)[ \t]*((?:from|import)[ \t]+tensorflow[^\n;()]*(?:\([^)]*|(?:\\\r?\n[^\n;()]*)+)?)$/.exec(
      before,
    )?.[1] ?? /(?:^|\n)[ \t]*([^\n]*\w\.\w*)$/.exec(before)?.[1];
  return statement === undefined ? undefined : offset - statement.length;
}

/** Whether a place is in documentation or another long string, judged by counting quotes. */
function isInLongString(text: string, offset: number): boolean {
  let quote: string | undefined;
  for (const [found] of text.slice(0, offset).matchAll(/"""|'''/g)) {
    if (quote === undefined) quote = found;
    else if (found === quote) quote = undefined;
  }
  return quote !== undefined;
}

const IMPORTS = /^[ \t]*((?:from|import)[ \t][^\n]*\btensorflow[^\n(\\]*)/gm;

/** Names that are assigned from names are followed this far. */
const MAX_ALIASES = 16;

/** The last line that assigns a part, such as `emb = tf.tpu`. This runs at each edit, so searching all names is too slow. */
function aliasLine(name: string, text: string): RegExpMatchArray | undefined {
  const lines = new RegExp(`^[ \\t]*${name}[ \\t]*=[ \\t]*([A-Za-z_]\\w*)((?:\\.\\w+)+)[ \\t\\r]*$`, 'gm');
  return [...text.matchAll(lines)].at(-1);
}

/** The lines that import TensorFlow or assign one of its parts to a name, in order. */
function namesFor(name: string, text: string): string {
  const imports = [...text.matchAll(IMPORTS)].slice(0, MAX_IMPORTS);
  const lines = imports.map(([, line]) => line!.trimEnd());
  const chain = new Map<string, string>();
  for (let at = name; !chain.has(at) && chain.size < MAX_ALIASES; ) {
    const [, root, path = ''] = aliasLine(at, text) ?? [];
    if (root === undefined) break;
    chain.set(at, `${at} = ${root}${path}`);
    at = root;
  }
  return [...lines, ...[...chain.values()].reverse()].map((line) => `${line}\n`).join('');
}
