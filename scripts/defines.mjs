// What bundles know of package.json.
import { readFileSync } from 'node:fs';

const { version, repository } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

export const defines = {
  VERSION: JSON.stringify(version),
  REPOSITORY: JSON.stringify(repository.url.replace(/\.git$/, '')),
};
