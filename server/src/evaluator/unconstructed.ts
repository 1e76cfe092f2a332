import { excerpt } from '../basics/excerpt';
import { textMatches } from '../python/text-matches';
import type { Node } from '../python/tree';
import { memberOf } from './attributes';
import type { Evaluator } from './evaluator';
import { fails, isJudged } from './failures';
import type { ClassValue, Value } from './value';

/** Notes that an object is used whose class does not call the constructor of a library's class that it is derived from. */
export function checkConstructed(ev: Evaluator, object: Value, node: Node, raises: string): void {
  if (object.kind !== 'instance' || !isJudged(ev, object)) return;
  const { cls, fields } = object;
  if (object.node === cls.definition || fields.content.hasUnknownFields || !skipsBase(ev, cls)) return;
  const reason = `\`${excerpt(cls.name)}.__init__\` does not call \`super().__init__()\`, which this object needs here`;
  fails(ev, node, { of: 'refused', reason, raises });
}

/** The same where a library reads attributes that nothing in the program gives the object. */
export function checkComplete(ev: Evaluator, object: Value, names: readonly string[], node: Node): void {
  if (object.kind !== 'instance') return;
  const { cls, fields } = object;
  const isFound = (name: string) =>
    fields.content.known.has(name) ||
    ['__getattr__', '__getattribute__', name].some((each) => memberOf(cls, each));
  if (!names.every(isFound)) checkConstructed(ev, object, node, 'AttributeError');
}

/** The same where an attribute is used that only the library's class gives the object. */
export function checkInherited(ev: Evaluator, object: Value, name: string, found: Value, node: Node): void {
  if (object.kind !== 'instance' || found.kind === 'unknown') return;
  // A method can be looked up, though not called.
  const isUsed = found.kind !== 'method' || (node.parent?.kind === 'call' && node.parent.callee === node);
  const isOwn = object.fields.content.known.has(name) || memberOf(object.cls, name) !== undefined;
  const base = object.cls.inherited.find(({ kind }) => kind !== 'class');
  if (isUsed && !isOwn && base?.kind === 'reference' && ev.library.attributesOf?.(base.name)?.includes(name))
    checkConstructed(ev, object, node, 'AttributeError');
}

/** Whether a class has a constructor of its own, and nothing in it or around it calls that of its base. */
function skipsBase({ tree }: Evaluator, cls: ClassValue): boolean {
  const own = memberOf(cls, '__init__');
  if (own?.kind !== 'function' || textMatches(tree, CALLS_CONSTRUCTOR)) return false;
  return [cls, ...cls.inherited].every((each) => each.kind !== 'class' || isPlain(each, tree.text));
}

/** `Base.__init__(self)`, for any base. */
const CALLS_CONSTRUCTOR = /(?<!super\([^()]*\))\.\s*__init__\b|__init__['"]|\b__new__\b/;

const isPlain = ({ definition, form }: ClassValue, text: string): boolean =>
  definition.kind === 'class' &&
  form === 'plain' &&
  definition.decorators.length === 0 &&
  definition.arguments.every(({ kind }) => kind === 'positional') &&
  !/\bsuper\b/.test(text.slice(definition.start, definition.end));
