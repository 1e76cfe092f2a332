import { type Parameter, parameterFor, type Setting } from '../../catalogue';
import type { Value } from '../../evaluator';
import { isExpression } from '../../python/tree';
import type { ApiCall } from '../calls/python-file';
import type { Inferred } from '../calls/types';
import { TypesOfValues } from '../calls/types-of-values';
import { type FieldArgument, fieldArgument, fieldArgumentFor, makerOf } from './field-argument';

/** A part of an embedding object, as it is when the object is made. */
export interface EmbeddingPart {
  /** The call that made it. */
  readonly call: ApiCall;
  /** The attribute for a setting. */
  attribute(setting: Setting): FieldArgument;
  /** The attribute that a parameter of the constructor sets. */
  argument(parameter: Parameter): FieldArgument;
}

/** The value that an earlier embedding object has written into an attribute of a table. */
export type WrittenEarlier = (table: ApiCall, setting: Setting) => FieldArgument | undefined;

/** The parts of an embedding object. */
export class EmbeddingParts {
  private readonly found = new Map<ApiCall, EmbeddingPart>();

  constructor(
    private readonly embedding: ApiCall,
    private readonly written: WrittenEarlier,
  ) {}

  /** The part that made a value of this type. */
  of(type: Inferred): EmbeddingPart | undefined {
    const call = makerOf(type);
    if (!call) return undefined;
    const part = this.found.get(call) ?? {
      call,
      attribute: (setting) => this.attribute(call, setting),
      argument: (parameter) => this.argument(call, parameter),
    };
    this.found.set(call, part);
    return part;
  }

  private attribute(call: ApiCall, setting: Setting): FieldArgument {
    const parameter = parameterFor(call.entry, setting);
    const argument = parameter ? this.argument(call, parameter) : fieldArgumentFor(call, setting);
    return argument.type.kind === 'none' ? (this.written(call, setting) ?? argument) : argument;
  }

  private argument(call: ApiCall, parameter: Parameter): FieldArgument {
    const argument = fieldArgument(call, parameter);
    const { objects } = this.embedding.event ?? {};
    if (!call.event || !objects) return argument;
    const { given: object } = call.event;
    const attributes = parameter.attributes ?? [parameter.name];
    if (attributes.some((each) => objects.changes(object, each)))
      return { ...argument, type: UNKNOWN, reason: 'The program assigns another value to it later.' };
    const value = attributes
      .map((each) => objects.get(object, each, argument.node))
      .find((each) => each !== undefined);
    if (!value) return argument;
    return parameter.attributes
      ? { ...argument, type: UNKNOWN, value, reason: undefined }
      : valueAt(argument, value);
  }
}

const UNKNOWN: Inferred = { kind: 'unknown' };

/** A value that is not written in the call. */
function valueAt(argument: FieldArgument, value: Value): FieldArgument {
  const { node } = value;
  if (!isExpression(node)) return { ...argument, type: UNKNOWN, value };
  const types = new TypesOfValues();
  types.add(node, value);
  return {
    parameter: argument.parameter,
    type: types.get(node) ?? UNKNOWN,
    typeOf: (expression) => types.get(expression) ?? argument.typeOf(expression),
    node,
    value,
  };
}
