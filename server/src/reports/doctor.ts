import { newerText } from '../catalogue/environment';
import { libraryOfDistribution } from '../catalogue/packages';
import { releasesOf } from '../catalogue/versions';
import { counted } from '../configuration/quantities';
import type { Listing } from '../project/environment/listings';
import { problemsAmong, statedIn, titleOf } from '../project/environment/problems';

/** A package, a program or a file that `doctor` has found. */
export interface FoundVersion {
  readonly package: string;
  /** Empty if none is stated. */
  readonly version: string;
  readonly source: string;
}

interface VersionProblem {
  readonly packages: readonly string[];
  readonly message: string;
  readonly source: string;
  readonly since: string;
}

/** What `doctor` says, in the form of its JSON. */
export interface Diagnosis {
  readonly found: readonly FoundVersion[];
  readonly problems: readonly VersionProblem[];
}

/** The packages of all listings, and which of their versions do not go together. */
export const diagnosed = (listings: readonly Listing[]): Diagnosis => ({
  found: listings.flatMap((listing) =>
    statedIn(listing).map(({ name, version }) => ({ package: name, version, source: listing.source })),
  ),
  problems: problemsAmong(listings).map(({ combination: { message, source, since }, packages }) => {
    const sources = [...new Set(packages.flatMap(({ sources }) => sources))];
    return {
      packages: packages.map(({ name }) => name),
      message: `${packages.map(titleOf).join(' and ')} do not go together (${sources.join(', ')}). ${message}`,
      source,
      since,
    };
  }),
});

/** A sentence about each library that is newer than its part of the catalogue. */
export const newerLibraries = (listings: readonly Listing[]): readonly string[] => [
  ...new Set(
    listings.flatMap(statedIn).flatMap(({ name, versions }) => {
      const library = libraryOfDistribution(name);
      return (library && newerText(library, releasesOf(versions))) ?? [];
    }),
  ),
];

/** The same for people. */
export function diagnosisText({ found, problems }: Diagnosis, notes: readonly string[]): readonly string[] {
  const widths = [0, 1].map((i) => Math.max(...found.map((each) => [each.package, each.version][i]!.length)));
  return [
    ...found.map((each) =>
      `${each.package.padEnd(widths[0]!)}  ${each.version.padEnd(widths[1]!)}  ${each.source}`.trimEnd(),
    ),
    '',
    ...notes,
    ...(notes.length > 0 ? [''] : []),
    problems.length === 0
      ? 'No problem is known of these versions.'
      : `${counted(problems.length, 'problem')}:`,
    ...problems.flatMap(({ message, source, since }) => ['', message, `Source: ${source} (${since})`]),
  ];
}
