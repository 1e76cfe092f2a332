/** Names of the files in examples/, put in by the bundler. */
declare const EXAMPLES: readonly string[];

declare module '*.textproto' {
  const text: string;
  export default text;
}
