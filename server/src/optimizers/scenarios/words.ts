/** How sentences are put into the language of their reader. */
export interface Words {
  /** As `vscode.l10n.t`: `{0}` is the first of `args`. */
  t(message: string, ...args: (string | number)[]): string;
  /** A whole number. */
  count(value: number): string;
  /** Any other, to a few digits. */
  number(value: number): string;
}

export const ENGLISH: Words = {
  t: (message, ...args) => message.replaceAll(/\{(\d)\}/g, (_, index) => String(args[index])),
  count: (value) => value.toLocaleString('en-US'),
  number: (value) => String(Number(value.toPrecision(3))),
};
