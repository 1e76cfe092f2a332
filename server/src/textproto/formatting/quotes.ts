/** A string's literal in double quotes, with the same value. */
export const inDoubleQuotes = (literal: string): string =>
  literal.startsWith("'") ? doubleQuoted(literal.slice(1, -1)) : literal;

/** A string's literal in the quotes that need no backslash inside, if there are such, with the same value. */
export function inSmartQuotes(literal: string): string {
  const content = literal
    .slice(1, -1)
    .replaceAll(/\\([\s\S])/g, (whole, escaped) => (escaped === '"' || escaped === "'" ? escaped : whole));
  return content.includes('"') && !content.includes("'") ? `'${content}'` : doubleQuoted(content);
}

const doubleQuoted = (content: string) =>
  `"${content.replaceAll(/\\[\s\S]|"/g, (found) => (found === '"' ? '\\"' : found))}"`;
