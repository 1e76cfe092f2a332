import type { Value } from '../../evaluator';
import type { Exceptions } from '../../python/exceptions';
import { type Attribute, type Call, type Expression, isExpression, type Node } from '../../python/tree';
import type { MessageType } from '../../schema/types';
import type { TypeOf } from '../calls/types';
import { isLasting, TypesOfValues } from '../calls/types-of-values';

/** A value given to a field, or to an attribute that is no field. */
export interface FieldInput {
  readonly type: MessageType;
  readonly name: string;
  readonly value: Value;
  /**
   * `message.field = value` or `setattr`, an argument of `message.field.add(…)` or an entry of a dict in place of a
   * message, or an argument of a message's class; of `append` and `extend`, what they put into the field; of `CopyFrom`
   * and `MergeFrom`, the message; of `ClearField`, `HasField` and `WhichOneof`, the name; of `ParseFromString`, the bytes.
   */
  readonly operation:
    | 'assignment'
    | 'add'
    | 'class'
    | 'append'
    | 'extend'
    | 'CopyFrom'
    | 'MergeFrom'
    | 'ClearField'
    | 'HasField'
    | 'WhichOneof'
    | 'ParseFromString';
  /** The attribute, the argument, or the call of a method. */
  readonly node: Node;
  /** Whether the name stands somewhere in the value of the node, and not in the program. */
  readonly isInside?: boolean;
}

/** A field input with its position in the text. */
export interface FieldSetting extends Omit<FieldInput, 'value'> {
  /** After these exceptions, the program continues. */
  readonly caught: Exceptions;
  /** The position of the field's name. */
  readonly start: number;
  readonly end: number;
  readonly value: Expression;
  /** The types of expressions at that time. */
  readonly typeOf: TypeOf;
}

/** Makes a setting on demand, if the text contains it. */
export type LateSetting = () => FieldSetting | undefined;

export function settingOf(given: FieldInput, caught: Exceptions): LateSetting {
  const { value } = given;
  // A mutable value is read now. Its position is looked up later, as edits may move it.
  const place = isLasting(value) ? undefined : placeIn(given);
  const now = place && typesAt(place.value, value);
  return () => {
    const place = placeIn(given);
    return place && { ...given, ...place, caught, typeOf: now ?? typesAt(place.value, value) };
  };
}

function typesAt(place: Expression, value: Value): TypeOf {
  const types = new TypesOfValues();
  types.add(place, value);
  return types.typeOf;
}

const placeIn = ({ isInside, node, name }: FieldInput) => (isInside ? whole(node) : placeOf(node, name));

function placeOf(node: Node, name: string): Pick<FieldSetting, 'start' | 'end' | 'value'> | undefined {
  switch (node.kind) {
    case 'attribute':
      return assigned(node);
    case 'keyword':
      return { start: node.start, end: node.nameEnd, value: node.value };
    case 'call':
      return called(node, name);
    default:
      return whole(node);
  }
}

const whole = (node: Node) =>
  isExpression(node) ? { start: node.start, end: node.end, value: node } : undefined;

function assigned(node: Attribute) {
  const { parent } = node;
  // Each of several targets gets its own value.
  if (parent?.kind === 'tuple' || parent?.kind === 'list')
    return { start: node.nameStart, end: node.end, value: node };
  return parent?.kind === 'assignment' && parent.value
    ? { start: node.nameStart, end: node.end, value: parent.value }
    : undefined;
}

function called({ callee, arguments: [argument, second, third] }: Call, name: string) {
  if (callee.kind === 'name' && callee.name === 'setattr' && second && third) {
    // `setattr(message, name, value)`
    const { start, end } = second.value;
    return { start, end, value: third.value };
  }
  if (!argument || callee.kind !== 'attribute') return undefined;
  const { end } = callee.object;
  return { start: end - name.length, end, value: argument.value };
}
