import { oncePerName } from '../../basics/once';
import type { Range } from '../../basics/range';
import type { Arguments, Evaluator, Value } from '../../evaluator';
import { iterate, listOf } from '../../evaluator/containers';
import { int, NO_ARGUMENTS, none, passing, placed, type StrValue, str } from '../../evaluator/value';
import { functionOf } from '../../python/surroundings';
import { type Call, type Expression, type Name, type Node, nodeAt, type Tree } from '../../python/tree';
import { wholeName } from '../../python/words';
import type { ReadFiles } from '../messages/read-files';
import { WrittenFiles } from './written-files';

const PATH = 'pathlib.Path';
const PATHS: ReadonlySet<string> = new Set([PATH, 'pathlib.PurePath', 'pathlib.PosixPath']);
const FILE = 'builtins.open';
/** The modules and packages whose functions open files or make paths. */
const HANDLING =
  /^(?:builtins\.open$|io|os|pathlib|tempfile|importlib(?:_resources)?|pkgutil|tensorflow(?=.*\.gfile))(?:\b|$)/;
/** Whether a function is one of those. */
export const isHandling = oncePerName((name) => HANDLING.test(name));

/** Whether a name is that of the program's own file. */
export const isOfFiles = (name: string): boolean => name === 'builtins.__file__';
const OPENERS = /^(?:(?:builtins|io)\.open|tensorflow[\w.]*\.gfile\.(?:GFile|FastGFile|Open))$/;
const RESOURCES =
  /^(?:importlib[._]resources\.(files|path|read_text|read_binary|as_file)|pkgutil\.(get_data))$/;
/** Functions that do not change an absolute path. */
const MAKES_ABSOLUTE: ReadonlySet<string> = new Set(['abspath', 'realpath', 'normpath']);

/** Text-format files that a program reads, and the paths that it computes for them. */
export class FileLibrary {
  private readonly written = new WrittenFiles();
  private folders = 0;

  constructor(private readonly files: ReadFiles | undefined) {}

  reference(name: string, node: Node): Value | undefined {
    const path = this.files?.path;
    return isOfFiles(name) && path !== undefined ? str(node, path) : undefined;
  }

  call(name: string, given: Arguments, node: Node, ev: Evaluator): Value | undefined {
    if (OPENERS.test(name)) return this.opened(given, node, ev);
    if (name.startsWith('tempfile.')) return this.temporary(name, given, node, ev);
    if (given.hasUnknownArguments || given.keywords.size > 0) return undefined;
    const [, resources, resource = resources] = RESOURCES.exec(name) ?? [];
    if (resource !== undefined) return this.resource(resource, given, node);
    const parts = given.positional.map(pathIn);
    if (!areKnown(parts) || parts.length === 0) return undefined;
    if (PATHS.has(name)) return pathOf(join(parts), node);
    if (name === 'os.fspath') return asText(parts[0]!, node);
    const [, helper = ''] = /^os\.path\.(\w+)$/.exec(name) ?? [];
    if (helper === 'join') return asText(join(parts), node);
    if (parts.length > 1) return undefined;
    if (helper === 'dirname') return asText(parentOf(parts[0]!), node);
    return MAKES_ABSOLUTE.has(helper) && isNormal(parts[0]!) ? asText(parts[0]!, node) : undefined;
  }

  /** A file or folder with a name that nothing else has. */
  private temporary(name: string, given: Arguments, node: Node, ev: Evaluator): Value | undefined {
    const kind = name.slice('tempfile.'.length);
    const path = kind === 'gettempdir' ? `${UNKNOWN_FOLDER}tmp` : `${UNKNOWN_FOLDER}${++this.folders}`;
    switch (kind) {
      case 'gettempdir':
      case 'mkdtemp':
        return placed(node, path);
      case 'TemporaryDirectory':
        return { kind: 'made', callee: name, given: passing(placed(node, path)), node };
      case 'NamedTemporaryFile': {
        const [mode = given.keywords.get('mode') ?? str(node, 'w+b')] = given.positional;
        return this.opened({ ...given, positional: [placed(node, path), mode] }, node, ev);
      }
      default:
        return undefined;
    }
  }

  /** An open file; one that is written to is empty at first, or keeps what it has. */
  private opened(given: Arguments, node: Node, ev: Evaluator): Value {
    const file: Value = { kind: 'made', callee: FILE, given, node };
    const { path, letters } = modeOf(given);
    if (letters !== undefined && !/[wax+]/.test(letters)) return file;
    const isFollowed = letters !== undefined && !letters.includes('r') && isOnlyWritten(ev.tree, node);
    if (!isFollowed || !isUtf8(given)) this.written.set(path, undefined, ev);
    else if (!letters.includes('a')) this.written.set(path, emptyOf(letters, node), ev);
    return file;
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
    return this.file(path, name === 'read_text' ? 'text' : 'bytes', NO_ARGUMENTS, node);
  }

  /** The folder of a package, from its name or its module. */
  private folderOf(of: Value): string | undefined {
    const name = of.kind === 'str' ? of.value : of.kind === 'reference' ? of.name : undefined;
    const [, dots = '', rest = ''] = /^(\.*)([\p{ID_Continue}.]*)$/u.exec(name ?? '') ?? [];
    const inside = rest.replaceAll('.', '/');
    if (dots === '') return inside === '' ? undefined : inside;
    let folder = this.files?.path;
    for (let i = 0; i < dots.length && folder !== undefined; i++) folder = parentOf(folder);
    return folder === undefined || of.kind === 'str' ? undefined : join([folder, inside]);
  }

  attribute(object: Value, name: string, node: Node): Value | undefined {
    if (object.kind === 'made' && name === 'name' && (object.callee === FILE || object.callee === FOLDER)) {
      const [path] = object.given.positional;
      return path?.kind === 'str' ? path : undefined;
    }
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
    return path === undefined ? undefined : asText(path, node);
  }

  /** The value that `with … as` binds for a file or a path. */
  entered(value: Value): Value | undefined {
    if (value.kind === 'made' && value.callee === FOLDER) return value.given.positional[0];
    return value.kind === 'made' && (value.callee === FILE || value.callee === PATH) ? value : undefined;
  }

  /** The lines of a file, where something reads all of them. */
  elements(value: Value, ev: Evaluator): readonly Value[] | undefined {
    if (value.kind !== 'made' || value.callee !== FILE) return undefined;
    const { node } = value;
    const { tree } = ev;
    const use = takesAll(node) ? node : nameOfUse(tree, node);
    return use && takesAll(use) && isOnlyUse(tree.text, use) ? this.lines(value.given, node, ev) : undefined;
  }

  private lines(given: Arguments, node: Node, ev: Evaluator): readonly Value[] | undefined {
    const contents = this.contents(given, node, ev);
    const text = contents?.kind === 'str' ? contents.value : undefined;
    // Some readers end a line at a lone carriage return, others do not.
    if (text === undefined || text.includes('\r')) return undefined;
    return (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((line) => str(node, line));
  }

  method(object: Value, name: string, given: Arguments, node: Node, ev: Evaluator): Value | undefined {
    if (object.kind !== 'made') return undefined;
    if (object.callee === FILE) {
      if (name === 'write' || name === 'writelines') return this.write(object.given, name, given, node, ev);
      const reader = node.kind === 'call' ? fileRead(node, name) : undefined;
      if (!reader || !isEmpty(given) || !isOnlyUse(ev.tree.text, reader)) return undefined;
      if (name === 'read') return this.contents(object.given, node, ev);
      const lines = name === 'readlines' ? this.lines(object.given, node, ev) : undefined;
      return lines && listOf(ev, lines, node);
    }
    const path = ownPath(object);
    if (path === undefined) return undefined;
    switch (name) {
      case 'read_text':
        return this.read(path, 'text', given, node, ev);
      case 'read_bytes':
        return this.read(path, 'bytes', given, node, ev);
      case 'write_text':
      case 'write_bytes': {
        const value = given.positional[0] ?? given.keywords.get('data');
        this.written.set(path, isUtf8(given) ? value : undefined, ev);
        return int(node, undefined);
      }
      case 'open':
        return this.opened({ ...given, positional: [asText(path, node), ...given.positional] }, node, ev);
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
  private contents(given: Arguments, node: Node, ev: Evaluator): Value | undefined {
    const { path, letters } = modeOf(given);
    if (path === undefined || letters === undefined || !/^[rbt]+$/.test(letters)) return undefined;
    return this.read(path, letters.includes('b') ? 'bytes' : 'text', given, node, ev);
  }

  /** `file.write(text)` or `file.writelines(lines)` */
  private write(file: Arguments, name: string, given: Arguments, node: Node, ev: Evaluator): Value {
    const { path } = modeOf(file);
    const [value] = given.positional;
    const all = name === 'write' ? value && [value] : value && iterate(ev, value);
    if (!all) this.written.set(path, undefined, ev);
    for (const each of all ?? []) this.written.append(path, each, node, ev);
    return name === 'write' ? int(node, undefined) : none(node);
  }

  private read(
    path: string,
    as: 'text' | 'bytes',
    given: Arguments,
    node: Node,
    ev: Evaluator,
  ): Value | undefined {
    const own = this.written.read(path, ev);
    return own ? (isUtf8(given) ? readAs(own, as, node) : undefined) : this.file(path, as, given, node);
  }

  /** The contents of a file that was there before. */
  private file(path: string, as: 'text' | 'bytes', given: Arguments, node: Node): Value | undefined {
    const found = isUtf8(given) ? this.files?.read(path) : undefined;
    return found && readAs(str(node, found.text), as, node);
  }
}

/** The path and the mode that a file is opened with, as far as they are known. */
function modeOf({ positional, keywords }: Arguments): {
  path: string | undefined;
  letters: string | undefined;
} {
  const [file = keywords.get('file') ?? keywords.get('name'), mode = keywords.get('mode')] = positional;
  return {
    path: file && pathIn(file),
    letters: mode === undefined ? 'r' : mode.kind === 'str' ? mode.value : undefined,
  };
}

function isUtf8({ keywords, hasUnknownArguments }: Arguments): boolean {
  const encoding = keywords.get('encoding');
  return (
    !hasUnknownArguments &&
    !keywords.has('newline') &&
    (!encoding || (encoding.kind === 'str' && /^utf-?8$/i.test(encoding.value ?? '')))
  );
}

const emptyOf = (letters: string, node: Node): Value =>
  letters.includes('b') ? { kind: 'bytes', value: '', node } : str(node, '');

/** What a file was written with, as it is read; undefined if that may be different. */
function readAs(value: Value, as: 'text' | 'bytes', node: Node): Value | undefined {
  if (value.kind !== 'str' && value.kind !== 'bytes') return as === 'text' ? value : undefined;
  if ((value.kind === 'str') === (as === 'text')) return value;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them.
  const ascii = /^[\x00-\x7f]*$/.test(value.value ?? '') ? value.value : undefined;
  return as === 'text' ? str(node, ascii) : { kind: 'bytes', value: ascii, node };
}

/** The expression of the file that a call reads: that of its method, or its argument. */
const fileRead = ({ callee, arguments: [first] }: Call, method: string): Expression | undefined =>
  callee.kind === 'attribute' && callee.name === method ? callee.object : first?.value;

/** Whether all that happens to an open file is that it is written to and closed, behind which others see what it has. */
function isOnlyWritten(tree: Tree, open: Node): boolean {
  const { parent } = open;
  if (parent?.kind === 'attribute') return parent.name === 'write';
  const target =
    parent?.kind === 'item' ? parent.target : parent?.kind === 'assignment' ? parent.targets[0] : undefined;
  if (target?.kind !== 'name') return false;
  const { start, end } = regionOf(target, tree.text);
  const uses = [...tree.text.slice(start, end).matchAll(new RegExp(wholeName(target.name), 'gu'))]
    .map(({ index }) => nodeAt(tree, start + index))
    .filter((use) => use?.kind === 'name' && use.start !== target.start);
  const isClosed = parent?.kind === 'item' || uses.some((use) => isMethodOf(use, /^close$/));
  return isClosed && uses.every((use) => isMethodOf(use, WRITERS) || isDumpedTo(tree.text, use));
}

const WRITERS = /^(?:write|writelines|close|flush|name)$/;

const isMethodOf = (use: Node | undefined, names: RegExp): boolean =>
  use?.parent?.kind === 'attribute' && names.test(use.parent.name);

/** `json.dump(value, file)` */
function isDumpedTo(text: string, use: Node | undefined): boolean {
  const call = use?.parent?.kind === 'positional' ? use.parent.parent : undefined;
  return call?.kind === 'call' && /^json\s*\.\s*dump$/.test(text.slice(call.callee.start, call.callee.end));
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

/** Readers of tables, of which programs take all rows. */
const TABLES = /^(?:reader|DictReader)$/;

/** Whether the receiver of a value reads it completely. */
function takesAll(node: Node): boolean {
  const { parent } = node;
  if (parent?.kind === 'generator') return parent.iterable === node;
  if (parent?.kind === 'block') return parent.keyword === 'for' && parent.value === node;
  const call = parent?.kind === 'positional' ? parent.parent : undefined;
  if (call?.kind !== 'call') return false;
  const { callee } = call;
  return callee.kind === 'attribute'
    ? callee.name === 'join' || TABLES.test(callee.name)
    : callee.kind === 'name' && callee.name === 'list';
}

const isEmpty = ({ positional, keywords, hasUnknownArguments }: Arguments) =>
  positional.length === 0 && keywords.size === 0 && !hasUnknownArguments;

const pathOf = (path: string, node: Node): Value => ({
  kind: 'made',
  callee: PATH,
  given: passing(asText(path, node)),
  node,
});

/** The path of a `pathlib` object. */
function ownPath(value: Value): string | undefined {
  if (value.kind !== 'made' || value.callee !== PATH) return undefined;
  const [held] = value.given.positional;
  return held?.kind === 'str' ? (held.value ?? held.place) : undefined;
}

const pathIn = (value: Value): string | undefined =>
  value.kind === 'str' ? (value.value ?? value.place) : ownPath(value);

/** Begins a path in a folder that only the run knows. */
const UNKNOWN_FOLDER = '\0folder';
const FOLDER = 'tempfile.TemporaryDirectory';

const asText = (path: string, node: Node): StrValue =>
  path.startsWith(UNKNOWN_FOLDER) ? placed(node, path) : str(node, path);

const isAbsolute = (path: string): boolean => path.startsWith('/') || path.startsWith(UNKNOWN_FOLDER);

const areKnown = (parts: readonly (string | undefined)[]): parts is readonly string[] =>
  parts.every((part) => part !== undefined);

/** Joins paths; an absolute part replaces everything before it. */
const join = (parts: readonly string[]): string =>
  parts.reduce((path, part) =>
    isAbsolute(part) || path === '' ? part : `${path}${path.endsWith('/') ? '' : '/'}${part}`,
  );

const parentOf = (path: string): string =>
  // Which folder the unknown one is in is not known either.
  path.startsWith(UNKNOWN_FOLDER) && !path.includes('/')
    ? `${path}/..`
    : path.slice(0, Math.max(path.lastIndexOf('/'), path.startsWith('/') ? 1 : 0));

const isNormal = (path: string): boolean => isAbsolute(path) && !/\/\.{0,2}(?:\/|$)/.test(path);
