// Types for the used part of the package, which has none.
declare module 'js-yaml' {
  export function load(text: string): unknown;
}
