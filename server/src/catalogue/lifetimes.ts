import { lazy } from '../basics/once';
import { lastPart, parentPath } from './names';
import { isBefore, type Release, type Releases, releaseBefore } from './releases';
import versions from './tensorflow/versions.json';
import type { Entry, Parameter } from './types';

/** The releases of TensorFlow that have something, among those that were examined. */
export interface Lifetime {
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
      Object.entries<Readonly<Record<string, Dates>>>(versions).map(([parent, names]) => [
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

/** Whether a name may mean something that TensorFlow has removed, independent of what it belongs to. */
export const isEndedName = (name: string): boolean => endedNames().has(name);

/** The lifetime of a dotted name; without dates of its own, it is that of the module or class that contains it. */
export function lifetimeOf(name: string, entry?: Entry): (Lifetime & { readonly name: string }) | undefined {
  for (let path = name; path !== ''; path = parentPath(path)) {
    const dates = datesOf(path) ?? (path === name ? entry && datesOf(idOf(entry)) : undefined);
    if (dates !== undefined) return { ...parse(ownDates(dates)), name: path };
  }
  return undefined;
}

/** The lifetime of an argument, if that differs from the lifetime of its callable. */
export function parameterLifetime(entry: Entry, parameter: string): Lifetime | undefined {
  const dates = parameterDates(entry);
  return parameter !== '' && Object.hasOwn(dates, parameter) ? parse(dates[parameter]!) : undefined;
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

/** `2.2<2.3..2.15<2.16`: 2.2 lacks it, 2.3 has it, 2.15 has it, 2.16 lacks it. */
function parse(dates: string): Lifetime {
  const [beginning = '', end] = dates.split('..');
  const [since, notIn] = beginning.split('<').reverse();
  const [until, goneIn] = end?.split('<') ?? [];
  return {
    ...(notIn && { notIn }),
    ...(since && { since }),
    ...(until && { until }),
    ...(goneIn && { goneIn }),
  };
}

/** `unsure`: only some of the releases have it, or that is unknown. */
type Answer = 'yes' | 'no' | 'unsure';

/** Whether some releases have something already. */
export function hasCome({ least, most }: Releases, { notIn, since }: Lifetime): Answer {
  if (!notIn || !since) return 'yes';
  if (most && !isBefore(notIn, most)) return 'no';
  return least && !isBefore(least, since) ? 'yes' : 'unsure';
}

/** Whether some releases no longer have something. */
export function hasGone({ least, most }: Releases, { until, goneIn }: Lifetime): Answer {
  if (!until || !goneIn) return 'no';
  if (least && !isBefore(least, goneIn)) return 'yes';
  return most && !isBefore(until, most) ? 'no' : 'unsure';
}

/** Whether all of some releases lack it. */
export const isLacking = (releases: Releases, lifetime: Lifetime): boolean =>
  hasCome(releases, lifetime) === 'no' || hasGone(releases, lifetime) === 'yes';

const entries = new WeakMap<Entry, Map<string, Entry>>();

/** An entry with the arguments of some releases: without later arguments, and with removed ones. */
export function entryIn(entry: Entry, releases: Releases | undefined): Entry {
  if (!releases || Object.keys(parameterDates(entry)).length === 0) return entry;
  const known = entries.get(entry) ?? new Map<string, Entry>();
  entries.set(entry, known);
  const key = `${releases.least} ${releases.most}`;
  const made = known.get(key) ?? { ...entry, parameters: parametersIn(entry, releases) };
  known.set(key, made);
  return made;
}

function parametersIn(entry: Entry, releases: Releases): readonly Parameter[] {
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
export function lifetimeText({ notIn, since, until, goneIn }: Lifetime): string {
  const came =
    notIn && since && (releaseBefore(since) === notIn ? since : `${since}, or a release after ${notIn}`);
  const went =
    goneIn && until && (releaseBefore(goneIn) === until ? goneIn : `${goneIn}, or a release after ${until}`);
  return [came && `Since TensorFlow ${came}.`, went && `Removed in TensorFlow ${went}.`]
    .filter(Boolean)
    .join(' ');
}
