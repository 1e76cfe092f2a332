// Which pages the site has: the address of each Markdown file, and its place in the navigation.
import { readdirSync } from 'node:fs';

/** The guides by what a reader wants, as the navigation lists them: a title, then files and their names there. */
export const NAVIGATION = [
  [
    'Use',
    {
      'README.md': 'First steps',
      'docs/guide.md': 'Guide',
      'docs/configuration.md': 'Configuration files and CI',
      'docs/command-line.md': 'Command line',
      'docs/editors.md': 'Other editors, Python, assistants',
    },
  ],
  [
    'Look up',
    {
      'docs/rules/README.md': 'Rules',
      'docs/numbers.md': 'Numbers',
      'docs/forms.md': 'Forms, programs, comparison',
      'docs/migrating.md': 'From one library to another',
      'CHANGELOG.md': 'Changes',
    },
  ],
  [
    'Contribute',
    {
      'CONTRIBUTING.md': 'Contributing',
      'docs/architecture.md': 'Architecture',
      'docs/protocol.md': 'The protocol',
      'docs/benchmarks.md': 'Benchmarks',
      'SECURITY.md': 'Security',
    },
  ],
];

const FOLDER = 'docs/rules';

/** The address of each page, from the root of the site, by its Markdown file. */
export function addresses() {
  const guides = NAVIGATION.flatMap(([, pages]) => Object.keys(pages));
  const rules = readdirSync(FOLDER).map((name) => `${FOLDER}/${name}`);
  return new Map([...guides, ...rules].map((file) => [file, addressOf(file)]));
}

function addressOf(file) {
  const path = file.replace(/^docs\//, '').replace(/\.md$/, '');
  return `${path.replace(/(^|\/)README$/, '$1index').toLowerCase()}.html`;
}
