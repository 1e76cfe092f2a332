import { Attached } from '../basics/attached';
import type { Matches } from '../python/text-matches';
import type { Node } from '../python/tree';
import type { Arguments, ClassValue, Value } from './value';

/** The cached result of a part that was evaluated on its own, with everything that it depends on. */
export interface CachedPart {
  /** The function or class that was evaluated. */
  readonly subject: Value;
  /** The module variables that it read, with their values at that time, by name. */
  readonly reads: ReadonlyMap<string, ModuleVariable>;
  /** What it looked for in the text. */
  readonly matches: Matches;
  /** The functions that it evaluated. */
  readonly functions: ReadonlySet<Node>;
  readonly observations: object;
  /** The conditions of the whole program. */
  readonly program: string;
  /** The conditions of the part. */
  readonly conditions: string;
}

/** The value of a module variable; `changed` if it may have been changed at an unknown time. */
export type ModuleVariable = Value | 'changed' | undefined;

/** Cached parts by the definition of the function or class, a node that survives edits elsewhere. */
export const cachedParts = new Attached<Node, CachedPart | undefined>();

const MAX_DEPTH = 8;

/** Whether a variable's value is the same as in an earlier version of the text, defined at the same place. */
export function isSameAcross(a: ModuleVariable, b: ModuleVariable, depth = 0): boolean {
  if (a === b) return true;
  if (!a || !b || a === 'changed' || b === 'changed' || a.kind !== b.kind || depth > MAX_DEPTH) return false;
  switch (a.kind) {
    case 'reference':
      return a.name === (b as typeof a).name;
    case 'function': {
      const other = b as typeof a;
      return (
        a.definition === other.definition &&
        isOfModule(a) &&
        isOfModule(other) &&
        areSame(a.defaults, other.defaults, depth)
      );
    }
    case 'class':
      return isSameClass(a, b as typeof a, depth);
    case 'made':
      return (
        a.node === b.node &&
        a.callee === (b as typeof a).callee &&
        areSameArguments(a.given, (b as typeof a).given, depth)
      );
    case 'none':
    case 'ellipsis':
      return a.node === b.node;
    case 'bool':
    case 'int':
    case 'float':
    case 'str':
      return a.node === b.node && Object.is(a.value, (b as typeof a).value);
    case 'unknown':
      return a.node === b.node;
    case 'tuple':
      return (
        a.node === b.node &&
        areAllSame(a.elements ?? [], (b as typeof a).elements ?? [], depth) &&
        !a.elements === !(b as typeof a).elements
      );
    default:
      return false;
  }
}

const NOTHING: ReadonlyMap<string, Value> = new Map();

/** Whether a function has no enclosing scope but the module. */
const isOfModule = ({ closure }: Extract<Value, { kind: 'function' }>) => closure.enclosing === undefined;

function isSameClass(a: ClassValue, b: ClassValue, depth: number): boolean {
  const before = a.members.content;
  const after = b.members.content;
  return (
    a.definition === b.definition &&
    a.form === b.form &&
    isSameAcross(a.meta, b.meta, depth + 1) &&
    JSON.stringify(a.style) === JSON.stringify(b.style) &&
    before.hasUnknownFields === after.hasUnknownFields &&
    areAllSame(a.bases, b.bases, depth) &&
    areSame(a.declared ?? NOTHING, b.declared ?? NOTHING, depth) &&
    areSame(before.known, after.known, depth)
  );
}

const areSameArguments = (a: Arguments, b: Arguments, depth: number) =>
  a.hasUnknownArguments === b.hasUnknownArguments &&
  areAllSame(a.positional, b.positional, depth) &&
  areSame(a.keywords, b.keywords, depth);

const areAllSame = (a: readonly Value[], b: readonly Value[], depth: number) =>
  a.length === b.length && a.every((value, i) => isSameAcross(value, b[i], depth + 1));

const areSame = (a: ReadonlyMap<string, Value>, b: ReadonlyMap<string, Value>, depth: number) =>
  a.size === b.size && [...a].every(([name, value]) => isSameAcross(value, b.get(name), depth + 1));
