import { type Parameter, parameterFor, type Setting } from '../../catalogue';
import type { Evaluator, Value } from '../../evaluator';
import { readNumber } from '../../evaluator/numbers';
import { attributesSet, attributesSetOutside } from '../../evaluator/overrides';
import { bool, none, str, unknown } from '../../evaluator/value';
import { changesByDict } from '../../python/attribute-dicts';
import { cachedByTree, type Node, type Tree } from '../../python/tree';
import { valueOfParameter } from '../calls/arguments';
import { instanceOf } from '../calls/types';
import { madeBehind } from './derived-objects';

/** The argument for a parameter in the call that made an object. */
export function argumentOfMaker(value: Value, name: string): Value | undefined {
  const object = madeBehind(value);
  const made = instanceOf(object);
  return object.kind === 'made' && made?.call
    ? valueOfParameter(made.entry, name, object.given, made.call)
    : undefined;
}

/** The same as an object of keras-rs holds it, unknown where the program may have assigned another. */
export const argumentHeld = (
  object: Value,
  name: string,
  node: Node,
  { tree }: Evaluator,
): Value | undefined =>
  [name, `_${name}`].some((each) => assignsAttribute(tree, each))
    ? unknown(node, 'changed')
    : argumentOfMaker(object, name);

/** The same for a setting, by whatever name the class of the object has for it. */
export function settingOfMaker(object: Value, setting: Setting): Value | undefined {
  const parameter = parameterOf(object, setting);
  return parameter && argumentOfMaker(object, parameter.name);
}

/** What an object of a library has for a setting, whether its call has set that or an assignment has. */
export function settingIn(
  object: Value | undefined,
  setting: Setting,
  node: Node,
  ev: Evaluator,
): Value | undefined {
  const parameter = parameterOf(object, setting);
  if (!object || !parameter) return undefined;
  return isConverted(parameter) && !assignsAttribute(ev.tree, parameter.name)
    ? argumentOfMaker(object, parameter.name)
    : ev.attribute(object, parameter.name, node);
}

function parameterOf(object: Value | undefined, setting: Setting): Parameter | undefined {
  const entry = object && instanceOf(madeBehind(object))?.entry;
  return entry && parameterFor(entry, setting);
}

/** Whether objects hold an argument in another form, in an attribute of its name. */
const isConverted = ({ name, attributes }: Parameter): boolean => attributes?.includes(name) === true;

/**
 * The constructor argument behind an attribute of an object, unless the text changes attributes of that name, or any if it is
 * known what is assigned on the object.
 */
export function constructorArgument(
  object: Value,
  name: string,
  { tree }: Evaluator,
  isTracked: boolean,
): Value | undefined {
  const entry = instanceOf(object)?.entry;
  const mayBeChanged = isTracked ? assignedIn(tree).any : assignsAttribute(tree, name);
  if (!entry?.attributes?.includes(name) || mayBeChanged) return undefined;
  if (entry.parameters.some((each) => each.name === name && isConverted(each))) return undefined;
  const value = argumentOfMaker(object, name);
  // The class computes some attributes whose arguments are left out.
  return value && value.kind !== 'none' ? value : undefined;
}

/** The default, which an attribute that was left out still is, if it is known what is assigned on the object. */
export function leftOut(
  object: Value,
  name: string,
  node: Node,
  { tree }: Evaluator,
  isTracked: boolean,
): Value | undefined {
  const made = instanceOf(object);
  const isWhole = object.kind === 'made' && made?.call && !object.given.hasUnknownArguments;
  const parameter = made?.entry.parameters.find((each) => each.remainsDefault && each.name === name);
  if (!isWhole || !isTracked || !parameter || assignedIn(tree).any) return undefined;
  const given = argumentOfMaker(object, name);
  return given === undefined || given.kind === 'none'
    ? (given ?? literal(parameter.default, node))
    : undefined;
}

/** The value that the source of a default stands for. */
export function literal(source: string | undefined, node: Node): Value | undefined {
  if (source === 'None') return none(node);
  if (source === 'True' || source === 'False') return bool(node, source === 'True');
  const text = /^'(\w+)'$/.exec(source ?? '')?.[1];
  return text === undefined ? readNumber(source ?? '', node) : str(node, text);
}

/** Whether the text assigns an attribute of this name on any object other than those of its own classes. */
export function assignsAttribute(tree: Tree, name: string): boolean {
  const { any, names } = assignedIn(tree);
  return any || names.has(name);
}

const assignedIn = cachedByTree((tree): { readonly any: boolean; readonly names: ReadonlySet<string> } => {
  const { text } = tree;
  const assigned = /^(?:async )?def \w+\(\s*self\b/m.test(text)
    ? attributesSet(tree)
    : attributesSetOutside(tree);
  if (!text.includes('setattr')) return { any: changesByDict(tree), names: assigned };
  const byName = [...text.matchAll(SET_BY_NAME)].map(([, name]) => name!);
  return {
    any: /\b(?:setattr|(?<!def )__setattr__)\(/.test(text.replace(SET_BY_NAME, '')) || changesByDict(tree),
    names: new Set([...assigned, ...byName]),
  };
});

/** `setattr(table.optimizer, 'learning_rate', …` */
const SET_BY_NAME = /\b(?:__)?setattr(?:__)?\(\s*[\p{L}\p{N}_.]+\s*,\s*['"]([\p{L}\p{N}_]+)['"]\s*,/gu;
