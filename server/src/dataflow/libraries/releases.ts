import { type Entry, entryIn, findEntry, hasCome, hasGone, LIBRARIES, lifetimeOf } from '../../catalogue';
import type { ReleasesByLibrary } from '../../catalogue/environment';
import type { Library } from '../../catalogue/libraries';
import { isBefore, isPinned } from '../../catalogue/releases';
import type { Arguments, Evaluator, Value } from '../../evaluator';
import { dictOf, listOf, putEntry, tupleOf } from '../../evaluator/containers';
import { record } from '../../evaluator/records';
import { bool, int, NO_ARGUMENTS, str, unknown } from '../../evaluator/value';
import type { Node } from '../../python/tree';

/**
 * What a program that supports several releases asks about the one that it runs on: its version, and which names and
 * arguments it has. The catalogue's own releases answer where the program's are unknown.
 */
export class ReleaseQuestions {
  private readonly releases: ReleasesByLibrary;

  constructor(environment: ReleasesByLibrary) {
    this.releases = { ...CATALOGUED, ...environment };
  }

  /** The second number of the oldest Python that the release, and each later one, runs on; of others it is not known. */
  private leastMinor(): bigint | undefined {
    const { release, leastPython } = LIBRARIES.tensorflow;
    const least = this.releases.tensorflow?.least;
    const isKnown = release !== undefined && least !== undefined && !isBefore(least, release);
    return isKnown && leastPython !== undefined ? BigInt(leastPython) : undefined;
  }

  /** Whether these releases lack a member that a class had earlier. */
  lacks(owner: Entry, member: string): boolean {
    const name = `${owner.id}.${member}`;
    const lifetime = lifetimeOf(name);
    return lifetime?.name === name && hasGone(this.releases, lifetime) === 'yes';
  }

  private versionOf(library: Library): string | undefined {
    const releases = this.releases[library];
    return releases && isPinned(releases) ? `${releases.least}.0` : undefined;
  }

  /** What a name {@link tellsRelease}: `tf.__version__`. Of Python the first number is known, and the least that the second can be. */
  reference(name: string, node: Node, ev: Evaluator): Value | undefined {
    if (name === 'sys.version_info') return this.versionOfPython(node, ev);
    if (name === 'six.PY2' || name === 'six.PY3') return bool(node, name === 'six.PY3');
    const library = libraryOfVersion(name);
    return library && str(node, this.versionOf(library));
  }

  private versionOfPython(node: Node, ev: Evaluator): Value {
    const number = int(node, undefined);
    const minor: Value = { ...number, kind: 'int', value: undefined, least: this.leastMinor() };
    const all = [int(node, 3n), minor, number, str(node, undefined), number];
    return record(ev, 'version_info', OF_PYTHON, all, node);
  }

  /** The result of a function that {@link asksForReleases}. */
  call(name: string, { positional, hasUnknownArguments }: Arguments, node: Node): Value | undefined {
    const [first] = positional;
    if (!first || hasUnknownArguments) return undefined;
    const made = (callee: string, given: readonly Value[]): Value => ({
      kind: 'made',
      callee,
      given: { ...NO_ARGUMENTS, positional: given },
      node,
    });
    if (first.kind === 'str') {
      if (VERSION_CLASSES.has(name)) return made(VERSION_CLASS, [first]);
      if (name !== DISTRIBUTION_VERSION) return undefined;
      const library = NAMES.find((each) => LIBRARIES[each].distributions?.includes(first.value ?? ''));
      return str(node, library && this.versionOf(library));
    }
    if (!SIGNATURES.has(name) || first.kind !== 'reference') return undefined;
    const names = this.parametersOf(first.name)?.map((parameter) => str(node, parameter));
    return names && made(SIGNATURE, names);
  }

  attribute(object: Value, name: string, node: Node, ev: Evaluator): Value | undefined {
    if (object.kind !== 'made') return undefined;
    const names = object.given.positional;
    if (object.callee === SIGNATURE && name === 'args') return listOf(ev, names, node);
    if (object.callee === SIGNATURE && name === 'parameters') {
      const parameters = dictOf(ev, node);
      for (const each of names) putEntry(ev, parameters, each, unknown(node, 'call'));
      return parameters;
    }
    const numbers = numbersOf(object)?.map((number) => int(node, BigInt(number)));
    if (name === 'release') return numbers && tupleOf(numbers, node);
    const index = NUMBERS.indexOf(name);
    return index < 0 ? undefined : numbers && (numbers[index] ?? int(node, 0n));
  }

  /** The outcome of comparing two versions. */
  compared(left: Value, operator: string, right: Value): boolean | undefined {
    // A class or a function that is there is not None.
    if (right.kind === 'none' && left.kind === 'reference' && /^is(?: not)?$/.test(operator))
      return this.isThere(left.name) ? operator === 'is not' : undefined;
    const a = numbersOf(left);
    const b = numbersOf(right);
    if (!a || !b) return undefined;
    const differences = Array.from(
      { length: Math.max(a.length, b.length) },
      (_, i) => (a[i] ?? 0) - (b[i] ?? 0),
    );
    return OUTCOMES.get(operator)?.(differences.find((difference) => difference !== 0) ?? 0);
  }

  /** `hasattr(module, 'name')` */
  hasAttribute(object: Value, name: Value, node: Node): Value | undefined {
    if (object.kind !== 'reference' || name.kind !== 'str' || name.value === undefined) return undefined;
    return bool(node, this.hasMember(object.name, name.value));
  }

  private isThere(path: string): boolean {
    const at = path.lastIndexOf('.');
    const kind = findEntry(path)?.kind;
    return (
      (kind === 'class' || kind === 'function') &&
      this.hasMember(path.slice(0, at), path.slice(at + 1)) === true
    );
  }

  private hasMember(path: string, name: string): boolean | undefined {
    const full = `${path}.${name}`;
    const entry = findEntry(full);
    const lifetime = lifetimeOf(full, entry);
    if (lifetime?.name === full) {
      const come = hasCome(this.releases, lifetime);
      const gone = hasGone(this.releases, lifetime);
      if (come === 'no' || gone === 'yes') return false;
      if (come === 'unsure' || gone === 'unsure') return undefined;
    }
    if (entry) return !entry.removed && entry.movedTo === undefined;
    const { isComplete, otherNames } = findEntry(path) ?? {};
    return isComplete ? otherNames?.includes(name) === true : undefined;
  }

  private parametersOf(name: string): readonly string[] | undefined {
    const entry = findEntry(name.replace(/\.__(?:init|new)__$/, ''));
    return entry &&
      entry.library === 'tensorflow' &&
      entry.message === undefined &&
      entry.parameters.length > 0
      ? entryIn(entry, this.releases).parameters.map((parameter) => parameter.name)
      : undefined;
  }
}

/** The library whose version a dotted name is. */
function libraryOfVersion(name: string): Library | undefined {
  const root = VERSION.exec(name)?.[1];
  return root === undefined ? undefined : NAMES.find((library) => LIBRARIES[library].packages[0] === root);
}

const NAMES = Object.keys(LIBRARIES) as Library[];

/** The releases that the catalogue describes. */
const CATALOGUED: ReleasesByLibrary = Object.fromEntries(
  NAMES.flatMap((library) => {
    const { release } = LIBRARIES[library];
    return release === undefined ? [] : [[library, { least: release, most: release }]];
  }),
);

/** Whether a dotted name is TensorFlow's version. */
export const isVersion = (name: string): boolean =>
  VERSION.exec(name)?.[1] === LIBRARIES.tensorflow.packages[0];

const VERSION = /^(\w+)(?:\.compat\.v[12])*\.(?:__version__|(?:version\.)?VERSION)$/;

/** Functions and classes that make a version of a string, which compares number by number. */
const VERSION_CLASS = 'packaging.version.Version';
const VERSION_CLASSES: ReadonlySet<string> = new Set([
  ...[VERSION_CLASS, 'packaging.version.parse', 'pkg_resources.parse_version'],
  ...['distutils.version.LooseVersion', 'distutils.version.StrictVersion'],
]);
const NUMBERS = ['major', 'minor', 'micro'];
const OF_PYTHON = [...NUMBERS, 'releaselevel', 'serial'];

/** The numbers of a version; a beginning such as `2.4rc1` is not followed. */
function numbersOf(value: Value): number[] | undefined {
  const [text] = value.kind === 'made' && value.callee === VERSION_CLASS ? value.given.positional : [];
  return text?.kind === 'str' && /^\d+(?:\.\d+)*$/.test(text.value ?? '')
    ? text.value!.split('.').map(Number)
    : undefined;
}

const OUTCOMES: ReadonlyMap<string, (difference: number) => boolean> = new Map([
  ['<', (difference) => difference < 0],
  ['<=', (difference) => difference <= 0],
  ['==', (difference) => difference === 0],
  ['!=', (difference) => difference !== 0],
  ['>=', (difference) => difference >= 0],
  ['>', (difference) => difference > 0],
]);

const SIGNATURE = 'inspect.Signature';
const SIGNATURES: ReadonlySet<string> = new Set(['inspect.signature', 'inspect.getfullargspec']);

/** Whether a name is the version of a library or of Python, or a constant for it. */
export const tellsRelease = (name: string): boolean =>
  /^(?:sys\.version_info|six\.PY[23])$|(?:__version__|\.VERSION)$/.test(name);

const DISTRIBUTION_VERSION = 'importlib.metadata.version';

/** Whether a function gives or compares releases, or tells what parameters those have. */
export const asksForReleases = (name: string): boolean =>
  VERSION_CLASSES.has(name) || SIGNATURES.has(name) || name === DISTRIBUTION_VERSION;
