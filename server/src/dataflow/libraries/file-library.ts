import { oncePerName } from '../../basics/once';
import type { Range } from '../../basics/range';
import type { Arguments, Evaluator, Value } from '../../evaluator';
import { listOf } from '../../evaluator/containers';
import { NO_ARGUMENTS, passing, str } from '../../evaluator/value';
import { functionOf } from '../../python/surroundings';
import { type Name, type Node, nodeAt, type Tree } from '../../python/tree';
import { wholeName } from '../../python/words';
import type { ReadFiles } from '../messages/read-files';

const PATH = 'pathlib.Path';
const PATHS: ReadonlySet<string> = new Set([PATH, 'pathlib.PurePath', 'pathlib.PosixPath']);
const FILE = 'builtins.open';
/** The modules and packages whose functions open files or make paths. */
const HANDLING = /^(?:io|os|pathlib|importlib(?:_resources)?|pkgutil|tensorflow(?=.*\.gfile))\b/;
const isHandling = oncePerName((name) => HANDLING.test(name));
const OPENERS = /^(?:io\.open|tensorflow[\w.]*\.gfile\.(?:GFile|FastGFile|Open))$/;
const RESOURCES =
  /^(?:importlib[._]resources\.(files|path|read_text|read_binary|as_file)|pkgutil\.(get_data))$/;
/** Functions that do not change an absolute path. */
const MAKES_ABSOLUTE: ReadonlySet<string> = new Set(['abspath', 'realpath', 'normpath']);

/** Text-format files that a program reads, and the paths that it computes for them. */
export class FileLibrary {
  constructor(private readonly files: ReadFiles) {}

  reference(name: string, node: Node): Value | undefined {
    const { path } = this.files;
    return name === 'builtins.__file__' && path !== undefined ? str(node, path) : undefined;
  }

  call(name: string, given: Arguments, node: Node): Value | undefined {
    if (!isHandling(name)) return undefined;
    if (OPENERS.test(name)) return { kind: 'made', callee: FILE, given, node };
    if (given.hasUnknownArguments || given.keywords.size > 0) return undefined;
    const [, resources, resource = resources] = RESOURCES.exec(name) ?? [];
    if (resource !== undefined) return this.resource(resource, given, node);
    const parts = given.positional.map(pathIn);
    if (!areKnown(parts) || parts.length === 0) return undefined;
    if (PATHS.has(name)) return pathOf(join(parts), node);
    const [, helper = ''] = /^os\.path\.(\w+)$/.exec(name) ?? [];
    if (helper === 'join') return str(node, join(parts));
    if (parts.length > 1) return undefined;
    if (helper === 'dirname') return str(node, parentOf(parts[0]!));
    return MAKES_ABSOLUTE.has(helper) && isNormal(parts[0]!) ? str(node, parts[0]) : undefined;
  }

  /** A data file in a package. */
  private resource(name: string, { positional: [from, ...parts] }: Arguments, node: Node): Value | undefined {
    if (name === 'as_file')
      return from && parts.length === 0 && ownPath(from) !== undefined ? from : undefined;
    const all = [from && this.folderOf(from), ...parts.map(pathIn)];
    if (!areKnown(all)) return undefined;
    const path = join(all);
    if (name === 'files') return parts.length === 0 ? pathOf(path, node) : undefined;
    if (parts.length !== 1) return undefined;
    if (name === 'path') return pathOf(path, node);
    return this.read(path, name === 'read_text' ? 'text' : 'bytes', NO_ARGUMENTS, node);
  }

  /** The folder of a package, from its name or its module. */
  private folderOf(of: Value): string | undefined {
    const name = of.kind === 'str' ? of.value : of.kind === 'reference' ? of.name : undefined;
    const [, dots = '', rest = ''] = /^(\.*)([\p{ID_Continue}.]*)$/u.exec(name ?? '') ?? [];
    const inside = rest.replaceAll('.', '/');
    if (dots === '') return inside === '' ? undefined : inside;
    let folder = this.files.path;
    for (let i = 0; i < dots.length && folder !== undefined; i++) folder = parentOf(folder);
    return folder === undefined || of.kind === 'str' ? undefined : join([folder, inside]);
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

  /** The value that `with … as` binds for a file or a path. */
  entered(value: Value): Value | undefined {
    return value.kind === 'made' && (value.callee === FILE || value.callee === PATH) ? value : undefined;
  }

  /** The lines of a file, where something reads all of them. */
  elements(value: Value, { tree }: Evaluator): readonly Value[] | undefined {
    if (value.kind !== 'made' || value.callee !== FILE) return undefined;
    const { node } = value;
    const use = takesAll(node) ? node : nameOfUse(tree, node);
    return use && takesAll(use) && isOnlyUse(tree.text, use) ? this.lines(value.given, node) : undefined;
  }

  private lines(given: Arguments, node: Node): readonly Value[] | undefined {
    const contents = this.contents(given, node);
    const text = contents?.kind === 'str' ? contents.value : undefined;
    // Some readers end a line at a lone carriage return, others do not.
    if (text === undefined || text.includes('\r')) return undefined;
    return (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((line) => str(node, line));
  }

  method(object: Value, name: string, given: Arguments, node: Node, ev: Evaluator): Value | undefined {
    if (object.kind !== 'made') return undefined;
    if (object.callee === FILE) {
      const reader =
        node.kind === 'call' && node.callee.kind === 'attribute' ? node.callee.object : undefined;
      if (!reader || !isEmpty(given) || !isOnlyUse(ev.tree.text, reader)) return undefined;
      if (name === 'read') return this.contents(object.given, node);
      const lines = name === 'readlines' ? this.lines(object.given, node) : undefined;
      return lines && listOf(ev, lines, node);
    }
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
          callee: FILE,
          given: { ...given, positional: [str(node, path), ...given.positional] },
          node,
        };
      case 'joinpath': {
        const parts = [path, ...given.positional.map(pathIn)];
        return areKnown(parts) && !given.hasUnknownArguments ? pathOf(join(parts), node) : undefined;
      }
      case 'resolve':
      case 'absolute':
        return isNormal(path) ? pathOf(path, node) : undefined;
      default:
        return undefined;
    }
  }

  /** The contents of the file that `open(path, mode)` opens. */
  private contents(given: Arguments, node: Node): Value | undefined {
    const [file = given.keywords.get('file') ?? given.keywords.get('name'), second] = given.positional;
    const mode = second ?? given.keywords.get('mode');
    const path = file && pathIn(file);
    const letters = mode === undefined ? 'r' : mode.kind === 'str' ? mode.value : undefined;
    if (path === undefined || letters === undefined || !/^[rbt]+$/.test(letters)) return undefined;
    return this.read(path, letters.includes('b') ? 'bytes' : 'text', given, node);
  }

  private read(path: string, as: 'text' | 'bytes', given: Arguments, node: Node): Value | undefined {
    const encoding = given.keywords.get('encoding');
    const isUtf8 = !encoding || (encoding.kind === 'str' && /^utf-?8$/i.test(encoding.value ?? ''));
    const found = given.hasUnknownArguments || !isUtf8 ? undefined : this.files.read(path);
    if (!found) return undefined;
    if (as === 'text') return str(node, found.text);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them.
    const isAscii = /^[\x00-\x7f]*$/.test(found.text);
    return { kind: 'bytes', value: isAscii ? found.text : undefined, node };
  }
}

/**
 * Whether nothing else reads from an open file, which would leave a smaller rest. Its name is used nowhere else in the
 * region, and no loop repeats the use.
 */
function isOnlyUse(text: string, use: Node): boolean {
  if (use.kind === 'call') return true;
  if (use.kind !== 'name') return false;
  const { start, end } = regionOf(use, text);
  const uses = [...text.slice(start, end).matchAll(usesOf(use.name))];
  return uses.length <= 2 && !isRepeated(use, start + (uses[0]?.index ?? 0));
}

const usesOf = (name: string) => new RegExp(`${wholeName(name)}(?!["']|\\.close\\b)`, 'gu');

/** The `with` that binds a name, or else the function around. */
function regionOf(use: Name, text: string): Range {
  const region = functionOf(use);
  for (let at: Node | undefined = use; at && at !== region; at = at.parent) {
    if (at.kind !== 'block' || at.keyword !== 'with') continue;
    if (at.items.some(({ target }) => target?.kind === 'name' && target.name === use.name)) return at;
  }
  return region ?? { start: 0, end: text.length };
}

/** Whether a loop that begins after an offset repeats a node. */
function isRepeated(node: Node, offset: number): boolean {
  for (let child = node, at = node.parent; at && at.start > offset; child = at, at = at.parent) {
    if (at.kind === 'block' && (at.keyword === 'while' || (at.keyword === 'for' && child !== at.value)))
      return true;
    if (at.kind === 'comprehension' && child !== at.generators[0]) return true;
    if (at.kind === 'generator' && child !== at.iterable) return true;
  }
  return false;
}

/** The single place where an opened file is used by name. */
function nameOfUse(tree: Tree, open: Node): Node | undefined {
  const { parent } = open;
  const target =
    parent?.kind === 'item' ? parent.target : parent?.kind === 'assignment' ? parent.targets[0] : undefined;
  if (target?.kind !== 'name') return undefined;
  const { start, end } = regionOf(target, tree.text);
  const [, second] = tree.text.slice(start, end).matchAll(usesOf(target.name));
  return second && nodeAt(tree, start + second.index);
}

/** Whether the receiver of a value reads it completely. */
function takesAll(node: Node): boolean {
  const { parent } = node;
  if (parent?.kind === 'generator') return parent.iterable === node;
  if (parent?.kind === 'block') return parent.keyword === 'for' && parent.value === node;
  const call = parent?.kind === 'positional' ? parent.parent : undefined;
  if (call?.kind !== 'call') return false;
  const { callee } = call;
  return callee.kind === 'attribute'
    ? callee.name === 'join'
    : callee.kind === 'name' && callee.name === 'list';
}

const isEmpty = ({ positional, keywords, hasUnknownArguments }: Arguments) =>
  positional.length === 0 && keywords.size === 0 && !hasUnknownArguments;

const pathOf = (path: string, node: Node): Value => ({
  kind: 'made',
  callee: PATH,
  given: passing(str(node, path)),
  node,
});

/** The path of a `pathlib` object. */
function ownPath(value: Value): string | undefined {
  if (value.kind !== 'made' || value.callee !== PATH) return undefined;
  const [held] = value.given.positional;
  return held?.kind === 'str' ? held.value : undefined;
}

const pathIn = (value: Value): string | undefined => (value.kind === 'str' ? value.value : ownPath(value));

const areKnown = (parts: readonly (string | undefined)[]): parts is readonly string[] =>
  parts.every((part) => part !== undefined);

/** Joins paths; an absolute part replaces everything before it. */
const join = (parts: readonly string[]): string =>
  parts.reduce((path, part) =>
    part.startsWith('/') || path === '' ? part : `${path}${path.endsWith('/') ? '' : '/'}${part}`,
  );

const parentOf = (path: string): string =>
  path.slice(0, Math.max(path.lastIndexOf('/'), path.startsWith('/') ? 1 : 0));

const isNormal = (path: string): boolean => path.startsWith('/') && !/\/\.{0,2}(?:\/|$)/.test(path);
