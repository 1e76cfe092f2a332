/** The decoded URI: the same for all spellings, as some editors encode more characters than others. */
export function uriKey(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** The path of a URI. */
export function uriPath(uri: string): string {
  try {
    return decodeURIComponent(uri.replace(/^[a-z][a-z0-9+.-]*:(\/\/[^/]*)?/i, ''));
  } catch {
    return uri;
  }
}

/** The innermost of some folders that a file is in. */
export function folderAround(uri: string, folders: readonly string[]): string | undefined {
  const key = uriKey(uri);
  return folders
    .filter((folder) => key.startsWith(`${uriKey(folder)}/`))
    .sort((a, b) => b.length - a.length)[0];
}

/** Whether a URI is that of a folder or of something in it. */
export const isIn = (uri: string, folder: string): boolean => uri === folder || uri.startsWith(`${folder}/`);
