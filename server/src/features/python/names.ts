import { allEntries, bindArguments, type Entry, findEntry, members } from '../../api';
import { type ApiCall, asArgument, type PythonFile } from '../../calls/python-file';
import { bindingOf, resolve } from '../../python/names';
import type { Attribute, Call, Expression, ImportedName, Name, Node, Tree } from '../../python/tree';
import { evaluate } from '../../python/values';
import { builtin } from '../../schema/builtin';
import type { FieldType } from '../../schema/types';

/** How far instances are followed from one expression to another. */
const MAX_STEPS = 16;

/** What a dotted name stands for, where other Python servers have nothing to say about it. */
export function findOwn(name: string): Entry | undefined {
  const entry = findEntry(name);
  return entry && isOwn(entry) ? entry : undefined;
}

/** They know protobuf itself, but not the messages of TensorFlow and hence not the methods of those. */
export function isOwn({ id, foreign, kind }: Entry): boolean {
  return !foreign && (kind === 'method' || !id.startsWith('google.protobuf.'));
}

/** What an expression names: something to import, or an attribute of an instance. */
export function entryOf(tree: Tree, node: Expression): Entry | undefined {
  const name = resolve(tree, node);
  if (name !== undefined) return findOwn(name);
  if (node.kind !== 'attribute') return undefined;
  const owner = classOf(tree, node.object);
  return owner && findEntry(`${owner.id}.${node.name}`);
}

/** The class of the catalogue that an expression is an instance of, if the source says so plainly. */
export function classOf(tree: Tree, expression: Expression, steps = MAX_STEPS): Entry | undefined {
  if (steps === 0) return undefined;
  const { kind, node } = evaluate(tree, expression);
  if (kind === 'call') {
    const { callee } = node as Call;
    const name = resolve(tree, callee);
    const entry = name === undefined ? undefined : findOwn(name);
    if (entry?.kind === 'class') return entry;
    if (name !== undefined || callee.kind !== 'attribute') return undefined;
    return callee.name === 'add' ? elementOf(tree, callee.object, steps) : undefined;
  }
  switch (node.kind) {
    case 'attribute': {
      const field = fieldOf(tree, node, steps);
      return field && !field.repeated ? classOfMessage(field) : undefined;
    }
    case 'subscript':
      return elementOf(tree, node.object, steps);
    case 'name':
      return classOfName(tree, node, steps);
    default:
      return undefined;
  }
}

/** Of what an annotation or a loop says about a name. */
function classOfName(tree: Tree, name: Name, steps: number): Entry | undefined {
  const node = bindingOf(tree, name)?.node;
  if (node?.kind === 'parameter' && node.annotation) {
    const target = resolve(tree, node.annotation);
    const entry = target === undefined ? undefined : findOwn(target);
    return entry?.kind === 'class' ? entry : undefined;
  }
  if (node?.kind === 'block' && node.keyword === 'for' && node.target?.kind === 'name' && node.value)
    return elementOf(tree, node.value, steps);
  return undefined;
}

/** What a repeated field of messages consists of. */
function elementOf(tree: Tree, expression: Expression, steps: number): Entry | undefined {
  const { node } = evaluate(tree, expression);
  const field = node.kind === 'attribute' ? fieldOf(tree, node, steps) : undefined;
  return field?.repeated ? classOfMessage(field) : undefined;
}

/** The field of a message that an attribute of an instance reads or sets. */
export function fieldOf(tree: Tree, { object, name }: Attribute, steps = MAX_STEPS): FieldType | undefined {
  const message = classOf(tree, object, steps - 1)?.message;
  return message === undefined ? undefined : builtin.message(message)?.fieldsByName.get(name);
}

let classes: ReadonlyMap<string, Entry> | undefined;

function classOfMessage({ message }: FieldType): Entry | undefined {
  if (!message) return undefined;
  classes ??= new Map(allEntries().flatMap((entry) => (entry.message ? [[entry.message, entry]] : [])));
  return classes.get(message.name);
}

/** The call of something in the catalogue; methods of instances count as well. */
export function apiCallOf({ tree, calls }: PythonFile, node: Call): ApiCall | undefined {
  const known = calls.find((call) => call.node === node);
  if (known) return isOwn(known.entry) ? known : undefined;
  const entry = node.callee.kind === 'attribute' ? entryOf(tree, node.callee) : undefined;
  return entry && { node, entry, binding: bindArguments(entry, node.arguments.map(asArgument)) };
}

/** What can stand behind the dot of a module or class. */
export function ownMembers(path: string): [name: string, entry: Entry][] {
  return [...members(path)].filter(([, entry]) => isOwn(entry));
}

/** A dotted name, and the part of it that an offset is on. */
export interface ImportedPath {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** What the word at an offset stands for in an import statement; an alias stands for what it renames. */
export function importedAt(node: Node, offset: number): ImportedPath | undefined {
  if (node.kind !== 'import') return undefined;
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
