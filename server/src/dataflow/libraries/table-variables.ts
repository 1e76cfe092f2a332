// The variables of tables off the TPU, and values that are assigned to variables of another shape.
import { parameterFor } from '../../catalogue';
import type { Evaluator, Failure, OfMethod, Value } from '../../evaluator';
import { refusedValue } from '../../evaluator/refusals';
import { argumentAt, NO_ARGUMENTS, numberOf } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { type Inferred, instanceOf, tensorFacts } from '../calls/types';
import { assignsAttribute, settingIn } from './constructor-arguments';
import { areAlike, convertedShape, shapeText } from './tensor-shapes';

/** What stands for the function that makes them, which no program calls. */
const CREATED = 'tables.Variable';

/** The variable of a table, which keeps its sizes if those of the table change later. */
export function variableOfTable(table: Value, node: Node, ev: Evaluator): Value {
  const entry = instanceOf(table)?.entry;
  const sizes = (['vocabulary_size', 'dimension'] as const).map((setting) => {
    const parameter = entry && parameterFor(entry, setting);
    const mayChange = !parameter || assignsAttribute(ev.tree, parameter.name);
    return mayChange ? undefined : numberOf(settingIn(table, setting, node, ev));
  });
  const facts: Inferred = { kind: 'tensor', dtype: 'float32', shape: sizes };
  return { kind: 'made', callee: CREATED, given: { ...NO_ARGUMENTS }, facts, node };
}

/** A value that does not have the shape of the variable that it is assigned to. */
export const assignFailure: OfMethod<Failure> = (object, name, given) => {
  if (name !== 'assign' || object.kind !== 'made' || given.hasUnknownArguments) return undefined;
  const wanted = keepsShape(object) ? tensorFacts(object)?.shape : undefined;
  const shape = convertedShape(argumentAt(given, 0, 'value'));
  return wanted && shape && !areAlike(wanted, shape)
    ? refusedValue(`The variable has the shape ${shapeText(wanted)}, but gets a value of ${shapeText(shape)}`)
    : undefined;
};

/** Whether a value is a variable whose shape is that of its first value. */
const keepsShape = ({ callee, given: { positional, keywords, hasUnknownArguments } }: Made): boolean =>
  callee === CREATED ||
  (VARIABLE.test(callee) &&
    !hasUnknownArguments &&
    positional.length <= 1 &&
    !keywords.has('shape') &&
    !keywords.has('validate_shape'));

type Made = Extract<Value, { kind: 'made' }>;

const VARIABLE = /^tensorflow\.(?:compat\.v2\.)?Variable$/;
