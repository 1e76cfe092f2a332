// What Keras finds by name: `keras.initializers.get('zeros')` and the like.
import { excerpt } from '../../basics/excerpt';
import { nearest } from '../../basics/nearest';
import { NAMES_BY_MODULE } from '../../catalogue/keras-rs/keras-arguments';
import type { Arguments, Evaluator, Failure } from '../../evaluator';
import { refusedValue } from '../../evaluator/refusals';
import { argumentAt } from '../../evaluator/value';
import { textMatches } from '../../python/text-matches';
import type { Node, Tree } from '../../python/tree';

const GET = /^keras\.(\w+)\.get$/;

/** A name that Keras 3 does not know; of which release Keras is, keras-rs tells. */
export function nameFailure(name: string, given: Arguments, _node: Node, ev: Evaluator): Failure | undefined {
  const [, module = ''] = GET.exec(name) ?? [];
  const names = Object.hasOwn(NAMES_BY_MODULE, module) ? NAMES_BY_MODULE[module]!.accepts! : undefined;
  const wanted = names && argumentAt(given, 0, 'identifier');
  if (wanted?.kind !== 'str' || wanted.value === undefined || names!.includes(wanted.value)) return undefined;
  if (!isOnKeras3(ev.tree) || registersObjects(ev.tree)) return undefined;
  const meant = nearest(wanted.value, names!);
  const hint = meant === undefined ? '' : ` (did you mean \`'${meant}'\`?)`;
  return refusedValue(`\`keras.${module}\` has nothing of the name \`'${excerpt(wanted.value)}'\`${hint}`);
}

/** Whether a program uses keras-rs, which needs Keras 3. */
export const isOnKeras3 = (tree: Tree): boolean => textMatches(tree, KERAS_RS);
const KERAS_RS = /\bkeras_rs\b/;

const REGISTERS = /\b(?:register_keras_serializable|(?:get_)?custom_object\w*|CustomObjectScope)\b/;

/** Whether a program registers objects of its own with Keras. */
export const registersObjects = (tree: Tree): boolean => textMatches(tree, REGISTERS);
