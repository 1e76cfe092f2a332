const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

/** A text in HTML. */
export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => ENTITIES.get(character)!);

interface WebPage {
  /** The language tag. */
  readonly language: string;
  /** The directives of what the page may load. */
  readonly policy: readonly string[];
  readonly title: string;
  /** The URIs of the style sheets. */
  readonly styles: readonly string[];
  readonly body: string;
}

/** A page may do nothing that its policy does not name. */
const NOTHING = ["default-src 'none'", "base-uri 'none'", "form-action 'none'"];

/** A page of a webview, which may load only what its policy names. */
export const webPage = ({ language, policy, title, styles, body }: WebPage): string =>
  `<!DOCTYPE html>
<html lang="${escaped(language)}">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy"
    content="${escaped([...NOTHING, ...policy].join('; '))}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${escaped(title)}</title>
${styles.map((style) => `  <link rel="stylesheet" href="${escaped(style)}">`).join('\n')}
</head>
<body>
${body}
</body>
</html>
`;
