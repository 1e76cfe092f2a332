import { type Expression, isExpression, type Name, type Node, walk } from '../python/tree';
import { addHeld } from './join';
import { variableIn } from './narrowing';
import { type Frame, kinds, type Value } from './value';

/** At most so many values are found. */
const MAX_TESTED = 300;

/** The values that a test looks at, and what they hold: if its outcome is not known, the code behind it may not get them. */
export function valuesTested(test: Expression, frame: Frame): ReadonlySet<Value> {
  const found = new Set<Value>();
  const pending = lookedAtIn(test, frame).flatMap((value) =>
    // An earlier expression may have looked at others, as in `isNumber = np.isscalar(value)`.
    isUndecided(value) && isExpression(value.node) ? lookedAtIn(value.node, frame) : value,
  );
  for (let at = pending.pop(); at && found.size < MAX_TESTED; at = pending.pop()) {
    if (found.has(at) || DEFINED.has(at.kind)) continue;
    found.add(at);
    addHeld(pending, at);
  }
  return found;
}

const isUndecided = (value: Value): boolean =>
  value.kind === 'unknown' || ('value' in value && value.value === undefined);

function lookedAtIn(expression: Expression, frame: Frame): readonly Value[] {
  const found: Value[] = [];
  for (const node of walk(expression))
    if (node.kind === 'name' && !isComparedWithNone(node)) found.push(...lookedAt(node, frame));
  return found;
}

const DEFINED = kinds('unknown', 'reference', 'class');

/** What a name has; of the object in `self.size` only that attribute. */
function lookedAt(name: Name, frame: Frame): readonly Value[] {
  let value = variableIn(frame, name.name)?.content;
  for (
    let at: Expression = name;
    value?.kind === 'instance' && at.parent?.kind === 'attribute';
    at = at.parent
  ) {
    const held: Value | undefined = value.fields.content.known.get(at.parent.name);
    // A test that calls a method of `self` says nothing about its other attributes.
    if (!held && name.name === 'self') return [];
    if (!held) break;
    value = held;
  }
  return value ? [value] : [];
}

/** `name is None` or `(name := …) is not None`: behind it, `Narrowing` knows which of its values a variable has. */
function isComparedWithNone({ parent }: Node): boolean {
  const test = parent?.kind === 'walrus' ? parent.parent : parent;
  const other = test?.kind === 'compare' ? test.operands[1] : undefined;
  return (
    test?.kind === 'compare' &&
    /^is(?: not)?$/.test(test.operators.join()) &&
    other?.kind === 'constant' &&
    other.value === 'None'
  );
}
