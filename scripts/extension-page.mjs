// Generates the extension's page in VS Code from the README when the extension is packed.

/**
 * Whether the repository named in package.json is public. VS Code only shows pictures from the web, so until then the
 * page has no pictures and no links into the repository.
 */
export const REPOSITORY_IS_PUBLIC = false;

/** Leaves out what stands between the marks of this name. */
const without = (name, text) =>
  text.replaceAll(new RegExp(`\n*<!-- ${name} -->[\\s\\S]*?<!-- /${name} -->`, 'g'), '');

/** The README without what only a checkout has, for people who have the extension. */
export function extensionPage(readme, repository, isPublic = REPOSITORY_IS_PUBLIC) {
  const installed = without('checkout', readme).replaceAll(/^<!-- installed\n([\s\S]*?)^-->\n/gm, '$1');
  const shown = isPublic
    ? installed.replaceAll(/<!-- \/?linked -->\n?/g, '')
    : without('linked', installed).replaceAll(
        /^(?:!\[[^\]]*\]\([^)]*\)|<picture>[\s\S]*?<\/picture>)\n\n/gm,
        '',
      );
  const pictured = shown.replaceAll(
    /\b(src|srcset)="([^"]*)"/g,
    (_, name, target) => `${name}="${repository}/raw/HEAD/${target}"`,
  );
  return pictured.replaceAll(/(!?)\[([^\]]*)\]\((?!\w+:|#)([^)]*)\)/g, (_, image, words, target) =>
    isPublic ? `${image}[${words}](${repository}/${image ? 'raw' : 'blob'}/HEAD/${target})` : words,
  );
}
