import type { Range } from '../../basics/range';
import { COMBINATIONS, combinationsOf, type Stated } from '../../catalogue/combinations';
import type { CallProblem } from '../python/call-rule';
import type { RuleInfo } from '../rule';

/** A package at its place in a text; one that is stated without a place has an empty range. */
interface PlacedPackage extends Stated, Range {
  /** Its name and version. */
  readonly title: string;
}

const rows = COMBINATIONS.map(({ cases, message, source, since }) => {
  const [first = {}] = cases;
  const versions = Object.entries(first).map(([name, clauses]) => `${name} ${clauses}`.trim());
  const link = source.replace(/https:\S+/, '<$&>');
  return `| ${versions.map((each) => `\`${each}\``).join(', ')} | ${message} | ${link} (${since}) |`;
});

export const packageVersions = {
  code: 'package-versions',
  severity: 'warning',
  summary: 'Packages are installed in versions that do not go together.',
  details: `Requirements, lock files, environments of conda and images are read as they are: an exact version counts, a range only if
no version in it fits. Nothing is said of versions that nobody is known to have failed with. \`tpu-embedding doctor\` says the same of
what is installed.

| Versions | What happens | Source |
| --- | --- | --- |
${rows.join('\n')}

Where packages are found in one folder, or one without another, only an installed environment counts.`,
  messages: {
    'low_dimensional_packing_status: Expected an int, got a boolean':
      'protobuf 7 does not take a boolean for an enum, which TensorFlow up to 2.21 gives it for every optimizer of a table. Install an older one: `pip install "protobuf<7"`.',
  },
  language: 'requirements',
  bad: 'tensorflow==2.21.0\nprotobuf==7.36.2',
  good: 'tensorflow==2.21.0\nprotobuf==6.33.6',
  /** At the last of the packages that has a place, with the others beside it. */
  *find(stated: readonly PlacedPackage[]): Generator<CallProblem> {
    for (const { combination, packages } of combinationsOf(stated, false)) {
      const [place = packages[0]!, ...others] = packages.filter(({ start, end }) => end > start).reverse();
      yield {
        start: place.start,
        end: place.end,
        message: `${packages.map(({ title }) => title).join(' and ')} do not go together. ${combination.message}`,
        related: others.map(({ start, end, title }) => ({ start, end, message: title })),
      };
    }
  },
} satisfies RuleInfo & { find: unknown };
