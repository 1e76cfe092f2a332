/** The name of a class with its article, at the beginning of a sentence. */
export const articled = (name: string): string =>
  `${/^[AEO]|^F2A|^FTRL|^SGD/.test(name) ? 'An' : 'A'} \`${name}\``;
