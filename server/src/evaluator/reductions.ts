import type { Expression, Node } from '../python/tree';
import type { Builtin } from './builtins';
import { calledInTurn, iterate, letContentsEscape, loopedOver, oneByOne } from './containers';
import type { Evaluator } from './evaluator';
import { operated } from './expressions';
import { letEscape } from './join';
import { arithmetic, asNumber } from './numbers';
import { type Arguments, int, passing, type Value } from './value';

const elementsOf = (ev: Evaluator, source: Value | undefined): readonly Value[] | undefined => {
  const all = source && iterate(ev, source);
  if (!all && source) letContentsEscape(ev, source);
  return all;
};

const OPERATORS: { readonly [name: string]: string } = {
  add: '+',
  sub: '-',
  mul: '*',
  floordiv: '//',
  truediv: '/',
  mod: '%',
  pow: '**',
  or_: '|',
  and_: '&',
};

const operatorOf =
  (operator: string): Builtin =>
  (ev, { positional: [a, b], hasUnknownArguments }, node) =>
    a && b && !hasUnknownArguments ? operated(ev, a, operator, b, node as Expression) : undefined;

function reduced(
  ev: Evaluator,
  { positional, hasUnknownArguments }: Arguments,
  node: Node,
): Value | undefined {
  const [callee, given, initial] = positional;
  const source = given && loopedOver(ev, given);
  const all = hasUnknownArguments ? undefined : elementsOf(ev, source);
  if (!callee || !all) {
    for (const each of [callee, initial]) if (each) letEscape(each, ev.state);
    return undefined;
  }
  const [first, ...others] = initial ? [initial, ...all] : all;
  let result = first;
  const joined = (row: readonly Value[]) => {
    result = ev.call(callee, passing(result!, ...row), node);
    return result;
  };
  return calledInTurn(ev, callee, [source!], oneByOne(others), joined, node) && result;
}

/** Functions that make one value of many, and the operators that they use. */
export const REDUCTIONS: { readonly [name: string]: Builtin } = {
  'functools.reduce': reduced,
  'math.prod': (ev, { positional: [source], keywords, hasUnknownArguments }, node) => {
    const all = hasUnknownArguments ? undefined : elementsOf(ev, source);
    let product: Value | undefined = all && (keywords.get('start') ?? int(node, 1n));
    for (const each of all ?? []) {
      const [a, b] = [product && asNumber(product), asNumber(each)];
      product = a && b ? arithmetic(a, '*', b, node) : undefined;
    }
    return product;
  },
  ...Object.fromEntries(
    Object.entries(OPERATORS).map(([name, operator]) => [`operator.${name}`, operatorOf(operator)]),
  ),
};
