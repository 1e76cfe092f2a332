import type { Node } from '../python/tree';
import { attributeOf, setAttribute } from './attributes';
import type { Evaluator } from './evaluator';
import { type Arguments, cellOf, unknown, type Value } from './value';

/** Functions that replace something for a while, and what they take: an object and a name, a path, or keywords. */
export const PATCHES: ReadonlyMap<string, (ev: Evaluator, given: Arguments, node: Node) => void> = new Map(
  ['mock', 'unittest.mock'].flatMap((module) => [
    [
      `${module}.patch.object`,
      (ev, given, node) => {
        const patch = patchOf(ev, given, node);
        // In a `with`, it is known when it applies.
        if (patch && node.parent?.kind === 'item') return;
        if (patch) perhaps(ev, patch.apply);
        else forget(ev, given.positional[0]);
      },
    ],
    [`${module}.patch.multiple`, (ev, { positional: [object] }) => forget(ev, object)],
    [`${module}.patch`, (ev, { positional: [path] }) => forgetPath(ev, path)],
  ]),
);

interface Patch {
  readonly apply: () => void;
  readonly undo: () => void;
}

/** `mock.patch.object(object, 'name', value)`; undefined if the object or the name is not known. */
export function patchOf(ev: Evaluator, given: Arguments, node: Node): Patch | undefined {
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

const perhaps = (ev: Evaluator, part: () => void) => ev.state.branch([part, () => {}]);

function forget(ev: Evaluator, object: Value | undefined): void {
  const cell = object && cellOf(object);
  if (cell) ev.state.expose(cell);
}

/** Forgets the variable or the attribute at the end of a path, or whatever any path may lead to. */
function forgetPath({ state, module: { variables } }: Evaluator, path: Value | undefined): void {
  const [name, owner = ''] = path?.kind === 'str' ? (path.value?.split('.').reverse() ?? []) : [];
  const holder = variables.get(owner)?.content;
  const cell = holder && cellOf(holder);
  if (cell) state.expose(cell);
  for (const [variable, each] of variables) if (variable === (name ?? variable)) state.expose(each);
}
