// Translations of the page's texts.

/** By their English text. The page and the worker define them before this script runs. */
export const { translations = {} } = globalThis as { translations?: Readonly<Record<string, string>> };

/** The language of the page, as a tag. The worker has no document. */
export const language: string =
  (globalThis as { language?: string }).language ??
  (globalThis as { document?: { documentElement: { lang: string } } }).document?.documentElement.lang ??
  'en';

/** As `vscode.l10n.t`, which webviews do not have: `{0}` is the first of `args`. */
export const t = (message: string, ...args: (string | number)[]): string =>
  (translations[message] ?? message).replaceAll(/\{(\d)\}/g, (_, index) => String(args[index]));
