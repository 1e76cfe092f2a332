/** Names of the files in examples/, inserted by the bundler. */
declare const EXAMPLES: readonly string[];

declare module '*.textproto' {
  const text: string;
  export default text;
}
