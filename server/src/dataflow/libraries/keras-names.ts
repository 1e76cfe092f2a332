// What Keras finds by name: `keras.initializers.get('zeros')` and the like.
import { excerpt } from '../../basics/excerpt';
import { nearest } from '../../basics/nearest';
import { NAMES_BY_MODULE } from '../../catalogue/keras-rs/keras-arguments';
import type { Arguments, Evaluator } from '../../evaluator';
import { fails, isJudged } from '../../evaluator/failures';
import { refused } from '../../evaluator/refusals';
import { textMatches } from '../../python/text-matches';
import type { Node, Tree } from '../../python/tree';

const GET = /^keras\.(\w+)\.get$/;

/** Notices a name that Keras 3 does not know; of which release Keras is, keras-rs tells. */
export function checkNamed(name: string, given: Arguments, node: Node, ev: Evaluator): void {
  const [, module = ''] = GET.exec(name) ?? [];
  const names = Object.hasOwn(NAMES_BY_MODULE, module) ? NAMES_BY_MODULE[module]!.accepts! : undefined;
  const wanted = given.positional[0] ?? given.keywords.get('identifier');
  if (!names || wanted?.kind !== 'str' || wanted.value === undefined || names.includes(wanted.value)) return;
  if (!isJudged(ev) || !isOnKeras3(ev.tree) || registersObjects(ev.tree)) return;
  const meant = nearest(wanted.value, names);
  const hint = meant === undefined ? '' : ` (did you mean \`'${meant}'\`?)`;
  fails(
    ev,
    node,
    refused(
      `\`keras.${module}\` has nothing of the name \`'${excerpt(wanted.value)}'\`${hint}`,
      'ValueError',
    ),
  );
}

/** Whether a program uses keras-rs, which needs Keras 3. */
export const isOnKeras3 = (tree: Tree): boolean => textMatches(tree, KERAS_RS);
const KERAS_RS = /\bkeras_rs\b/;

const REGISTERS = /\b(?:register_keras_serializable|(?:get_)?custom_object\w*|CustomObjectScope)\b/;

/** Whether a program registers objects of its own with Keras. */
export const registersObjects = (tree: Tree): boolean => textMatches(tree, REGISTERS);
