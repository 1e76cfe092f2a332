/** File names of the examples, inserted by the bundler. */
declare const EXAMPLES: readonly string[];

/** The used part of web workers' types, which TypeScript does not declare for Node programs. */
declare class Worker {
  constructor(address: string);
  addEventListener(
    type: 'error',
    listener: (event: { readonly message: string; preventDefault(): void }) => void,
  ): void;
  terminate(): void;
}
