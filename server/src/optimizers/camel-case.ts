/** The name of a field in JSON, as protobuf makes it: `beta1`, `learningRate`; of a dotted path, each part. */
export const camelCase = (name: string): string =>
  name.replaceAll(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
