import { addTo } from '../../basics/groups';
import { type Combination, combinationsOf, type Stated } from '../../catalogue/combinations';
import { bothOf, eitherOf, versionsAllowedBy } from '../../catalogue/versions';
import type { Listing } from './listings';
import type { Requirement } from './requirement';

/** A package with all that a listing, or several together, say about it. */
export interface StatedPackage extends Stated {
  /** `2.21.0`, `>=2.10,<2.16`; empty if any version will do. */
  readonly version: string;
  readonly sources: readonly string[];
  /** Where it is mentioned first. */
  readonly first: Requirement;
}

/** Packages that certainly do not go together. */
export interface PackageProblem {
  readonly combination: Combination;
  readonly packages: readonly StatedPackage[];
}

const versionText = ({ clauses }: Requirement): string => clauses.replace(/^={1,3}\s*|\.\*$/g, '');

/** Each package of a listing once. It is unknown which of several mentions applies: they have different markers. */
export function statedIn({ source, requirements }: Listing): readonly StatedPackage[] {
  const byName = new Map<string, Requirement[]>();
  for (const requirement of requirements) addTo(byName, requirement.name, requirement);
  return [...byName].map(([name, mentions]) => ({
    name,
    versions: mentions.map(({ clauses }) => versionsAllowedBy(clauses)).reduce(eitherOf),
    condition: anyOf(mentions.map(({ condition }) => condition)),
    version: [...new Set(mentions.map(versionText))].join(' or '),
    sources: [source],
    first: mentions[0]!,
  }));
}

const anyOf = (conditions: readonly string[]): string =>
  conditions.includes('') ? '' : [...new Set(conditions)].join(' or ');

/** The problems of one listing by itself. */
const problemsIn = (listing: Listing): readonly PackageProblem[] =>
  combinationsOf(statedIn(listing), !listing.kind);

/** The problems of everything that a folder lists, each once. */
export function problemsAmong(listings: readonly Listing[]): readonly PackageProblem[] {
  const written = listings.filter(({ kind }) => kind && !kind.isLock && !kind.isOfImage);
  // Files of one kind are alternatives, and those of different kinds apply together.
  const isOnly = ({ kind }: Listing) => written.filter((other) => other.kind === kind).length === 1;
  const together = written.flatMap((listing) => {
    const others = written.filter((other) => other.kind !== listing.kind && isOnly(other));
    return combinationsOf([listing, ...others].map(statedIn).reduce(joined), false);
  });
  const found = new Map<string, PackageProblem>();
  for (const problem of [...listings.flatMap(problemsIn), ...together]) {
    const key = JSON.stringify([problem.combination.message, problem.packages.map(titleOf)]);
    const before = found.get(key);
    found.set(
      key,
      before
        ? { ...before, packages: before.packages.map((each, i) => withSources(each, problem.packages[i]!)) }
        : problem,
    );
  }
  return [...found.values()];
}

const withSources = (one: StatedPackage, { sources }: StatedPackage): StatedPackage => ({
  ...one,
  sources: [...new Set([...one.sources, ...sources])],
});

/** What holds of each package where both apply. What contradicts itself is left as the first says. */
function joined(first: readonly StatedPackage[], second: readonly StatedPackage[]): readonly StatedPackage[] {
  const others = second.filter(({ name }) => !first.some((one) => one.name === name));
  return [
    ...first.map((one) =>
      narrowed(
        one,
        second.find(({ name }) => name === one.name),
      ),
    ),
    ...others,
  ];
}

function narrowed(one: StatedPackage, other: StatedPackage | undefined): StatedPackage {
  const versions = other && bothOf(one.versions, other.versions);
  if (!versions) return one;
  const parts = [one, other].filter(({ version }) => version !== '');
  return {
    ...withSources(one, other),
    versions,
    version: [...new Set(parts.map(({ version }) => version))].join(','),
    condition: anyOf([one.condition, other.condition]),
  };
}

/** `protobuf 7.36.2` */
export const titleOf = ({ name, version }: Pick<StatedPackage, 'name' | 'version'>): string =>
  `${name} ${version}`.trim();
