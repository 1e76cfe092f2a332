import documentation from 'tpu-embedding:optimizer-documentation';
import { webPage } from '../html';

/** URIs of the page's files, and what its content security policy allows. */
interface Resources {
  /** The source of styles and scripts in the policy. */
  cspSource: string;
  /** The nonce of the script that may run; every page has a new one. */
  nonce: string;
  script: string;
  style: string;
}

/** The texts of the page's interface. */
export interface Words {
  /** The language tag for HTML. */
  language: string;
  /** Translations by their English text; undefined if the interface is English. */
  translations: Readonly<Record<string, string>> | undefined;
}

/** Allows the thread for long runs: a worker can only start from a blob, so the page fetches its script. */
const thread = (cspSource: string) => [`connect-src ${cspSource}`, 'worker-src blob:'];

/** JSON that is safe inside a script element: no text can close the element or open a comment. */
const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * The page's HTML with its translations and the documentation of hyperparameters. All other data arrives in messages.
 */
export const pageDocument = (
  { cspSource, nonce, script, style }: Resources,
  { language, translations = {} }: Words,
): string =>
  webPage({
    language,
    policy: [`style-src ${cspSource}`, `script-src 'nonce-${nonce}'`, ...thread(cspSource)],
    title: 'Preview',
    styles: [style],
    body: `  <script nonce="${nonce}">
    globalThis.translations = ${inScript(translations)};
    globalThis.documentation = ${inScript(documentation)};
  </script>
  <script nonce="${nonce}" type="module" src="${script}"></script>`,
  });
