import { textMatches } from '../python/text-matches';
import type { Node } from '../python/tree';
import { leaving } from './attempts';
import { attributeOf, setAttribute } from './attributes';
import { putEntry } from './containers';
import type { Evaluator } from './evaluator';
import { isPlainDict } from './failures';
import type { Cell } from './state';
import {
  type Arguments,
  cellOf,
  entriesOf,
  type FunctionValue,
  NO_ARGUMENTS,
  str,
  truth,
  unknown,
  type Value,
} from './value';

/**
 * Functions that replace something for a while, and what they take: an object and a name, a dict and entries, a path, or
 * keywords. They return what later code still needs of that, if nothing else happens to it.
 */
export const PATCHES: ReadonlyMap<
  string,
  (ev: Evaluator, given: Arguments, node: Node) => Arguments | undefined
> = new Map(
  ['mock', 'unittest.mock'].flatMap((module) => [
    [
      `${module}.patch.object`,
      (ev, given, node) => {
        const patch = patchOfAttribute(ev, given, node);
        if (!patch) forget(ev, given.positional[0]);
        else if (!isItem(node)) perhaps(ev, patch.apply);
        return undefined;
      },
    ],
    [
      `${module}.patch.dict`,
      (ev, given, node) => {
        const patch = patchOfDict(ev, given);
        if (patch && (isItem(node) || isOfFunction(node))) return given;
        if (patch) perhaps(ev, patch.apply);
        // A path may lead to any dict.
        else for (const { content } of ev.module.variables.values()) forget(ev, content);
        return patch && NO_ARGUMENTS;
      },
    ],
    [`${module}.patch.multiple`, (ev, { positional: [object] }) => forget(ev, object)],
    [`${module}.patch`, (ev, { positional: [path] }) => forgetPath(ev, path)],
  ]),
);

/** In a `with`, it is known when a patch applies. */
const isItem = ({ parent }: Node): boolean => parent?.kind === 'item';

/** Above a function, a patch applies while that runs. */
const isOfFunction = (node: Node): boolean =>
  node.kind === 'call' && node.parent?.kind === 'function' && node.parent.decorators.includes(node);

/** Whether a decorator leaves a function as it is but for a known patch while its body runs. */
export const isPatch = (ev: Evaluator, decorator: Value): boolean =>
  decorator.kind === 'made' &&
  decorator.callee.endsWith('.dict') &&
  isOfFunction(decorator.node) &&
  patchOf(ev, decorator) !== undefined;

/** The patches of dicts that apply while the body of a function runs, outermost first. */
export const patchesAbove = (ev: Evaluator, { definition, closure }: FunctionValue): Patch[] =>
  definition.kind === 'function' && definition.decorators.length > 0 && textMatches(ev.tree, PATCHES_DICTS)
    ? definition.decorators.filter(isCallOfDict).flatMap((each) => {
        const value = ev.evaluate(each, closure);
        return value.kind === 'made' && isPatch(ev, value) ? (patchOf(ev, value) ?? []) : [];
      })
    : [];

const PATCHES_DICTS = /\bpatch\.dict\b/;
const isCallOfDict = (node: Node): boolean =>
  node.kind === 'call' && node.callee.kind === 'attribute' && node.callee.name === 'dict';

export interface Patch {
  /** What is the same again behind the patch, however that ends. */
  readonly restored?: Cell<unknown>;
  readonly apply: () => void;
  readonly undo: () => void;
}

/** What a context manager replaces while its block runs, if it is one of `PATCHES` and what it replaces is known. */
export const patchOf = (
  ev: Evaluator,
  { callee, given, node }: Extract<Value, { kind: 'made' }>,
): Patch | undefined =>
  !PATCHES.has(callee)
    ? undefined
    : callee.endsWith('.dict')
      ? patchOfDict(ev, given)
      : patchOfAttribute(ev, given, node);

/** Evaluates a part while a patch applies. */
export const whilePatched = (ev: Evaluator, { apply, undo, restored }: Patch, part: () => void): void =>
  void ev.state.watch(() => {
    apply();
    leaving(ev, part, undo, () => {
      undo();
      ev.state.isReachable = false;
    });
  }, restored);

/** Evaluates a part while patches apply, the first around the others. */
export const runPatched = (ev: Evaluator, patches: readonly Patch[], part: () => void): void =>
  patches.reduceRight((inner, patch) => () => whilePatched(ev, patch, inner), part)();

/** `mock.patch.object(object, 'name', value)`; undefined if the object or the name is not known. */
function patchOfAttribute(ev: Evaluator, given: Arguments, node: Node): Patch | undefined {
  const [object, name, value] = given.positional;
  const isKnown = object?.kind === 'class' || object?.kind === 'instance';
  if (!isKnown || name?.kind !== 'str' || name.value === undefined || given.hasUnknownArguments)
    return undefined;
  const attribute = name.value;
  const before = attributeOf(ev, object, attribute, node);
  const during = value ?? given.keywords.get('new') ?? unknown(node, 'call');
  return {
    apply: () => setAttribute(ev, object, attribute, during, node),
    undo: () => setAttribute(ev, object, attribute, before, node),
  };
}

/** `mock.patch.dict(dict, {'key': value}, key=value, clear=True)`; undefined if the dict or the entries are not known. */
function patchOfDict(
  ev: Evaluator,
  { positional, keywords, hasUnknownArguments }: Arguments,
): Patch | undefined {
  const [dict, values = keywords.get('values'), clear = keywords.get('clear')] = positional;
  const entries = values ? values.kind === 'dict' && entriesOf(values) : [];
  const isCleared = clear ? truth(clear) : false;
  const isKnown = dict?.kind === 'dict' && isPlainDict(dict) && entries && isCleared !== undefined;
  if (!isKnown || hasUnknownArguments) return undefined;
  const before = dict.cell.content;
  const named = [...keywords].filter(([name]) => name !== 'values' && name !== 'clear');
  return {
    restored: dict.cell as Cell<unknown>,
    apply: () => {
      if (isCleared) ev.state.write(dict.cell, { known: new Map(), hasUnknownEntries: false });
      for (const { key, value } of entries) putEntry(ev, dict, key, value);
      for (const [name, value] of named) putEntry(ev, dict, str(value.node, name), value);
    },
    undo: () => ev.state.write(dict.cell, before),
  };
}

const perhaps = (ev: Evaluator, part: () => void) => ev.state.branch([part, () => {}]);

/** Afterwards, nothing that the object holds is known. */
function forget(ev: Evaluator, object: Value | undefined): undefined {
  const cell = object && cellOf(object);
  if (cell) ev.state.expose(cell);
}

/** Forgets the variable or the attribute at the end of a path, or whatever any path may lead to. */
function forgetPath({ state, module: { variables } }: Evaluator, path: Value | undefined): undefined {
  const [name, owner = ''] = path?.kind === 'str' ? (path.value?.split('.').reverse() ?? []) : [];
  const holder = variables.get(owner)?.content;
  const cell = holder && cellOf(holder);
  if (cell) state.expose(cell);
  for (const [variable, each] of variables) if (variable === (name ?? variable)) state.expose(each);
}
