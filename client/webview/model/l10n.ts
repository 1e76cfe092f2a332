// Words for people in their language.

/** By their English; they are there before this script, in the page as on the page's thread. */
export const { translations = {} } = globalThis as { translations?: Readonly<Record<string, string>> };

/** As `vscode.l10n.t`, which a page does not have: `{0}` is the first of `args`. */
export const t = (message: string, ...args: (string | number)[]): string =>
  (translations[message] ?? message).replaceAll(/\{(\d)\}/g, (_, index) => String(args[index]));
