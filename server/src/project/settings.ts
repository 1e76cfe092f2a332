import { excerpt } from '../basics/excerpt';
import { didYouMean } from '../basics/nearest';
import { isRecord } from '../basics/record';
import { LIBRARIES, type Library } from '../catalogue/libraries';
import { type Release, releaseOf } from '../catalogue/releases';
import { BACKENDS, type Backend } from '../catalogue/targets';
import { allRules, ruleGroups } from '../rules';
import type { Severity } from '../rules/rule';
import { readGlob } from '../schema/glob';
import { readPattern } from '../schema/ignore';
import { sliceNamed } from '../sizing/slices';
import { TEXT_FORMAT_ENDINGS } from '../textproto/file-names';

/** One setting `tpuEmbedding.*`, from which package.json, the README's table and the types below are made. */
interface Setting<T> {
  readonly default: T;
  readonly markdownDescription: string;
  /** JSON Schema of the value. */
  readonly schema: { readonly type: string | readonly string[]; readonly [keyword: string]: unknown };
  /** Has no effect in folders that the user does not trust. */
  readonly restricted?: true;
  /** Its name in 0.1 and before, which still counts where the new one is not given. */
  readonly formerly?: string;
  /** Affects results, so a project's configuration file may set it for everybody. */
  readonly shared?: true;
  /** The values that `read` accepts, in words for the user. */
  readonly expected: string;
  /** The usable part of any value; undefined if there is none. */
  read(given: unknown, report: Report): T | undefined;
}

/** Receives a sentence for the user about a problem with a setting, and its place within the value. */
export type Report = (problem: string, at?: SettingPlace) => void;

/** A part of a value, or the name of that part, by its path. */
interface SettingPlace {
  readonly path: readonly (string | number)[];
  readonly isName?: boolean;
  /** What is said counts nevertheless. */
  readonly isNotice?: boolean;
}

/** The severities that a rule can be set to, and their meanings. */
export const SEVERITY_MEANINGS = {
  error: 'Reported as an error.',
  warning: 'Reported as a warning.',
  information: 'Reported as information.',
  hint: 'Reported as a hint: dots under the first letters, and nothing among the problems.',
  off: 'Not reported.',
} as const satisfies Record<Severity | 'off', string>;

export const SEVERITIES = Object.keys(SEVERITY_MEANINGS) as (keyof typeof SEVERITY_MEANINGS)[];

export const MAX_DESCRIPTOR_SET_MIB = 64;

const ruleCodes: ReadonlySet<string> = new Set(allRules.map(({ code }) => code));

/** The libraries whose releases can be set. */
const INSTALLED = (Object.keys(LIBRARIES) as Library[]).filter((library) => LIBRARIES[library].distributions);

const KERAS_BACKENDS = ['auto', ...(Object.keys(BACKENDS) as Backend[])] as const;

const SEVERITY_SCHEMA = {
  type: 'string',
  enum: SEVERITIES,
  // Keys of package.nls.json, in which VS Code finds the words.
  enumDescriptions: SEVERITIES.map((name) => `%severity.${name}%`),
};

/** What a program may not say about its TPU, and what each number means. */
const TPU_NUMBERS = {
  numHosts: 'Hosts of the TPU slice.',
  numReplicas: 'Replicas of the model on the TPU slice.',
  perReplicaBatchSize:
    'Samples that each replica gets in a step. It goes before what the program gives to `build`.',
  numCoresPerReplica: 'TensorCores of each replica, where the program uses a device assignment.',
};

/** The TPU of programs. */
type Tpu = { readonly slice?: string } & { readonly [N in keyof typeof TPU_NUMBERS]?: number };

export const SETTINGS = {
  rules: setting<Readonly<Record<string, Severity | 'off'>>>({
    default: {},
    markdownDescription:
      'Severity by rule, such as `"dimension-padding": "off"`, or by group of rules, such as `"portability": "hint"`; a rule goes before ' +
      'its group. What is not named keeps its default. ' +
      'Every rule has [a page](command:tpuEmbedding.showRule).',
    schema: {
      type: 'object',
      properties: Object.fromEntries([
        ...Object.entries(ruleGroups).map(([group, { length }]) => [
          group,
          { ...SEVERITY_SCHEMA, markdownDescription: `All ${length} rules of the group \`${group}\`.` },
        ]),
        ...allRules.map(({ code, severity, summary }) => [
          code,
          { ...SEVERITY_SCHEMA, default: severity, markdownDescription: summary },
        ]),
      ]),
      additionalProperties: false,
    },
    shared: true,
    expected: 'an object with severities by rule',
    read(given, report) {
      // An empty table of Lua arrives as a list.
      if (!isRecord(given) && !isEmptyList(given)) return undefined;
      const known = Object.entries(given).flatMap(([name, word]) => {
        const severity = SEVERITIES.find((known) => known === word);
        const codes = codesOf(name);
        if (severity && codes) return [{ name, codes, severity }];
        const isName = !codes;
        report(isName ? unknownRule(name) : unknownSeverity(name, word), { path: [name], isName });
        return [];
      });
      const groupsFirst = known.toSorted(
        (a, b) => Number(ruleCodes.has(a.name)) - Number(ruleCodes.has(b.name)),
      );
      return Object.fromEntries(
        groupsFirst.flatMap(({ codes, severity }) => codes.map((code) => [code, severity])),
      );
    },
  }),
  filePatterns: setting<readonly string[]>({
    default: [
      `**/*tpu_embedding*.{${TEXT_FORMAT_ENDINGS.join(',')}}`,
      `**/*tpu-embedding*.{${TEXT_FORMAT_ENDINGS.join(',')}}`,
    ],
    markdownDescription:
      'Globs of files that hold a `TPUEmbeddingConfiguration`. A header `# proto-message:` in the file comes first; ' +
      'a file that neither says is judged by its top-level fields.',
    schema: { type: 'array', items: { type: 'string' } },
    shared: true,
    expected: 'a list of globs',
    read: strings((glob) => (readGlob(glob) ? undefined : 'is not a valid glob: check its brackets')),
  }),
  exclude: setting<readonly string[]>({
    default: [],
    markdownDescription:
      'Files and folders that are not checked: patterns as in `.gitignore`, from the folder of the configuration file or ' +
      'the workspace folder.',
    schema: { type: 'array', items: { type: 'string' } },
    shared: true,
    expected: 'a list of patterns',
    read: strings((pattern) => (readPattern(pattern) ? undefined : 'is not a pattern as in .gitignore')),
  }),
  descriptorSets: setting<readonly string[]>({
    default: [],
    markdownDescription:
      'Paths of serialized `FileDescriptorSet`s, absolute or from the folder of the configuration file or the workspace folder. Files whose header names one of ' +
      'their messages get the same completion and checks. Make one with ' +
      '`protoc --include_imports --descriptor_set_out=FILE …`. ' +
      `Each is a regular file of at most ${MAX_DESCRIPTOR_SET_MIB} MiB on this computer.`,
    schema: { type: 'array', items: { type: 'string' } },
    restricted: true,
    shared: true,
    expected: 'a list of paths',
    read: strings((path) => (path === '' ? 'is not a path' : undefined)),
  }),
  maxFileSize: setting<number>({
    default: 10,
    markdownDescription: 'Larger files, in MiB, are highlighted but not checked.',
    schema: { type: 'number', minimum: 0.1 },
    shared: true,
    expected: 'a number above 0',
    read: (given) => (typeof given === 'number' && given > 0 ? given : undefined),
  }),
  workspaceDiagnostics: flag(
    true,
    'Reports the problems in all configurations and Python files of the workspace, not just in those that are open. ' +
      'Looks into files in text format, Python files and notebooks once a file that uses TPU embedding is open, except for ' +
      'what `files.exclude` names.',
  ),
  tensorflowVersion: setting<string>({
    default: 'auto',
    markdownDescription:
      'TensorFlow that Python runs on, such as `2.15`: what it lacks is an error, and what it has is documented. `auto` ' +
      'finds it in requirements, lock files and virtual environments beside the file or in a folder around it.',
    schema: { type: 'string' },
    shared: true,
    expected: '"auto" or a version of TensorFlow, such as "2.15"',
    read: (given) =>
      given === 'auto' ? given : typeof given === 'string' ? releaseOf(given.trim()) : undefined,
  }),
  libraryVersions: setting<{ readonly [L in Library]?: Release }>({
    default: {},
    markdownDescription:
      'The same for other libraries: the version of each by its name, such as `{ "keras-rs": "0.4" }`. What is not named is ' +
      'found as TensorFlow is.',
    schema: {
      type: 'object',
      properties: Object.fromEntries(INSTALLED.map((library) => [library, { type: 'string' }])),
      additionalProperties: false,
    },
    shared: true,
    expected: 'an object with versions by library',
    read(given, report) {
      if (!isRecord(given) && !isEmptyList(given)) return undefined;
      return Object.fromEntries(
        Object.entries(given).flatMap(([name, version]) => {
          const library = INSTALLED.find((known) => known === name);
          const release = typeof version === 'string' ? releaseOf(version.trim()) : undefined;
          if (library && release !== undefined) return [[library, release]];
          report(library ? noVersion(name, version) : unknownLibrary(name), {
            path: [name],
            isName: !library,
          });
          return [];
        }),
      );
    },
  }),
  kerasBackend: setting<Backend | 'auto'>({
    default: 'auto',
    markdownDescription:
      'What computes for Keras in programs that do not set `KERAS_BACKEND` themselves. What keras-rs refuses with it on ' +
      'SparseCores and on a CPU is an error, what it refuses on one of them a warning. With `auto`, any backend counts.',
    schema: { type: 'string', enum: KERAS_BACKENDS },
    shared: true,
    expected: `one of ${KERAS_BACKENDS.join(', ')}`,
    read: (given) => KERAS_BACKENDS.find((known) => known === given),
  }),
  codeLens: switches(
    { preview: true, configuration: true, memory: true, features: true },
    'Which lenses are shown: an object with true or false for each kind, or one of these for all. `preview` is shown above ' +
      'every optimizer, `configuration` above what makes a configuration in Python, `memory` above every configuration, ' +
      '`features` above every table.',
  ),
  inlayHints: switches(
    {
      tables: true,
      outputShapes: true,
      batchSize: false,
      memory: false,
      paddedWidth: false,
      argumentNames: false,
      defaults: false,
    },
    'Which hints are shown in the text: an object with true or false for each kind, or one of these for all. `tables`: the table that ' +
      'a `table_id` means. `outputShapes`: the shapes of activations. `batchSize`: samples of the TensorCores in a step. ' +
      '`memory`: what each table takes on the devices. `paddedWidth`: how wide padded rows are. `argumentNames`: names of ' +
      'arguments that Python gives by their place. `defaults`: what holds for what an optimizer leaves out.',
  ),
  tpu: setting<Tpu | null>({
    default: null,
    formerly: 'derive',
    markdownDescription:
      'The TPU that programs run on, where they do not say it: a slice, such as `"v5p-16"`, or an object with `slice`, `numHosts`, ' +
      '`numReplicas`, `perReplicaBatchSize` and `numCoresPerReplica`. The slice says the numbers of hosts and replicas (its ' +
      'TensorCores, divided by `numCoresPerReplica`); numbers of your own go before it.',
    schema: {
      type: ['string', 'object', 'null'],
      properties: {
        slice: { type: 'string', description: 'Such as "v5p-16".' },
        ...Object.fromEntries(
          Object.entries(TPU_NUMBERS).map(([name, description]) => [
            name,
            { type: ['integer', 'null'], minimum: 1, description },
          ]),
        ),
      },
      additionalProperties: false,
    },
    shared: true,
    expected: 'the name of a slice, such as "v5p-16", or an object with slice and numbers',
    read(given, report) {
      if (typeof given === 'string') return isSlice(given, report) ? { slice: given } : null;
      if (!isRecord(given)) return undefined;
      const usable = Object.entries(given).flatMap(([key, value]) => {
        // As pyproject.toml spells it.
        const name = key.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
        const at = { path: [key] };
        if (value === null) return [];
        if (name === 'slice') return isSlice(value, (problem) => report(problem, at)) ? [[name, value]] : [];
        if (!Object.hasOwn(TPU_NUMBERS, name))
          report(
            `There is no ${show(key)}, so this entry is ignored. Expected slice or ${Object.keys(TPU_NUMBERS).join(', ')}.`,
            { ...at, isName: true },
          );
        else if (Number.isSafeInteger(value) && Number(value) > 0) return [[name, value]];
        else
          report(`${show(value)} is not a whole number from 1 on, so this entry for ${key} is ignored.`, at);
        return [];
      });
      return usable.length > 0 ? Object.fromEntries(usable) : null;
    },
  }),
};

function isSlice(name: unknown, report: Report): boolean {
  const slice =
    typeof name === 'string' ? sliceNamed(name) : { problem: `${show(name)} is not the name of a slice.` };
  if ('problem' in slice) report(`${slice.problem} This entry is ignored.`);
  return !('problem' in slice);
}

/** The rules that an entry of `rules` is about: one, or those of a group. */
export const codesOf = (name: string): readonly string[] | undefined =>
  ruleCodes.has(name)
    ? [name]
    : Object.hasOwn(ruleGroups, name)
      ? ruleGroups[name]!.map(({ code }) => code)
      : undefined;

/** An object of true and false by kind; one of these alone is for all kinds. */
function switches<Kind extends string>(
  standard: Readonly<Record<Kind, boolean>>,
  markdownDescription: string,
): Setting<Readonly<Record<Kind, boolean>>> {
  const kinds = Object.keys(standard) as Kind[];
  return setting<Readonly<Record<Kind, boolean>>>({
    default: standard,
    markdownDescription,
    schema: {
      type: ['object', 'boolean'],
      properties: Object.fromEntries(
        kinds.map((kind) => [kind, { type: 'boolean', default: standard[kind] }]),
      ),
      additionalProperties: false,
    },
    expected: `true or false, or an object of these for ${kinds.join(', ')}`,
    read(given, report) {
      if (typeof given === 'boolean')
        return Object.fromEntries(kinds.map((kind) => [kind, given])) as Record<Kind, boolean>;
      if (!isRecord(given) && !isEmptyList(given)) return undefined;
      const wanted: Record<string, boolean> = { ...standard };
      for (const [kind, value] of Object.entries(given)) {
        if (kinds.some((known) => known === kind) && typeof value === 'boolean') wanted[kind] = value;
        else
          report(`${show(kind)}: ${show(value)} is ignored. Expected true or false for ${kinds.join(', ')}.`);
      }
      return wanted as Record<Kind, boolean>;
    },
  });
}

function flag(standard: boolean, markdownDescription: string): Setting<boolean> {
  return setting<boolean>({
    default: standard,
    markdownDescription,
    schema: { type: 'boolean' },
    expected: 'true or false',
    read: (given) => (typeof given === 'boolean' ? given : undefined),
  });
}

type Name = keyof typeof SETTINGS;

/** The settings that a project's configuration file may have. */
export const SHARED_SETTINGS = (Object.keys(SETTINGS) as Name[]).filter(
  (name) => (SETTINGS[name] as Setting<unknown>).shared,
);

/** What can be turned on and off. */
export type LensKind = keyof Settings['codeLens'];
export type HintKind = keyof Settings['inlayHints'];

/** The values of all settings. */
export type Settings = { readonly [N in Name]: (typeof SETTINGS)[N]['default'] };

export const DEFAULT_SETTINGS = eachSetting((_name, setting) => setting.default);

/** Those of the settings that differ from their defaults. */
export const changedSettings = (settings: Partial<Settings>): Partial<Settings> =>
  Object.fromEntries(
    Object.entries(settings).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(DEFAULT_SETTINGS[name as Name]),
    ),
  );

/** Settings from any value that a client sends. Unusable parts are reported, and their defaults apply. */
export function readSettings(raw: unknown, report: Report): Settings {
  const given = raw ?? {};
  if (!isRecord(given) && !isEmptyList(given))
    report(`tpuEmbedding: ${show(raw)} is not an object of settings, so the defaults apply.`);
  return eachSetting((name, { read, expected, default: fallback, formerly }) => {
    const current = isRecord(given) ? (valueAt(given, name) ?? undefined) : undefined;
    const former = formerly !== undefined && isRecord(given) ? formerValue(given, formerly) : undefined;
    if (former !== undefined)
      report(`tpuEmbedding.${formerly}: ${outdated(formerly!, `tpuEmbedding.${name}`)}`);
    const value = current ?? former;
    if (value === undefined) return fallback;
    const reportOfThis: Report = (problem) => report(`tpuEmbedding.${name}: ${problem}`);
    const usable = read(value, reportOfThis);
    if (usable === undefined) reportOfThis(notUsable(value, expected));
    return usable ?? fallback;
  });
}

export const notUsable = (value: unknown, expected: string): string =>
  `${show(value)} is not ${expected}, so the default applies.`;

/** The sentence for a name that still counts. */
export const outdated = (former: string, name: string): string =>
  `${show(former)} is now ${show(name)}, which takes the same numbers or a slice. The old name counts until version 0.2.`;

/** A value by its former name, unless it says nothing. */
function formerValue(given: Readonly<Record<string, unknown>>, name: string): unknown {
  const value = valueAt(given, name);
  const isSaid = !isRecord(value) || Object.values(value).some((each) => each !== null);
  return value !== null && isSaid ? value : undefined;
}

/** A value by its name. The members of an object may have dotted names of their own. */
function valueAt(given: Readonly<Record<string, unknown>>, name: string): unknown {
  const dotted = Object.entries(given).filter(([key]) => key.startsWith(`${name}.`));
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  if (dotted.length === 0) return value;
  const members = dotted.map(([key, member]) => [key.slice(name.length + 1), member]);
  return { ...(isRecord(value) && value), ...Object.fromEntries(members) };
}

/** Names the type of a setting's value. */
function setting<T>(declaration: Setting<T>): Setting<T> {
  return declaration;
}

function eachSetting(value: (name: Name, setting: Setting<unknown>) => unknown): Settings {
  const entries = Object.entries(SETTINGS).map(([name, setting]) => [name, value(name as Name, setting)]);
  return Object.fromEntries(entries) as Settings;
}

/** Reads a list of strings; `problemOf` names the problem with a string. */
function strings(problemOf: (text: string) => string | undefined): Setting<readonly string[]>['read'] {
  return (given, report) => {
    if (!Array.isArray(given)) return undefined;
    return given.filter((entry, i): entry is string => {
      const problem = typeof entry === 'string' ? problemOf(entry) : 'is not a text in quotes';
      if (problem !== undefined) report(`${show(entry)} ${problem}. This entry is ignored.`, { path: [i] });
      return problem === undefined;
    });
  };
}

function unknownRule(code: string): string {
  const advice = didYouMean(code, ruleCodes, '"') ?? '';
  return `There is no rule ${show(code)}, so this entry is ignored. ${advice}`.trimEnd();
}

const unknownLibrary = (name: string) =>
  `There is no library ${show(name)}, so this entry is ignored. Expected one of ${INSTALLED.join(', ')}.`;

const noVersion = (name: string, version: unknown) =>
  `${show(version)} is not a version, such as "1.2", so this entry for ${name} is ignored.`;

function unknownSeverity(code: string, word: unknown): string {
  return `${show(word)} is not a severity for "${code}", so this entry is ignored. Expected one of ${SEVERITIES.join(', ')}.`;
}

/** A value as the user may have written it, without invisible characters. */
export function show(value: unknown): string {
  const text = typeof value === 'string' ? `"${excerpt(value)}"` : excerpt(JSON.stringify(value));
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\ufffd');
}

function isEmptyList(value: unknown): value is [] {
  return Array.isArray(value) && value.length === 0;
}
