import { type Entry, findEntry } from '../../catalogue';
import { attributeNames, attributeValues } from '../../python/instance-attributes';
import { type Binding, resolve, visibleNames } from '../../python/names';
import { functionOf } from '../../python/surroundings';
import {
  type ClassDefinition,
  type Expression,
  type FunctionDefinition,
  nodeAt,
  type Tree,
} from '../../python/tree';
import { classOf } from './classes';
import { typeOfIn } from './python-file';
import type { Inferred } from './types';
import { common } from './types-of-values';

/** A name that is usable at a place. Its value is computed on demand, as that needs an evaluation of the program. */
export interface InScope {
  /** As it is written there: `config`, `self.config`. */
  readonly source: string;
  /** The name alone. */
  readonly name: string;
  readonly type: Inferred;
  /** The class that it is an instance of. */
  readonly entry: Entry | undefined;
  /** The assigned expression, if there is only one. */
  readonly value: Expression | undefined;
}

/** The variables that are usable at an offset, the innermost scope first, then the attributes of `self`. */
export function inScope(tree: Tree, offset: number): readonly InScope[] {
  const variables = visibleNames(tree, offset)
    .filter(({ kind }) => kind === 'assignment' || kind === 'parameter')
    .map((binding) => variable(tree, binding));
  return [...variables, ...attributes(tree, offset)];
}

function variable(tree: Tree, { name, value, node }: Binding): InScope {
  const annotation = 'annotation' in node ? node.annotation : undefined;
  return {
    source: name,
    name,
    value,
    get type() {
      return value ? typeOfIn(tree)(value) : UNKNOWN;
    },
    get entry() {
      return (value && entryOf(tree, value, this.type)) ?? named(tree, annotation);
    },
  };
}

/** The attributes that methods of the class around assign to `self`; in the same method, only those assigned before. */
function attributes(tree: Tree, offset: number): InScope[] {
  const method = methodAt(tree, offset);
  const self = method?.parameters[0]?.name;
  if (!method || self === undefined) return [];
  const owner = method.parent as ClassDefinition;
  return attributeNames(owner).flatMap((name) => {
    const values = attributeValues(tree, owner, name);
    const isSet = values.some(({ start, end }) => start < method.start || start > method.end || end < offset);
    const attribute: InScope = {
      source: `${self}.${name}`,
      name,
      value: values.length === 1 ? values[0] : undefined,
      get type() {
        return values.map(typeOfIn(tree)).reduce(common);
      },
      get entry() {
        const entries = new Set(values.map((value) => entryOf(tree, value, this.type)));
        return entries.size === 1 ? [...entries][0] : undefined;
      },
    };
    return isSet ? [attribute] : [];
  });
}

function methodAt(tree: Tree, offset: number): FunctionDefinition | undefined {
  for (let at = functionOf(nodeAt(tree, offset)); at; at = functionOf(at))
    if (at.kind === 'function' && at.parent?.kind === 'class') return at;
  return undefined;
}

const UNKNOWN: Inferred = { kind: 'unknown' };

const entryOf = (tree: Tree, value: Expression, type: Inferred): Entry | undefined =>
  type.kind === 'instance' ? type.entry : type.kind === 'unknown' ? classOf(tree, value) : undefined;

/** The class that an annotation names. */
function named(tree: Tree, annotation: Expression | undefined): Entry | undefined {
  const name = annotation && resolve(tree, annotation);
  const entry = name === undefined ? undefined : findEntry(name);
  return entry?.kind === 'class' && !entry.foreign ? entry : undefined;
}
