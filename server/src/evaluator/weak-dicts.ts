import type { Builtin } from './builtins';
import { DICT_METHODS, dictOf, putEntry } from './containers';
import type { Evaluator } from './evaluator';
import {
  bool,
  type DictValue,
  dictKeyOf,
  NO_ARGUMENTS,
  none,
  passing,
  unknown,
  type Value,
  WEAK,
} from './value';

/** `weakref.WeakValueDictionary()`: its argument is what was put in, of which anything may have vanished. */
const weakDict: Builtin = (ev, { positional, keywords, hasUnknownArguments }, node) =>
  positional.length + keywords.size > 0 || hasUnknownArguments
    ? undefined
    : { kind: 'made', callee: WEAK, given: passing(dictOf(ev, node)), node };

/** A method of such a dict, which gets the dict of what was put in. */
const method =
  (
    run: (ev: Evaluator, dict: DictValue, given: readonly Value[], node: Value['node']) => Value | undefined,
  ): Builtin =>
  (ev, { positional: [object, ...given], keywords, hasUnknownArguments }, node) => {
    const dict = object?.kind === 'made' ? object.given.positional[0] : undefined;
    return dict?.kind === 'dict' && keywords.size === 0 && !hasUnknownArguments
      ? run(ev, dict, given, node)
      : undefined;
  };

/** Whether something was put in under a key, as far as that is known. */
function wasPut({ cell: { content } }: DictValue, key: Value): boolean | undefined {
  const id = dictKeyOf(key);
  return id === undefined
    ? undefined
    : content.known.has(id) || (content.hasUnknownEntries ? undefined : false);
}

export const WEAK_DICTS: { readonly [name: string]: Builtin } = {
  [WEAK]: weakDict,
  [`${WEAK}.__setitem__`]: method((ev, dict, [key, value], node) => {
    if (key && value) putEntry(ev, dict, key, value);
    return none(node);
  }),
  [`${WEAK}.__getitem__`]: method((ev, dict, [key], node) =>
    key && wasPut(dict, key)
      ? DICT_METHODS.get('get')!(ev, dict, [key], node, NO_ARGUMENTS.keywords)
      : unknown(node, 'call'),
  ),
  [`${WEAK}.__contains__`]: method((_ev, dict, [key], node) =>
    bool(node, key && wasPut(dict, key) === false ? false : undefined),
  ),
  [`${WEAK}.get`]: method((ev, dict, [key, other = none(dict.node)], node) => {
    if (key && wasPut(dict, key) === false) return other;
    const found = key && DICT_METHODS.get('get')!(ev, dict, [key, other], node, NO_ARGUMENTS.keywords);
    return found && ev.join(found, other);
  }),
};
