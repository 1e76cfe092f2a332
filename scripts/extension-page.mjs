// The page of the extension, as VS Code shows it: made from docs/extension-page.md when the extension is packed.

/**
 * Whether the repository that package.json names can be visited. VS Code shows pictures from the web alone, so until then the
 * page has none, and no link that leads nowhere.
 */
export const REPOSITORY_IS_PUBLIC = false;

/** The page with its links into the repository, or without them. `folder` is where the links start. */
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
