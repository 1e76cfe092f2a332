import { bisect } from '../../basics/search';
import { bindArguments, type Entry, type Parameter, type Type } from '../../catalogue';
import { asArgument } from '../../dataflow/calls/arguments';
import { classOf } from '../../dataflow/calls/classes';
import type { ApiCall, PythonFile } from '../../dataflow/calls/python-file';
import {
  callAt,
  type Dict,
  type Expression,
  type Node,
  nodeAt,
  type Sequence,
  type Tree,
} from '../../python/tree';
import { isDict, passedCallOf } from './lookup';

/** The expected type of an argument, a part of it, or the value of a message's field. */
export interface Expected {
  /** The entry that has the parameter. */
  readonly entry: Entry;
  readonly parameter: Parameter;
  readonly type: Type;
  /** Whether it is for a whole argument, not for an element of it. */
  readonly whole: boolean;
}

/** The type that a call of the catalogue expects for an expression; undefined outside of such calls. */
export function expectedType(file: PythonFile, node: Expression): Expected | undefined {
  const { parent } = node;
  switch (parent?.kind) {
    case 'keyword':
    case 'positional': {
      const call = parent.parent?.kind === 'call' ? passedCallOf(file, parent.parent) : undefined;
      const index = call?.node.arguments.indexOf(parent);
      const parameter = index === undefined ? undefined : call?.binding.parameters[index];
      if (!call || !parameter || parameter.kind.startsWith('var-')) return undefined;
      return { entry: call.entry, parameter, type: parameter.type, whole: true };
    }
    case 'conditional':
      return node === parent.test ? undefined : expectedType(file, parent);
    case 'list':
    case 'tuple':
    case 'set':
      return part(expectedType(file, parent), (type) => elementType(type, parent.elements.indexOf(node)));
    case 'entry':
      if (node === parent.key || parent.parent?.kind !== 'dict') return undefined;
      return part(expectedType(file, parent.parent), valueType);
    default:
      return undefined;
  }
}

function part(expected: Expected | undefined, of: (type: Type) => Type | undefined): Expected | undefined {
  const type = expected && of(expected.type);
  return type && { ...expected!, type, whole: false };
}

function elementType(type: Type, index: number): Type | undefined {
  switch (type.of) {
    case 'list':
      return type.item;
    case 'tuple':
      return type.items[index];
    case 'structure':
      return type;
    case 'union':
      return unionOf(type.types.map((member) => elementType(member, index)));
    default:
      return undefined;
  }
}

function valueType(type: Type): Type | undefined {
  switch (type.of) {
    case 'dict':
      return type.value;
    case 'structure':
      return type;
    case 'union':
      return unionOf(type.types.map(valueType));
    default:
      return undefined;
  }
}

function unionOf(types: readonly (Type | undefined)[]): Type | undefined {
  const known = types.filter((type) => type !== undefined);
  return known.length > 0 ? { of: 'union', types: known } : undefined;
}

/** A place in a call of the catalogue where an argument, or a part of one, begins. */
export interface Slot {
  readonly call: ApiCall;
  /** Whether the name of an argument may be written as well. */
  readonly name: boolean;
  /** The expected type of a value; undefined if no value may be written. */
  readonly expected: Expected | undefined;
}

/** The slot that a word begins; undefined if the word continues an expression, or is not in a call of the catalogue. */
export function slotAt(file: PythonFile, start: number, end: number): Slot | undefined {
  const { tree } = file;
  if (/\d/.test(tree.text.slice(start, Math.min(end, start + 1)))) return undefined;
  // The next statement is not part of an unclosed call.
  const around = callAt(tree, end);
  const at = codeBefore(tree, start) - 1;
  if (!around || at < around.open) return undefined;
  const call = passedCallOf(file, around);
  if (!call || call.entry.anyArguments) return undefined;
  const { node } = call;
  if (at === node.open || node.separators.includes(at))
    return { call, name: true, expected: isDict(tree, node.callee) ? undefined : positionExpected(call, at) };
  if (tree.text[at] === '=') {
    const argument = node.arguments.find(
      ({ kind, nameEnd }) => kind === 'keyword' && codeBefore(tree, at) === nameEnd,
    );
    return argument && { call, name: false, expected: expectedType(file, argument.value) };
  }
  const expected = '[(,:'.includes(tree.text[at] ?? '') ? partExpected(file, at) : undefined;
  return expected && { call, name: false, expected };
}

/** The parameter that a positional value would be for. */
function positionExpected(call: ApiCall, opening: number): Expected | undefined {
  const { entry, node } = call;
  if (entry.keywordOnly) return undefined;
  const before = node.arguments.filter(({ start }) => start < opening);
  const { parameters } = bindArguments(entry, [
    ...before.map(asArgument),
    { kind: 'positional', index: before.length },
  ]);
  const parameter = before.every(({ kind }) => kind === 'positional') ? parameters.at(-1) : undefined;
  if (!parameter || parameter.kind.startsWith('var-')) return undefined;
  return { entry, parameter, type: parameter.type, whole: true };
}

/** The type of the message's field that a word is assigned to or compared with. */
export function fieldValueAt({ tree }: PythonFile, start: number, end: number): Expected | undefined {
  const at = codeBefore(tree, start) - 1;
  if (tree.text[at] !== '=' || /\d/.test(tree.text.slice(start, Math.min(end, start + 1)))) return undefined;
  let node: Node | undefined = nodeAt(tree, at);
  // The operands end before the sign or start after it.
  while (node && !(node.start < at && at < node.end)) node = node.parent;
  if (node?.kind === 'assignment' && node.operator === '=') {
    const target = node.targets.findLast((candidate) => candidate.end <= at);
    return target && fieldExpected(tree, target);
  }
  if (node?.kind !== 'compare') return undefined;
  const left = node.operands.findLastIndex((operand) => operand.end <= at);
  return /^[=!]=$/.test(node.operators[left] ?? '') ? fieldExpected(tree, node.operands[left]!) : undefined;
}

/** Fields that are messages or repeated cannot be assigned to. */
function fieldExpected(tree: Tree, target: Expression): Expected | undefined {
  if (target.kind !== 'attribute') return undefined;
  const entry = classOf(tree, target.object);
  const parameter =
    entry?.message === undefined ? undefined : entry.parameters.find(({ name }) => name === target.name);
  if (!entry || !parameter || parameter.type.of === 'list' || parameter.type.of === 'message')
    return undefined;
  return { entry, parameter, type: parameter.type, whole: false };
}

/** The expected type after a bracket, a comma or a colon of a list, tuple, set or dict. */
function partExpected(file: PythonFile, at: number): Expected | undefined {
  let node: Node | undefined = nodeAt(file.tree, at + 1);
  // The innermost node that starts before the value; if it is no container, the bracket or colon is its own.
  while (node && (node.start > at || node.kind === 'entry')) node = node.parent;
  if (!node || !isContainer(node)) return undefined;
  const expected = expectedType(file, node);
  if (node.kind === 'dict') return file.tree.text[at] === ':' ? part(expected, valueType) : undefined;
  const index = node.elements.filter(({ end }) => end <= at).length;
  return part(expected, (type) => elementType(type, index));
}

const isContainer = (node: Node): node is Sequence | Dict =>
  node.kind === 'list' || node.kind === 'tuple' || node.kind === 'set' || node.kind === 'dict';

/** The end of the last code before an offset, without the blanks, line ends and comments between. */
export function codeBefore(tree: Tree, offset: number): number {
  const { text } = tree;
  let at = offset;
  for (;;) {
    while (at > 0 && /[\s\\]/.test(text.charAt(at - 1))) at--;
    const comment = commentAt(tree, at);
    if (comment === undefined) return at;
    at = comment;
  }
}

/** The start of the comment that ends at an offset or goes on beyond it. */
export function commentAt({ comments }: Tree, offset: number): number | undefined {
  const last = bisect(0, comments.length >> 1, (i) => comments[2 * i]! >= offset) - 1;
  return last >= 0 && offset <= comments[2 * last + 1]! ? comments[2 * last] : undefined;
}
