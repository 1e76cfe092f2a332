import { anyOf } from '../../../basics/listed';
import type { AttributeType } from '../../../catalogue';
import { memberOf } from '../../../evaluator/attributes';
import { argumentIn, isScalar, type Judge, mismatched, wrongType } from './mismatch';

/** Judges an attribute of an object that the program makes itself. */
export const judgeAttribute: Judge<AttributeType> = (expression, value, type, place) => {
  if (isScalar(value)) return [wrongType(expression, value, type, place)];
  const object = argumentIn(place);
  if (object?.kind !== 'instance') return [];
  const held = object.fields.content.known.get(type.attribute) ?? memberOf(object.cls, type.attribute);
  if (held?.kind !== 'str' || held.value === undefined || type.accepts.includes(held.value)) return [];
  const options = anyOf(type.accepts.map((each) => `'${each}'`));
  return mismatched('choice', expression, place, `must have a \`${type.attribute}\` of ${options}.`);
};
