import { functionOf } from '../python/surroundings';
import type { Node } from '../python/tree';
import { wholeName } from '../python/words';
import type { Evaluator, Given, Value } from './evaluator';
import { NOTHING, str } from './evaluator/value';
import type { ReadFiles } from './read-files';

const PATH = 'pathlib.Path';
const PATHS: ReadonlySet<string> = new Set([PATH, 'pathlib.PurePath', 'pathlib.PosixPath']);
const FILE = 'builtins.open';
const OPENERS = /^(?:io\.open|tensorflow[\w.]*\.gfile\.(?:GFile|FastGFile|Open))$/;
/** They change nothing of an absolute path. */
const MAKES_ABSOLUTE: ReadonlySet<string> = new Set(['abspath', 'realpath', 'normpath']);

/** What a program reads from files in text format, and the paths by which it names them. */
export class FileLibrary {
  constructor(private readonly files: ReadFiles) {}

  reference(name: string, node: Node): Value | undefined {
    const { path } = this.files;
    return name === 'builtins.__file__' && path !== undefined ? str(node, path) : undefined;
  }

  call(name: string, given: Given, node: Node): Value | undefined {
    if (OPENERS.test(name)) return { kind: 'made', by: FILE, given, node };
    if (given.isOpen || given.keywords.size > 0) return undefined;
    const parts = given.positional.map(pathIn);
    if (!areKnown(parts) || parts.length === 0) return undefined;
    if (PATHS.has(name)) return pathOf(join(parts), node);
    const [, helper = ''] = /^os\.path\.(\w+)$/.exec(name) ?? [];
    if (helper === 'join') return str(node, join(parts));
    if (parts.length > 1) return undefined;
    if (helper === 'dirname') return str(node, parentOf(parts[0]!));
    return MAKES_ABSOLUTE.has(helper) && isNormal(parts[0]!) ? str(node, parts[0]) : undefined;
  }

  attribute(object: Value, name: string, node: Node): Value | undefined {
    const path = ownPath(object);
    return path !== undefined && name === 'parent' ? pathOf(parentOf(path) || '.', node) : undefined;
  }

  operator(left: Value, operator: string, right: Value, node: Node): Value | undefined {
    const parts = [left, right].map(pathIn);
    const isPath = ownPath(left) !== undefined || ownPath(right) !== undefined;
    return operator === '/' && isPath && areKnown(parts) ? pathOf(join(parts), node) : undefined;
  }

  text(value: Value, node: Node): Value | undefined {
    const path = ownPath(value);
    return path === undefined ? undefined : str(node, path);
  }

  /** What a file is behind `with … as`. */
  entered(value: Value): Value | undefined {
    return value.kind === 'made' && value.by === FILE ? value : undefined;
  }

  method(object: Value, name: string, given: Given, node: Node, { tree }: Evaluator): Value | undefined {
    if (object.kind !== 'made') return undefined;
    if (object.by === FILE)
      return name === 'read' && isEmpty(given) && isOnlyUse(tree.text, node)
        ? this.contents(object.given, node)
        : undefined;
    const path = ownPath(object);
    if (path === undefined) return undefined;
    switch (name) {
      case 'read_text':
        return this.read(path, 'text', given, node);
      case 'read_bytes':
        return this.read(path, 'bytes', given, node);
      case 'open':
        return {
          kind: 'made',
          by: FILE,
          given: { ...given, positional: [str(node, path), ...given.positional] },
          node,
        };
      case 'joinpath': {
        const parts = [path, ...given.positional.map(pathIn)];
        return areKnown(parts) && !given.isOpen ? pathOf(join(parts), node) : undefined;
      }
      case 'resolve':
      case 'absolute':
        return isNormal(path) ? pathOf(path, node) : undefined;
      default:
        return undefined;
    }
  }

  /** What `open(path, mode)` leads to. */
  private contents(given: Given, node: Node): Value | undefined {
    const [file = given.keywords.get('file') ?? given.keywords.get('name'), second] = given.positional;
    const mode = second ?? given.keywords.get('mode');
    const path = file && pathIn(file);
    const letters = mode === undefined ? 'r' : mode.kind === 'str' ? mode.value : undefined;
    if (path === undefined || letters === undefined || !/^[rbt]+$/.test(letters)) return undefined;
    return this.read(path, letters.includes('b') ? 'bytes' : 'text', given, node);
  }

  private read(path: string, as: 'text' | 'bytes', given: Given, node: Node): Value | undefined {
    const encoding = given.keywords.get('encoding');
    const isUtf8 = !encoding || (encoding.kind === 'str' && /^utf-?8$/i.test(encoding.value ?? ''));
    const found = given.isOpen || !isUtf8 ? undefined : this.files.read(path);
    if (!found) return undefined;
    if (as === 'text') return str(node, found.text);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them.
    const isAscii = /^[\x00-\x7f]*$/.test(found.text);
    return { kind: 'bytes', value: isAscii ? found.text : undefined, node };
  }
}

/** Whether nothing else reads of a file, which would leave less of it: its name occurs nowhere else around. */
function isOnlyUse(text: string, node: Node): boolean {
  if (node.kind !== 'call' || node.callee.kind !== 'attribute') return false;
  const { object } = node.callee;
  if (object.kind === 'call') return true;
  if (object.kind !== 'name') return false;
  const uses = new RegExp(`${wholeName(object.name)}(?!["']|\\.close\\b)`, 'gu');
  let region: { readonly start: number; readonly end: number } | undefined = functionOf(node);
  for (let at: Node | undefined = node; at && at !== region; at = at.parent) {
    if (at.kind !== 'block' || at.keyword !== 'with') continue;
    if (at.items.some(({ target }) => target?.kind === 'name' && target.name === object.name)) {
      region = at;
      break;
    }
  }
  const { start, end } = region ?? { start: 0, end: text.length };
  return (text.slice(start, end).match(uses)?.length ?? 0) <= 2;
}

const isEmpty = ({ positional, keywords, isOpen }: Given) =>
  positional.length === 0 && keywords.size === 0 && !isOpen;

const pathOf = (path: string, node: Node): Value => ({
  kind: 'made',
  by: PATH,
  given: { ...NOTHING, positional: [str(node, path)] },
  node,
});

/** The path that an object of `pathlib` holds. */
function ownPath(value: Value): string | undefined {
  if (value.kind !== 'made' || value.by !== PATH) return undefined;
  const [held] = value.given.positional;
  return held?.kind === 'str' ? held.value : undefined;
}

const pathIn = (value: Value): string | undefined => (value.kind === 'str' ? value.value : ownPath(value));

const areKnown = (parts: readonly (string | undefined)[]): parts is readonly string[] =>
  parts.every((part) => part !== undefined);

/** What begins with a slash starts anew. */
const join = (parts: readonly string[]): string =>
  parts.reduce((path, part) =>
    part.startsWith('/') || path === '' ? part : `${path}${path.endsWith('/') ? '' : '/'}${part}`,
  );

const parentOf = (path: string): string =>
  path.slice(0, Math.max(path.lastIndexOf('/'), path.startsWith('/') ? 1 : 0));

const isNormal = (path: string): boolean => path.startsWith('/') && !/\/\.{0,2}(?:\/|$)/.test(path);
