import { excerpt } from '../../../basics/excerpt';
import { misspelled } from '../../../basics/nearest';
import { isWithin } from '../../../basics/range';
import type { Failure } from '../../../evaluator';
import { type Binding, localsOf, moduleBindings, visibleNames } from '../../../python/names';
import { functionOf } from '../../../python/surroundings';
import { textMatches } from '../../../python/text-matches';
import { allOfKind, cachedByTree, type Node, type Tree } from '../../../python/tree';

type Unbound = Extract<Failure, { of: 'name' }>;

/** Names by which programs usually import a module, and the statement that does. */
const IMPORTS: ReadonlyMap<string, string> = new Map([
  ['tf', 'import tensorflow as tf'],
  ['np', 'import numpy as np'],
  ['jnp', 'import jax.numpy as jnp'],
  ['pd', 'import pandas as pd'],
  ...(
    'argparse collections contextlib copy csv dataclasses functools itertools jax json keras keras_rs logging math os random re ' +
    'sys tempfile time typing'
  )
    .split(' ')
    .map((name) => [name, `import ${name}`] as const),
]);

/** Code that looks which variables have values, as in `if 'x' in locals()`. */
const LOOKS = /\b(?:dir|globals|locals|vars)\s*\(\s*\)/g;

/**
 * Names that may have values although no statement gives them any: those of `builtins`, and those that a metaclass prepares
 * for the bodies of its classes.
 */
const BOUND_OTHERWISE =
  /\b(?:builtins|__builtins?__|__prepare__|with_metaclass)\b|\bmetaclass\s*=\s*(?!(?:abc\.)?ABCMeta\b)/;

const placesOfLooks = cachedByTree(({ text }) => [...text.matchAll(LOOKS)].map(({ index }) => index));

/** Whether the text may know better than its statements which names have values. */
function mayKnow(tree: Tree, node: Node, isLocal: boolean): boolean {
  const places = placesOfLooks(tree);
  if (!isLocal) return places.length > 0 || textMatches(tree, BOUND_OTHERWISE);
  const { start, end } = functionOf(node) ?? node;
  return places.some((place) => start <= place && place < end);
}

/** The name that a misspelt one means: none that the statement itself binds, as in `for row in rows`. */
export const meantBy = (tree: Tree, node: Node, name: string): string | undefined =>
  name.length < 3
    ? undefined
    : misspelled(
        name,
        visibleNames(tree, node.start)
          .filter((each) => each.name.split('_').length === name.split('_').length && !isBoundBy(each, node))
          .map((each) => each.name),
      );

const isBoundBy = ({ node: statement }: Binding, node: Node): boolean =>
  ['block', 'simple', 'assignment', 'comprehension'].includes(statement.kind) && isWithin(node, statement);

/**
 * What to say of a variable without a value. Part of a program may use names of another part without any mistake: it is one
 * only if the text shows what is meant.
 */
export function unboundInWords(
  tree: Tree,
  node: Node,
  { name, isLocal, isRun }: Unbound,
): string | undefined {
  if (mayKnow(tree, node, isLocal)) return undefined;
  const quoted = `\`${excerpt(name)}\``;
  if (isLocal)
    return `${quoted} has no value here: this function sets it only elsewhere. Python raises \`UnboundLocalError\`.`;
  if (moduleBindings(tree).has(name))
    return isRun
      ? `${quoted} has no value yet where the program gets here: Python raises \`NameError\`. Set it before.`
      : undefined;
  // In the body of a class, decorators see its variables.
  if (visibleNames(tree, node.start).some((each) => each.name === name)) return undefined;
  const raises = 'Python raises `NameError`.';
  const meant = meantBy(tree, node, name);
  if (meant !== undefined)
    return `Nothing is called ${quoted}: ${raises} Did you mean \`${excerpt(meant)}\`?`;
  const statement = IMPORTS.get(name);
  if (statement !== undefined) return `${quoted} is not imported: ${raises} Write \`${statement}\` before.`;
  const owner = ownersIn(tree).get(name);
  return owner === undefined
    ? undefined
    : `${quoted} is a variable of \`${excerpt(owner)}\` alone: ${raises} Return it from there, or set it in the module.`;
}

/** The functions by the variables that they set. */
const ownersIn = cachedByTree((tree): ReadonlyMap<string, string> => {
  const owners = new Map<string, string>();
  for (const definition of allOfKind(tree, 'function'))
    for (const [name, bindings] of localsOf(tree, definition))
      if (bindings.some(({ kind }) => kind !== 'parameter')) owners.set(name, definition.name);
  return owners;
});
