/** The same for all spellings of a URI: editors encode more characters than others. */
export function keyOf(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
