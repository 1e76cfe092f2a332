import type { Arguments, Evaluator, Value } from '../../evaluator';
import { bool, float, int, NO_ARGUMENTS, str } from '../../evaluator/value';
import type { Node } from '../../python/tree';

const PARSER = /^configparser\.(?:Raw|Safe)?ConfigParser$/;
const SECTION = 'configparser.SectionProxy';

/** Readers of an option, by what they make of its text. */
const READERS: ReadonlyMap<string, (node: Node) => Value> = new Map<string, (node: Node) => Value>([
  ['get', (node) => str(node, undefined)],
  ['getint', (node) => int(node, undefined)],
  ['getfloat', (node) => float(node, undefined)],
  ['getboolean', (node) => bool(node, undefined)],
]);

const isParser = (object: Value): boolean =>
  object.kind === 'made' &&
  PARSER.test(object.callee) &&
  // A converter may make anything of a text.
  object.given.keywords.size === 0 &&
  !object.given.hasUnknownArguments;
const isSection = (object: Value): boolean => object.kind === 'made' && object.callee === SECTION;

/** `parser[section]`, and `section[option]`, which is a text. */
export function configuredElement(object: Value, node: Node): Value | undefined {
  if (isParser(object)) return { kind: 'made', callee: SECTION, given: NO_ARGUMENTS, node };
  return isSection(object) ? str(node, undefined) : undefined;
}

/** `parser.getint(section, option)` and its like. */
export function configuredValue(
  object: Value,
  name: string,
  { positional, keywords, hasUnknownArguments }: Arguments,
  node: Node,
  ev: Evaluator,
): Value | undefined {
  const made = READERS.get(name);
  const isOfParser = isParser(object);
  if (!made || hasUnknownArguments || !(isOfParser || isSection(object))) return undefined;
  const [fallback] = positional.slice(isOfParser ? 2 : 1);
  const missing = keywords.get('fallback') ?? (isOfParser ? undefined : fallback);
  if (positional.length > 2 || [...keywords.keys()].some((each) => each !== 'fallback')) return undefined;
  // A section gives None where it lacks an option.
  if (!isOfParser && !missing) return ev.join(made(node), { kind: 'none', node });
  return missing ? ev.join(made(node), missing) : made(node);
}
