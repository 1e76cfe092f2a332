/** The names of the examples, put in by the bundler. */
declare const EXAMPLES: readonly string[];

/** The little of web workers that is used; TypeScript declares them for programs without Node. */
declare class Worker {
  constructor(address: string);
  addEventListener(
    type: 'error',
    listener: (event: { readonly message: string; preventDefault(): void }) => void,
  ): void;
  terminate(): void;
}
