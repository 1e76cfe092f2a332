import { Attached } from '../basics/attached';
import { lazy } from '../basics/once';
import type { ReleasesByLibrary } from './environment';
import kerasRs from './keras-rs/versions.json';
import { LIBRARIES, type Library, libraryOf } from './libraries';
import { lastPart, parentPath } from './names';
import { isBefore, type Release, type Releases, releaseBefore } from './releases';
import versions from './tensorflow/versions.json';
import type { Entry, Parameter } from './types';

/** The releases of a library that have something, among those that were examined. */
export interface Lifetime {
  readonly library: Library;
  /** The last examined release before it was added. */
  readonly notIn?: Release;
  /** The first examined release with it. */
  readonly since?: Release;
  /** The last examined release with it, if its removal is known. */
  readonly until?: Release;
  /** The first examined release after its removal. */
  readonly goneIn?: Release;
}

/** The dates of a name, or of a name and its parameters. */
type Dates = string | Readonly<Record<string, string>>;

const ownDates = (dates: Dates): string => (typeof dates === 'string' ? dates : dates['']!);

const byParent = lazy(
  () =>
    new Map(
      Object.entries<Readonly<Record<string, Dates>>>({ ...versions, ...kerasRs }).map(([parent, names]) => [
        parent,
        new Map(Object.entries(names)),
      ]),
    ),
);

const endedNames = lazy(
  () =>
    new Set(
      [...byParent().values()].flatMap((names) =>
        [...names].flatMap(([name, dates]) => (ownDates(dates).includes('..') ? [name] : [])),
      ),
    ),
);

/** Whether a name may mean something that a library has removed, independent of what it belongs to. */
export const isEndedName = (name: string): boolean => endedNames().has(name);

/** The lifetime of a dotted name; without dates of its own, it is that of the module or class that contains it. */
export function lifetimeOf(name: string, entry?: Entry): (Lifetime & { readonly name: string }) | undefined {
  for (let path = name; path !== ''; path = parentPath(path)) {
    const dates = datesOf(path) ?? (path === name ? entry && datesOf(idOf(entry)) : undefined);
    if (dates !== undefined) return { ...lifetimeFrom(ownDates(dates), name), name: path };
  }
  return undefined;
}

/** The lifetime of an argument, if that differs from the lifetime of its callable. */
export function parameterLifetime(entry: Entry, parameter: string): Lifetime | undefined {
  const dates = parameterDates(entry);
  return parameter !== '' && Object.hasOwn(dates, parameter)
    ? lifetimeFrom(dates[parameter]!, entry.id)
    : undefined;
}

/** The arguments that a call no longer accepts. */
export function pastParameters(entry: Entry): readonly string[] {
  const names = Object.keys(parameterDates(entry)).filter((name) => name !== '');
  return names.filter((name) => entry.parameters.every((parameter) => parameter.name !== name));
}

const parameterDates = (entry: Entry): Readonly<Record<string, string>> => {
  const own = datesOf(entry.id);
  const dates = typeof own === 'object' ? own : datesOf(idOf(entry));
  return typeof dates === 'object' ? dates : {};
};

/** The functions around an op have the lifetime of the op. */
const idOf = ({ id, op }: Entry) => (op ? `tensorflow.raw_ops.${op.name}` : id);

/** The compatibility modules contain what TensorFlow contains, unless they have dates of their own. */
function datesOf(name: string): Dates | undefined {
  const [compatible, version] = /^tensorflow(?:\.compat\.(v[12]))+/.exec(name) ?? [];
  if (compatible === undefined) return datesAt(name);
  const rest = name.slice(compatible.length);
  return datesAt(`tensorflow.compat.${version}${rest}`) ?? datesAt(`tensorflow${rest}`);
}

const datesAt = (name: string) => byParent().get(parentPath(name))?.get(lastPart(name));

/** The library whose releases decide about a dotted name. */
const decisive = (name: string): Library => libraryOf(name.split('.', 1)[0]!) ?? 'tensorflow';

/** `2.2<2.3..2.15<2.16`: 2.2 lacks it, 2.3 has it, 2.15 has it, 2.16 lacks it. */
function lifetimeFrom(dates: string, name: string): Lifetime {
  const [beginning = '', end] = dates.split('..');
  const [since, notIn] = beginning.split('<').reverse();
  const [until, goneIn] = end?.split('<') ?? [];
  return {
    library: decisive(name),
    ...(notIn && { notIn }),
    ...(since && { since }),
    ...(until && { until }),
    ...(goneIn && { goneIn }),
  };
}

/** `unsure`: only some of the releases have it, or that is unknown. */
type Answer = 'yes' | 'no' | 'unsure';

/** Whether some releases have something already. */
export function hasCome(releases: ReleasesByLibrary, { library, notIn, since }: Lifetime): Answer {
  if (!notIn || !since) return 'yes';
  const { least, most }: Releases = releases[library] ?? {};
  if (most && !isBefore(notIn, most)) return 'no';
  return least && !isBefore(least, since) ? 'yes' : 'unsure';
}

/** Whether some releases no longer have something. */
export function hasGone(releases: ReleasesByLibrary, { library, until, goneIn }: Lifetime): Answer {
  if (!until || !goneIn) return 'no';
  const { least, most }: Releases = releases[library] ?? {};
  if (least && !isBefore(least, goneIn)) return 'yes';
  return most && !isBefore(until, most) ? 'no' : 'unsure';
}

/** Whether all of some releases lack it. */
export const isLacking = (releases: ReleasesByLibrary, lifetime: Lifetime): boolean =>
  hasCome(releases, lifetime) === 'no' || hasGone(releases, lifetime) === 'yes';

const entries = new Attached<Entry, Map<string, Entry>>();

/** An entry with the arguments of some releases: without later arguments, and with removed ones. */
export function entryIn(entry: Entry, releases: ReleasesByLibrary): Entry {
  const own = releases[decisive(entry.id)];
  if (!own || Object.keys(parameterDates(entry)).length === 0) return entry;
  const known = entries.get(entry) ?? new Map<string, Entry>();
  entries.set(entry, known);
  const key = `${own.least} ${own.most}`;
  const made = known.get(key) ?? { ...entry, parameters: parametersIn(entry, releases) };
  known.set(key, made);
  return made;
}

function parametersIn(entry: Entry, releases: ReleasesByLibrary): readonly Parameter[] {
  const isTaken = (name: string) => {
    const lifetime = parameterLifetime(entry, name);
    return !lifetime || !isLacking(releases, lifetime);
  };
  return [
    ...entry.parameters.filter(({ name }) => isTaken(name)),
    ...pastParameters(entry).filter(isTaken).map(pastParameter),
  ];
}

/** Of a removed argument, only its lifetime is known. */
const pastParameter = (name: string): Parameter => ({
  name,
  kind: 'keyword-only',
  required: false,
  nullable: true,
  type: { of: 'other', name: 'Any' },
  unchecked: true,
  doc: '',
});

/** `Since TensorFlow 2.3. Removed in TensorFlow 2.16.`, or empty. */
export function lifetimeText({ library, notIn, since, until, goneIn }: Lifetime): string {
  const came =
    notIn && since && (releaseBefore(since) === notIn ? since : `${since}, or a release after ${notIn}`);
  const went =
    goneIn && until && (releaseBefore(goneIn) === until ? goneIn : `${goneIn}, or a release after ${until}`);
  const { title } = LIBRARIES[library];
  return [came && `Since ${title} ${came}.`, went && `Removed in ${title} ${went}.`]
    .filter(Boolean)
    .join(' ');
}
