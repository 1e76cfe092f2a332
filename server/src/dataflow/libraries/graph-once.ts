// What works once only: gradients of a tape, and variables that a graph makes.
import { Attached } from '../../basics/attached';
import type { Arguments, Evaluator, Failure, OfMethod, Value } from '../../evaluator';
import { isCertain, isStraight } from '../../evaluator/failures';
import { optionsOf } from '../../evaluator/join';
import { refused, refusedValue } from '../../evaluator/refusals';
import { argumentAt, truth } from '../../evaluator/value';
import { textMatches } from '../../python/text-matches';
import { type Node, walk } from '../../python/tree';
import { about } from './by-package';
import { isGraphMade, isOrdinary, isRun } from './strategies';

const TAPE = /^tensorflow\.(?:compat\.v[12]\.)?GradientTape$/;

/** The first call that takes gradients of a tape since it was entered, by the arguments that made it. */
const taken = new Attached<Arguments, Node | undefined>();

/** A tape that is entered records anew, and gives gradients again. */
export function enterTape(value: Value): void {
  for (const each of optionsOf(value)) if (each.kind === 'made') taken.set(each.given, undefined);
}

const TAKING = /^(?:gradient|jacobian)$/;
const PERSISTENT_LATER = /\._persistent/;

/** A second call that takes gradients of a tape which is not persistent. */
export const tapeFailure: OfMethod<Failure> = (object, name, _given, node, ev) => {
  if (object.kind !== 'made' || !TAPE.test(object.callee) || !TAKING.test(name)) return undefined;
  const { given } = object;
  const persistent = argumentAt(given, 0, 'persistent');
  const isOnce = !given.hasUnknownArguments && (!persistent || truth(persistent) === false);
  if (!isOnce || textMatches(ev.tree, PERSISTENT_LATER) || !isCertain(ev, object)) return undefined;
  const first = taken.get(given) ?? node;
  taken.set(given, first);
  return first === node
    ? undefined
    : refused(
        'This tape has given its gradients before, and does so once: ask for all in one call, or make it with `persistent=True`',
        'RuntimeError',
      );
};

const VARIABLE = /^tensorflow\.(?:compat\.v2\.)?Variable$/;

/** A variable that every call of a `tf.function` would make again. */
export const variableFailure = about<Failure>(
  (name) => VARIABLE.test(name),
  (_name, _given, node, ev) =>
    isStraight(ev) && isMadeInEach(node, ev)
      ? refusedValue(
          'A `tf.function` may make a variable in its first call only, and this one is made in each. Make it before, and keep it',
        )
      : undefined,
);

/** A concrete function is traced once, and one that is run eagerly never. */
const TRACED_OTHERWISE = /get_concrete_function|run_functions_eagerly/;

/** Whether a node is in a function of which `tf.function` makes a graph, and under no condition, which could keep it from being run again. */
function isMadeInEach(node: Node, { around, tree }: Evaluator): boolean {
  if (!isRun(around) || textMatches(tree, TRACED_OTHERWISE)) return false;
  let at = around;
  while (at.kind === 'with' && isOrdinary(at.manager)) at = at.outer;
  return at.kind === 'function' && isGraphMade(at) && !isConditional(node, at.definition);
}

/** Whether a function may run without reaching a node: it stands under a condition, or behind one that leaves the function. */
function isConditional(node: Node, definition: Node): boolean {
  if (isUnderCondition(node, definition)) return true;
  for (const at of walk(definition))
    if (at.start < node.start && leaves(at) && isUnderCondition(at, definition)) return true;
  return false;
}

const leaves = (node: Node): boolean =>
  node.kind === 'simple' && (node.keyword === 'return' || node.keyword === 'raise');

function isUnderCondition(node: Node, definition: Node): boolean {
  for (let at = node.parent; at && at !== definition; at = at.parent)
    if ((at.kind === 'block' && at.keyword !== 'with') || CONDITIONAL.has(at.kind)) return true;
  return false;
}

/** Expressions of which some parts may not be evaluated. */
const CONDITIONAL: ReadonlySet<Node['kind']> = new Set<Node['kind']>([
  'boolean',
  'comprehension',
  'conditional',
]);
