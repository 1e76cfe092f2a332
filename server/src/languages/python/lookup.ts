import { type Range, rangeOf } from '../../basics/range';
import {
  CONTAINER_CLASS,
  type Entry,
  entryIn,
  findEntry,
  isLacking,
  type Lifetime,
  lifetimeOf,
  members,
} from '../../catalogue';
import type { ReleasesByLibrary } from '../../catalogue/environment';
import { elementOf } from '../../dataflow/calls/classes';
import {
  type ApiCall,
  argumentOf,
  callOf,
  callWith,
  type PythonFile,
} from '../../dataflow/calls/python-file';
import { TEXT_READERS } from '../../dataflow/libraries/message-library';
import { bindingOf, resolve, writtenFor } from '../../python/names';
import {
  type Argument,
  type Attribute,
  allOfKind,
  type Call,
  type Expression,
  type Import,
  type ImportedName,
  type Tree,
} from '../../python/tree';
import { classAt } from './class-at';

/** The catalogue's entry for a dotted name that other Python servers do not explain. */
export function findOwn(name: string): Entry | undefined {
  const entry = findEntry(name);
  return entry && isOwn(entry) ? entry : undefined;
}

/** Other Python servers know protobuf itself, but not TensorFlow's messages and their methods. */
export function isOwn({ id, foreign, kind }: Entry): boolean {
  return !foreign && (kind === 'method' || !id.startsWith('google.protobuf.'));
}

/** The entry that an expression names: of an import, or of an attribute of an instance. */
export function entryOf(tree: Tree, node: Expression): Entry | undefined {
  const name = resolve(tree, node);
  if (name !== undefined) return findOwn(name);
  if (node.kind !== 'attribute') return undefined;
  if (elementOf(tree, node.object)) return findEntry(`${CONTAINER_CLASS}.${node.name}`);
  const owner = classAt(tree, node.object);
  return owner && isOwn(owner) ? findEntry(`${owner.id}.${node.name}`) : undefined;
}

/** The call of an entry as the program's release has it, methods of instances included. */
export function apiCallOf(file: PythonFile, node: Call): ApiCall | undefined {
  const call = calledAt(file, node);
  if (!call) return undefined;
  const entry = entryIn(call.entry, file.environment);
  return entry === call.entry ? call : callWith(node, entry, call.event);
}

/**
 * The call whose arguments are written in a call: its own, or those that `functools.partial(E, …)` and `E(**dict(…))` pass on
 * to another one.
 */
export function passedCallOf(file: PythonFile, node: Call): ApiCall | undefined {
  const { callee } = node;
  const given = isDict(file.tree, callee) ? callGiven(file, node) : undefined;
  if (given) return callWith({ ...node, arguments: [...node.arguments, ...given.others] }, given.call.entry);
  const [first] = node.arguments;
  const isPartial = first?.kind === 'positional' && resolve(file.tree, callee) === 'functools.partial';
  const entry = isPartial ? entryOf(file.tree, first.value) : undefined;
  if (!entry) return apiCallOf(file, node);
  const [open = node.argumentsEnd, ...separators] = node.separators;
  return callWith({ ...node, open, separators, arguments: node.arguments.slice(1) }, entry);
}

/** The call that gets a dict by `**`, in place or by the name that it is assigned to, and its arguments besides. */
export function callGiven(
  file: PythonFile,
  dict: Expression,
): { call: ApiCall; others: Argument[] } | undefined {
  for (const node of allOfKind(file.tree, 'call')) {
    const passed = node.arguments.find(
      ({ kind, value }) => kind === 'doubleStar' && writtenFor(file.tree, value) === dict,
    );
    const call = passed && passedCallOf(file, node);
    if (call) return { call, others: call.node.arguments.filter((argument) => argument !== passed) };
  }
  return undefined;
}

export const isDict = (tree: Tree, callee: Expression): boolean =>
  callee.kind === 'name' && callee.name === 'dict' && bindingOf(tree, callee) === undefined;

function calledAt(file: PythonFile, node: Call): ApiCall | undefined {
  const { tree } = file;
  const known = callOf(file, node);
  if (known) return isOwn(known.entry) || readsOwn(tree, known) ? known : undefined;
  const { callee } = node;
  const entry = callee.kind === 'attribute' ? (adding(tree, callee) ?? entryOf(tree, callee)) : undefined;
  return entry && callWith(node, entry);
}

/** Whether a call reads text into a message of our schema. */
function readsOwn(tree: Tree, call: ApiCall): boolean {
  const message = TEXT_READERS.has(call.entry.id) ? argumentOf(call, 'message') : undefined;
  return message !== undefined && classAt(tree, message) !== undefined;
}

/** `add` of a repeated field takes what the constructor of its messages does. */
function adding(tree: Tree, { object, name }: Attribute): Entry | undefined {
  return name === 'add' ? elementOf(tree, object) : undefined;
}

/** The members of a module or class in the program's environment. */
export function ownMembers(path: string, environment: ReleasesByLibrary): [name: string, entry: Entry][] {
  return [...members(path)].filter(
    ([name, entry]) =>
      isOwn(entry) &&
      !name.startsWith('_') &&
      entry.movedTo === undefined &&
      isIn(environment, lifetimeOf(`${path}.${name}`, entry)),
  );
}

/** Whether the program's environment may have something with this lifetime. */
export const isIn = (environment: ReleasesByLibrary, lifetime: Lifetime | undefined): boolean =>
  !lifetime || !isLacking(environment, lifetime);

/** An imported entry, and the range of the part of its name at an offset. */
interface Imported extends Range {
  readonly entry: Entry;
}

interface ImportedPath extends Range {
  readonly name: string;
}

/** The entry that the word at an offset of an import statement names; an alias names the imported entry. */
export function importedAt(node: Import, offset: number): Imported | undefined {
  const path = pathAt(node, offset);
  const entry = path && findOwn(path.name);
  return entry && { entry, ...rangeOf(path) };
}

function pathAt(node: Import, offset: number): ImportedPath | undefined {
  const { from, fromStart, fromEnd } = node;
  if (from !== undefined && fromStart <= offset && offset <= fromEnd)
    return segmentAt(from, fromStart, offset);
  const imported = node.names.find(({ start, end }) => start <= offset && offset <= end);
  return imported && imported.name !== '' ? importedName(imported, from, offset) : undefined;
}

function importedName(
  { name, start, nameEnd, alias, aliasStart }: ImportedName,
  from: string | undefined,
  offset: number,
): ImportedPath | undefined {
  const path = from === undefined ? name : `${from}.${name}`;
  if (alias !== undefined && offset >= aliasStart)
    return { name: path, start: aliasStart, end: aliasStart + alias.length };
  if (offset > nameEnd) return undefined;
  return from === undefined ? segmentAt(name, start, offset) : { name: path, start, end: nameEnd };
}

/** `a.b.c` up to the end of the part that the offset is on. */
function segmentAt(path: string, start: number, offset: number): ImportedPath {
  const dot = path.indexOf('.', offset - start);
  const name = dot < 0 ? path : path.slice(0, dot);
  return { name, start: start + name.lastIndexOf('.') + 1, end: start + name.length };
}
