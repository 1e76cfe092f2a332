import documentation from 'tpu-embedding:optimizer-documentation';

/** Where the page's files are, and what its policy lets it load. */
export interface Resources {
  /** The source of styles and scripts, as a policy names it. */
  cspSource: string;
  /** The script that may run: another for every page. */
  nonce: string;
  script: string;
  style: string;
}

/** The page's words. */
export interface Words {
  /** As HTML names it. */
  language: string;
  /** By their English; undefined where that is what is spoken. */
  translations: Readonly<Record<string, string>> | undefined;
}

/** What takes long runs on a thread of its own, whose script the page fetches: a worker starts from a blob alone. */
const thread = (cspSource: string) => `connect-src ${cspSource}; worker-src blob:`;

/** As a script may hold it: no text ends the script's element or begins a comment there. */
const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** The page's document, with its words and what the schema says of hyperparameters. All else that it shows comes later, in messages. */
export const pageDocument = (
  { cspSource, nonce, script, style }: Resources,
  { language, translations = {} }: Words,
): string => `<!DOCTYPE html>
<html lang="${language}">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy"
    content="default-src 'none'; style-src ${cspSource}; script-src 'nonce-${nonce}'; ${thread(cspSource)}; base-uri 'none'; form-action 'none'">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Optimizer Preview</title>
  <link rel="stylesheet" href="${style}">
</head>
<body>
  <script nonce="${nonce}">
    globalThis.translations = ${inScript(translations)};
    globalThis.documentation = ${inScript(documentation)};
  </script>
  <script nonce="${nonce}" type="module" src="${script}"></script>
</body>
</html>
`;
