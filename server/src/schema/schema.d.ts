/** server/protos as scripts/proto-schema.mjs compiles it into the bundle. */
declare module 'tpu-embedding:schema' {
  const schema: import('./schema-json.ts').SchemaJson;
  export default schema;
}

/** What the fields of OptimizationParameters mean, by their paths in ProtoJSON, such as `optimizationParameters.adam.beta1`. */
declare module 'tpu-embedding:optimizer-documentation' {
  const documentation: Record<string, import('./schema-json.ts').FieldDocumentation>;
  export default documentation;
}
