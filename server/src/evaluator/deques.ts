import type { Node } from '../python/tree';
import type { Builtin } from './builtins';
import { addedTo, iterate, LIST_METHODS, letContentsEscape, listOf, setAll } from './containers';
import type { Evaluator } from './evaluator';
import { letEscape } from './join';
import { type Arguments, type ListValue, none, type Value } from './value';

/** `collections.deque(elements)`; what one of limited length drops is not followed. */
export const madeDeque: Builtin = (ev, { positional, keywords, hasUnknownArguments }, node) => {
  const [source, most] = positional;
  const isPlain = (!most || most.kind === 'none') && keywords.size === 0 && !hasUnknownArguments;
  const all = isPlain ? (source ? iterate(ev, source) : []) : undefined;
  if (!all && source) letContentsEscape(ev, source);
  return isPlain ? { ...listOf(ev, all, node), isDeque: true } : undefined;
};

/** A method of a deque: those at its left end, and those that it shares with a list. */
export function methodOfDeque(
  ev: Evaluator,
  object: ListValue,
  name: string,
  { positional: given, keywords }: Arguments,
  node: Node,
): Value | undefined {
  const all = object.cell.content;
  const [value] = given;
  switch (name) {
    case 'appendleft':
      if (!all && value) letEscape(value, ev.state);
      return setAll(ev, object, all && value ? [value, ...all] : undefined, node);
    case 'popleft':
      return given.length === 0
        ? LIST_METHODS.get('pop')!(ev, object, [zero(node)], node, keywords)
        : undefined;
    case 'extendleft': {
      const more = value && addedTo(ev, object, value);
      const before = object.cell.content;
      if (before && more) return setAll(ev, object, [...more.toReversed(), ...before], node);
      for (const each of more ?? []) letEscape(each, ev.state);
      if (value) letContentsEscape(ev, value);
      return setAll(ev, object, undefined, node);
    }
    case 'rotate': {
      const by = value ? (value.kind === 'int' ? value.value : undefined) : 1n;
      const isKnown = all && by !== undefined;
      if (isKnown && all.length === 0) return none(node);
      const at = isKnown ? Number(((-by % BigInt(all.length)) + BigInt(all.length)) % BigInt(all.length)) : 0;
      return setAll(ev, object, isKnown ? [...all.slice(at), ...all.slice(0, at)] : undefined, node);
    }
    case 'copy':
      return { ...listOf(ev, all, node), isDeque: true };
    case 'sort':
      return undefined;
    default:
      return LIST_METHODS.get(name)?.(ev, object, given, node, keywords);
  }
}

const zero = (node: Node): Value => ({ kind: 'int', value: 0n, node });
