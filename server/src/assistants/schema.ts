/** As much of JSON Schema as tools need to say what they take and what they answer. */
export interface JsonSchema {
  readonly type?: SchemaType;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: string | number | boolean;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  /** Of an object without `properties`: what each member is. */
  readonly additionalProperties?: false | JsonSchema;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

export type SchemaType = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null';

/** An object of which clients are told all members; what may be missing is named behind them. */
export interface ObjectSchema extends JsonSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, JsonSchema>>;
}

const scalar =
  (type: SchemaType) =>
  (description?: string): JsonSchema => ({
    type,
    ...(description && { description }),
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

/** What stands behind a name that ends with `?` may be missing. */
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
