import { excerpt } from '../../../basics/excerpt';
import type { Inferred } from '../../../dataflow/calls/types';
import type { Expression } from '../../../python/tree';
import { quoted } from '../support/binding';
import { type ArgumentPlace, article, describe, type Mismatch, mismatched } from './mismatch';

/** What is wrong with a dict of the slot variables of the optimizer. */
export function judgeSlots(expression: Expression, value: Inferred, place: ArgumentPlace): Mismatch[] {
  const slots = Object.keys(place.call.entry.optimizer?.slots ?? {});
  const { typeOf } = place.call;
  const wrong = (node: Expression, what: string) => mismatched('type', node, place, what);
  if (slots.length === 0 || MAYBE.has(value.kind)) return [];
  if (value.kind !== 'dict')
    return mismatched(
      'type',
      expression,
      // Whatever makes the table reads it by the names of its slots.
      { ...place, severity: NO_DICTS.has(value.kind) ? 'error' : place.severity },
      `must be a dict of the slot variables ${quoted(slots)}, not ${describe(value)}.`,
    );
  const entries = value.entries?.map((entry) => ({ ...entry, name: stringIn(typeOf(entry.key)) }));
  if (!entries || entries.some(({ name }) => name === undefined)) return [];
  const missing = slots.filter((slot) => entries.every(({ name }) => name !== slot));
  const surplus = entries.find(({ name }) => !slots.includes(name!));
  if (surplus)
    return wrong(
      surplus.key,
      `has the key "${excerpt(surplus.name!)}", but the slot variables are ${quoted(slots)}.`,
    );
  if (missing.length > 0) return wrong(expression, `lacks the slot variables ${quoted(missing)}.`);
  return entries.flatMap((entry) => {
    const { kind, dtype } = { dtype: undefined, ...typeOf(entry.value) };
    return kind === 'tensor' && dtype !== undefined && dtype !== 'float32'
      ? wrong(
          entry.value,
          `has ${article(`${dtype} tensor`)} in it, but slot variables are float32, as the table is.`,
        )
      : [];
  });
}

const stringIn = (type: Inferred) => (type.kind === 'str' ? type.value : undefined);

/** Kinds of values that no name reads. */
const NO_DICTS: ReadonlySet<Inferred['kind']> = new Set<Inferred['kind']>([
  'list',
  'tuple',
  'none',
  'int',
  'float',
  'str',
]);

/** Kinds of values that may be such a dict. */
const MAYBE: ReadonlySet<Inferred['kind']> = new Set<Inferred['kind']>([
  'unknown',
  'ellipsis',
  'object',
  'instance',
]);
