// Generates the extension's page in VS Code from docs/extension-page.md when the extension is packed.

/**
 * Whether the repository named in package.json is public. VS Code only shows pictures from the web, so until then the
 * page has no pictures and no links into the repository.
 */
export const REPOSITORY_IS_PUBLIC = false;

/** The page, with or without its links into the repository; `folder` is the folder that links are relative to. */
export function extensionPage(markdown, repository, folder = 'docs', isPublic = REPOSITORY_IS_PUBLIC) {
  const shown = isPublic ? markdown : markdown.replaceAll(/^!\[[^\]]*\]\((?!\w+:)[^)]*\)\n\n/gm, '');
  return shown
    .replaceAll(/^<!-- \/?\w+ -->\n/gm, '')
    .replaceAll(/(!?)\[([^\]]*)\]\((?!\w+:|#)([^)]*)\)/g, (_, image, words, target) =>
      isPublic
        ? `${image}[${words}](${repository}/${image ? 'raw' : 'blob'}/HEAD/${folder}/${target})`
        : words,
    );
}
