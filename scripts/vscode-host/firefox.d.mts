/** The path of an installed Firefox. */
export function findFirefox(): string | undefined;
