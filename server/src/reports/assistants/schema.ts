/** The part of JSON Schema that tools need to describe their arguments and answers. */
export interface JsonSchema {
  readonly type?: SchemaType;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: string | number | boolean;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  /** For an object without `properties`: the schema of each member. */
  readonly additionalProperties?: false | JsonSchema;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

type SchemaType = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null';

/** An object with all its members. Names that end with `?` are optional. */
export interface ObjectSchema extends JsonSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, JsonSchema>>;
}

const scalar =
  (type: SchemaType) =>
  (description?: string, minimum?: number): JsonSchema => ({
    type,
    ...(description && { description }),
    ...(minimum !== undefined && { minimum }),
  });

export const text = scalar('string');
export const number = scalar('number');
export const integer = scalar('integer');
export const boolean = scalar('boolean');
export const list = (items: JsonSchema, description?: string): JsonSchema => ({
  type: 'array',
  items,
  ...(description && { description }),
});

/** A member whose name ends with `?` is optional. */
export function object(members: Readonly<Record<string, JsonSchema>>, description?: string): ObjectSchema {
  const entries = Object.entries(members).map(([name, schema]) => [name.replace('?', ''), schema] as const);
  const required = Object.keys(members).filter((name) => !name.endsWith('?'));
  return {
    type: 'object',
    ...(description && { description }),
    properties: Object.fromEntries(entries),
    ...(required.length > 0 && { required }),
  };
}
