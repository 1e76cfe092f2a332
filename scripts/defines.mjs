// What bundles know of package.json.
import { readFileSync } from 'node:fs';

const { version, repository } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** Where the repository's pages are. */
export const repositoryUrl = repository.url.replace(/\.git$/, '');

export const defines = {
  VERSION: JSON.stringify(version),
  REPOSITORY: JSON.stringify(repositoryUrl),
};
