import { argumentValue } from '../../../dataflow/calls/argument-values';
import { type ApiCall, argumentOf } from '../../../dataflow/calls/python-file';
import type { Inferred } from '../../../dataflow/calls/types';
import { type Argument, type Expression, isExpression } from '../../../python/tree';
import type { Draft } from './draft';
import type { Site } from './program';
import type { ArgumentRow } from './rows';
import { pythonText } from './values';

/** The value that a parameter has each time. */
export const valuesOf = ({ calls }: Site, parameter: string): readonly Inferred[] =>
  calls.map((call) => argumentValue(call, parameter));

/** The text of the value that a parameter always has, if it is a plain one. */
export function textOfValue(site: Site, parameter: string): string | undefined {
  const [first, ...others] = valuesOf(site, parameter).map(pythonText);
  return others.every((other) => other === first) ? first : undefined;
}

/** Whether a call gives no value, or None, to a parameter. */
export const isLeftOut = (site: Site, parameter: string): boolean =>
  !site.calls[0].binding.arguments.has(parameter) || textOfValue(site, parameter) === 'None';

/** The expression of an argument. */
export const expressionOf = ({ calls: [call] }: Site, parameter: string): Expression | undefined =>
  argumentOf(call, parameter);

/** Whether an argument stands in the brackets of its call, and not in a dict or in `functools.partial`. */
export const isOwn = ({ node }: Site, argument: Argument): boolean => node.arguments.includes(argument);

/**
 * Rewrites the arguments of a call: renames what carries over, removes what does not, which is remarked, and adds what the
 * other library needs. `left` are arguments that `added` replaces.
 */
export function rewriteArguments(
  draft: Draft,
  site: Site,
  added: readonly string[] = [],
  left: ReadonlySet<string> = new Set(),
): void {
  const { node, calls, row } = site;
  const [call] = calls;
  const removed = new Set<Argument>();
  for (const [i, argument] of call.arguments.entries()) {
    const parameter = call.binding.parameters[i]?.name;
    if (parameter === undefined) {
      if (argument.kind !== 'doubleStar')
        draft.remark(
          argument,
          `which argument ${node.callee.kind === 'attribute' ? node.callee.name : 'the call'} gets here is not known: rename it by hand.`,
        );
      continue;
    }
    const to = row.arguments[parameter];
    const isKept = to && 'to' in to && !left.has(parameter);
    if (to && 'lost' in to) remarkLost(draft, site, parameter, to, argument);
    if (!isKept) removed.add(argument);
    else {
      rename(draft, site, argument, to.to);
      const isFunction = to.ofFunction !== undefined && call.typeOf(argument.value).kind === 'function';
      if (isFunction) draft.remark(argument, `${parameter} is a function: ${to.ofFunction}`);
    }
  }
  for (const [parameter, to] of Object.entries(row.arguments))
    if ('lost' in to && !call.binding.arguments.has(parameter) && !call.binding.open)
      remarkLost(draft, site, parameter, to, undefined);
  const defaults = Object.entries(row.arguments).flatMap(([parameter, to]) =>
    'to' in to && to.otherwise !== undefined && !call.binding.arguments.has(parameter) && !call.binding.open
      ? [`${to.to}=${to.otherwise}`]
      : [],
  );
  for (const argument of removed) if (!isOwn(site, argument)) removeElsewhere(draft, argument);
  draft.arrange(node, (argument) => !removed.has(argument), [...added, ...defaults]);
}

/** Says that an argument is lost, unless its value makes no difference. */
function remarkLost(
  draft: Draft,
  site: Site,
  parameter: string,
  { lost, harmless }: Extract<ArgumentRow, { lost: string }>,
  argument: Argument | undefined,
): void {
  const { entry, node } = site;
  const value = textOfValue(site, parameter);
  const usual = entry.parameters.find(({ name }) => name === parameter)?.default;
  const isHarmless = value === undefined ? !argument : (harmless ?? [usual]).includes(value);
  if (isHarmless) return;
  const written = argument ? draft.file.text.slice(argument.value.start, argument.value.end) : usual;
  const shown = written !== undefined && written.length <= 60 && !written.includes('\n') ? `=${written}` : '';
  draft.remark(
    argument && isOwn(site, argument) ? argument : node,
    `${parameter}${shown} of ${entry.name}${argument ? '' : ', its default,'} does not carry over: ${lost}`,
    { lost: parameter },
  );
}

/** Gives an argument another name, wherever that is written. */
function rename(draft: Draft, site: Site, argument: Argument, to: string): void {
  const { start, nameEnd, kind } = argument;
  if (argument.name === to) return;
  if (kind === 'positional') {
    if (isOwn(site, argument)) draft.insert(start, `${to}=`);
    else draft.remark(site.node, `the argument ${to} comes from a list: give it by its name.`);
    return;
  }
  const quote = /^["']/.exec(draft.file.text.slice(start, nameEnd))?.[0] ?? '';
  draft.replace({ start, end: nameEnd }, quote + to + quote);
}

/** Removes an argument that is written in a dict, in `dict(…)` or in `functools.partial(…)`. */
function removeElsewhere(draft: Draft, { value }: Argument): void {
  const { parent } = value;
  if (parent?.kind === 'keyword' && parent.parent?.kind === 'call') {
    const call = parent.parent;
    draft.arrange(call, (argument) => argument !== parent, []);
  } else if (parent?.kind === 'entry' && parent.parent?.kind === 'dict' && isExpression(value)) {
    const { entries } = parent.parent;
    const i = entries.indexOf(parent);
    const next = entries[i + 1];
    const range = next
      ? { start: parent.start, end: next.start }
      : { start: entries[i - 1]?.end ?? parent.start, end: parent.end };
    draft.replace(range, '');
  } else draft.remark(value, 'this argument does not carry over: remove it by hand.');
}

/** The first call of the site, in which its arguments are bound. */
export const firstOf = ({ calls: [call] }: Site): ApiCall => call;
