/** server/protos as scripts/proto-schema.mjs compiles it into the bundle. */
declare module 'tpu-embedding:schema' {
  const schema: import('./schema-json.ts').SchemaJson;
  export default schema;
}
