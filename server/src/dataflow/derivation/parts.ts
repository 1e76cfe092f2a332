import { type Parameter, parameterFor, type Setting } from '../../catalogue';
import type { Value } from '../../evaluator';
import { isExpression } from '../../python/tree';
import type { ApiCall } from '../calls/python-file';
import type { Inferred } from '../calls/types';
import { TypesOfValues } from '../calls/types-of-values';
import { type GivenTo, givenFor, givenTo, makerOf } from './given';

/** A part of an embedding object, as it is at that time. */
export interface Part {
  /** The call that made it. */
  readonly call: ApiCall;
  /** The attribute for a setting. */
  attribute(setting: Setting): GivenTo;
  /** The attribute that a parameter of the constructor sets. */
  given(parameter: Parameter): GivenTo;
}

/** The value that an earlier embedding object has written into an attribute of a table. */
export type Written = (table: ApiCall, setting: Setting) => GivenTo | undefined;

/** The parts of an embedding object. */
export class Parts {
  private readonly found = new Map<ApiCall, Part>();

  constructor(
    private readonly embedding: ApiCall,
    private readonly written: Written,
  ) {}

  /** The part that a value is; undefined where that is unknown. */
  of(type: Inferred): Part | undefined {
    const call = makerOf(type);
    if (!call) return undefined;
    const part = this.found.get(call) ?? {
      call,
      attribute: (setting) => this.attribute(call, setting),
      given: (parameter) => this.given(call, parameter),
    };
    this.found.set(call, part);
    return part;
  }

  private attribute(call: ApiCall, setting: Setting): GivenTo {
    const parameter = parameterFor(call.entry, setting);
    const given = parameter ? this.given(call, parameter) : givenFor(call, setting);
    return given.type.kind === 'none' ? (this.written(call, setting) ?? given) : given;
  }

  private given(call: ApiCall, parameter: Parameter): GivenTo {
    const given = givenTo(call, parameter);
    const { objects } = this.embedding.event ?? {};
    if (!call.event || !objects) return given;
    const { given: object } = call.event;
    const attributes = parameter.attributes ?? [parameter.name];
    if (attributes.some((each) => objects.changes(object, each)))
      return { ...given, type: UNKNOWN, reason: 'The program assigns another value to it later.' };
    const value = attributes
      .map((each) => objects.get(object, each, given.node))
      .find((each) => each !== undefined);
    if (!value) return given;
    return parameter.attributes
      ? { ...given, type: UNKNOWN, value, reason: undefined }
      : valueAt(given, value);
  }
}

const UNKNOWN: Inferred = { kind: 'unknown' };

/** A value that is not written in the call. */
function valueAt(given: GivenTo, value: Value): GivenTo {
  const { node } = value;
  if (!isExpression(node)) return { ...given, type: UNKNOWN, value };
  const types = new TypesOfValues();
  types.add(node, value);
  return {
    parameter: given.parameter,
    type: types.get(node) ?? UNKNOWN,
    typeOf: (expression) => types.get(expression) ?? given.typeOf(expression),
    node,
    value,
  };
}
