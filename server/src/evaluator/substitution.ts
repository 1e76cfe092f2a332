import { TEMPLATE } from './attributes';
import type { Builtin } from './builtins';
import { callUnseen } from './escape';
import type { TemplateProblem } from './evaluator';
import { touch, WRITING } from './implicit';
import { objectWith } from './records';
import { textOf } from './strings';
import { hasOnlyTexts, unfilled } from './templates';
import { str, type Value } from './value';

/** `string.Template(text)` */
const template: Builtin = (ev, { positional, keywords, hasUnknownArguments }, node) => {
  const [text = keywords.get('template'), ...more] = positional;
  if (!text || more.length > 0 || hasUnknownArguments) return undefined;
  const reference = (name: string): Value => ({ kind: 'reference', name, node });
  const members = ['substitute', 'safe_substitute'].map((name): [string, Value] => [
    name,
    reference(`${TEMPLATE}.${name}`),
  ]);
  // The base from elsewhere stands for the members that are not followed.
  const inherited = { members: new Map(members), bases: [reference(TEMPLATE)] };
  return objectWith(ev, 'Template', new Map([['template', text]]), false, node, inherited);
};

/** A method that fills in a template; if it `isSafe`, it leaves what it cannot replace. */
const substitute =
  (isSafe: boolean): Builtin =>
  (ev, given, node) => {
    const [object, mapping, ...more] = given.positional;
    const isFollowed = !mapping || (mapping.kind === 'dict' && !mapping.cls && mapping.form === undefined);
    const isOwn = object?.kind !== 'instance' || object.cls.definition.kind === 'class';
    if (isOwn || !isFollowed || more.length > 0 || given.hasUnknownArguments) {
      callUnseen(ev, given, node);
      return str(node, undefined);
    }
    touch(ev, [...(mapping ? [mapping] : []), ...given.keywords.values()], node, WRITING);
    const { known, hasUnknownFields } = object.fields.content;
    // An object with other attributes, such as a pattern, may work in another way.
    const text = hasUnknownFields || known.size > 1 ? undefined : known.get('template');
    if (text?.kind !== 'str' || text.value === undefined) return str(node, undefined);
    const isComplete = !mapping || hasOnlyTexts(mapping);
    const find = (name: string) =>
      given.keywords.get(name) ?? mapping?.cell.content.known.get(`s${name}`)?.value;
    const filled = substituted(text.value, find, isComplete, isSafe);
    unfilled(ev, node, filled.problem);
    return str(node, filled.text);
  };

const PLACEHOLDER = /\$(?:(\$)|([_a-z][_a-z0-9]*)|\{([_a-z][_a-z0-9]*)\})?/gi;

/** A template with its values, as far as these are known, and what certainly fails in it. */
function substituted(
  template: string,
  find: (name: string) => Value | undefined,
  isComplete: boolean,
  isSafe: boolean,
): { readonly text?: string | undefined; readonly problem?: TemplateProblem } {
  let isKnown = true;
  let problem: TemplateProblem | undefined;
  const text = template.replace(PLACEHOLDER, (all, dollar, plain, braced) => {
    const name = plain ?? braced;
    if (dollar !== undefined) return dollar;
    const value = name === undefined ? undefined : find(name);
    if (value === undefined) {
      if (name !== undefined && !isComplete) isKnown = false;
      else if (!isSafe) problem ??= name === undefined ? { of: 'dollar' } : { of: 'key', name };
      return all;
    }
    const shown = textOf(value);
    if (shown === undefined) isKnown = false;
    return shown ?? all;
  });
  return problem ? { problem } : { text: isKnown ? text : undefined };
}

export const TEMPLATES: Readonly<Record<string, Builtin>> = {
  [TEMPLATE]: template,
  [`${TEMPLATE}.substitute`]: substitute(false),
  [`${TEMPLATE}.safe_substitute`]: substitute(true),
};
