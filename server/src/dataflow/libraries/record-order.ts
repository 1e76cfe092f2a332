// How records of keras-rs are ordered, which Python compares field by field.
import type { Entry } from '../../catalogue';
import type { Arguments, Evaluator, Value } from '../../evaluator';
import { operatorType } from '../../evaluator/failures';
import { orderOf } from '../../evaluator/numbers';
import type { Call, Node } from '../../python/tree';
import { valueOfParameter } from '../calls/arguments';
import { instanceOf } from '../calls/types';
import type { AssignedAttributes } from './assigned-attributes';

type Order = 'same' | 'ordered' | 'unknown' | { readonly left: string; readonly right: string };

/** The types of the first fields in which two records differ, if these have no order. */
export function unorderedFields(
  left: Value,
  right: Value,
  node: Node,
  ev: Evaluator,
  attributes: AssignedAttributes,
): { readonly left: string; readonly right: string } | undefined {
  const order = (a: Value, b: Value): Order => {
    const [one, two] = [recordOf(a), recordOf(b)];
    if (!one || !two || one.entry !== two.entry) return 'unknown';
    if (one.given === two.given) return 'same';
    const value = (object: Value, { entry, given, call }: RecordFacts, name: string) =>
      attributes.get(object, name, node) ?? valueOfParameter(entry, name, given, call);
    for (const { name } of one.entry.parameters) {
      const [x, y] = [value(a, one, name), value(b, two, name)];
      // The default is one object for all.
      const fields =
        x || y ? orderOfFields(x ?? ev.attribute(a, name, node), y ?? ev.attribute(b, name, node)) : 'same';
      if (fields !== 'same') return fields;
    }
    return 'same';
  };
  const orderOfFields = (a: Value, b: Value): Order => {
    if (a.kind === 'made' && b.kind === 'made' && a.given === b.given) return 'same';
    const known = orderOf(a, b);
    if (known) return known.same ? 'same' : known.less || known.greater ? 'ordered' : 'unknown';
    if (a.kind === 'none' && b.kind === 'none') return 'same';
    const [one, two] = [typeOf(a), typeOf(b)];
    const isUnlike = one !== undefined && two !== undefined && (one !== two || a.kind === 'made');
    return isUnlike && !(isNumber(a) && isNumber(b)) ? { left: one, right: two } : order(a, b);
  };
  const found = order(left, right);
  return typeof found === 'string' ? undefined : found;
}

interface RecordFacts {
  readonly entry: Entry;
  readonly given: Arguments;
  readonly call: Call;
}

function recordOf(value: Value): RecordFacts | undefined {
  const { entry, call, isDeclared } = instanceOf(value) ?? {};
  if (entry?.library !== 'keras-rs' || (entry.role !== 'table' && entry.role !== 'feature')) return undefined;
  if (value.kind !== 'made' || value.given.hasUnknownArguments || !call || isDeclared) return undefined;
  return { entry, given: value.given, call };
}

/** Plain values, and optimizers of Keras, which are equal to nothing but themselves. */
const typeOf = (value: Value): string | undefined =>
  value.kind === 'made' ? OPTIMIZER.exec(value.callee)?.[1] : operatorType(value);

const OPTIMIZER = /^(?:tensorflow\.)?keras\.optimizers\.([A-Z]\w*)$/;

const isNumber = ({ kind }: Value): boolean => kind === 'bool' || kind === 'int' || kind === 'float';
