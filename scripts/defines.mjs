// Values from package.json and examples/ that are inserted into bundles.
import { readdirSync, readFileSync } from 'node:fs';

const { version, repository } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** Web address of the repository. */
export const repositoryUrl = repository.url.replace(/\.git$/, '');

/** The examples that come with the extension. */
export const examples = readdirSync(new URL('../examples', import.meta.url)).filter((name) =>
  /\.(py|textproto)$/.test(name),
);

export const defines = {
  VERSION: JSON.stringify(version),
  EXAMPLES: JSON.stringify(examples),
  REPOSITORY: JSON.stringify(repositoryUrl),
};
