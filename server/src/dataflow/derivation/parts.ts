import type { Value } from '../../evaluator';
import { isExpression } from '../../python/tree';
import type { ApiCall } from '../calls/python-file';
import type { Inferred } from '../calls/types';
import { TypesOfValues } from '../calls/types-of-values';
import { type GivenTo, givenTo, makerOf } from './given';

/** A part of an embedding object, as it is at that time. */
export interface Part {
  /** The call that made it. */
  readonly call: ApiCall;
  /** The attribute that a constructor parameter of the same name sets. */
  attribute(name: string): GivenTo;
}

/** The value that an earlier embedding object has written into an attribute of a table. */
export type Written = (table: ApiCall, attribute: string) => GivenTo | undefined;

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
    const part = this.found.get(call) ?? { call, attribute: (name: string) => this.attribute(call, name) };
    this.found.set(call, part);
    return part;
  }

  private attribute(call: ApiCall, name: string): GivenTo {
    const given = this.given(call, name);
    return given.type.kind === 'none' ? (this.written(call, name) ?? given) : given;
  }

  private given(call: ApiCall, name: string): GivenTo {
    const given = givenTo(call, name);
    const { objects } = this.embedding.event ?? {};
    if (!call.event || !objects) return given;
    const { given: object } = call.event;
    const attributes = ATTRIBUTES[name] ?? [name];
    if (attributes.some((each) => objects.changes(object, each)))
      return { ...given, type: UNKNOWN, reason: 'The program assigns another value to it later.' };
    const value = attributes
      .map((each) => objects.get(object, each, given.node))
      .find((each) => each !== undefined);
    if (!value) return given;
    return name in ATTRIBUTES ? { ...given, type: UNKNOWN, value } : valueAt(given, value);
  }
}

const UNKNOWN: Inferred = { kind: 'unknown' };

/** Parameters that an object stores in attributes of other names, or in another form. */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  clipvalue: ['clip_gradient_min', 'clip_gradient_max'],
  output_shape: ['output_shape'],
};

/** A value that is not written in the call. */
function valueAt(given: GivenTo, value: Value): GivenTo {
  const { node } = value;
  if (!isExpression(node)) return { ...given, type: UNKNOWN, value };
  const types = new TypesOfValues();
  types.add(node, value);
  return {
    type: types.get(node) ?? UNKNOWN,
    typeOf: (expression) => types.get(expression) ?? given.typeOf(expression),
    node,
    value,
  };
}
