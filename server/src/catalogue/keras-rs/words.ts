import { describedEntry } from '../described-entry';
import { lastPart } from '../names';
import type { ParameterWords } from '../parameters';
import type { Entry, EntryKind, Group } from '../types';

/** A class or method of keras-rs. */
export interface Words
  extends Pick<
    Entry,
    | 'role'
    | 'lacks'
    | 'lacksAttributes'
    | 'building'
    | 'gives'
    | 'isAbstract'
    | 'abstractMembers'
    | 'givesArguments'
    | 'givesKeys'
    | 'givesNested'
    | 'holds'
    | 'on'
    | 'result'
    | 'afterBuild'
    | 'afterGiven'
    | 'attributesAfterBuild'
    | 'attributesAfterCall'
    | 'bundlesWeights'
    | 'summary'
  > {
  /** Further documentation after the summary. */
  readonly doc?: string;
  /** In Python syntax, without self. */
  readonly signature: string;
  /** May document more parameters than the signature has, so that classes can share it. */
  readonly parameters?: Readonly<Record<string, ParameterWords>>;
  /** What a method returns; a class returns an instance. */
  readonly returns?: string;
  readonly members?: Readonly<Record<string, Words>>;
  /** A method of the class itself. */
  readonly isClassMethod?: true;
  /** The class stores its arguments under their names, has no other attributes, and orders its objects by these. */
  readonly isRecord?: true;
  /** The attributes of its objects beside its members, if all are known. */
  readonly otherAttributes?: readonly string[];
}

const PAGES = 'https://keras.io/keras_rs/api';

/** A class of `keras_rs.layers` with its methods: the modules below `keras_rs.src.layers` that also have it, and its page. */
export const layerEntries = (
  name: string,
  modules: readonly string[],
  page: string,
  group: Group,
  words: Words,
): Entry[] =>
  classEntries('layers', name, modules, page, group, words.isRecord ? words : { holds: LISTS, ...words });

/** What a layer of Keras gives lists of. */
const LISTS: NonNullable<Words['holds']> = Object.fromEntries(
  [
    ...['losses', 'metrics', 'metrics_variables', 'variables', 'weights'],
    ...['trainable', 'non_trainable'].flatMap((which) => [`${which}_variables`, `${which}_weights`]),
  ].map((name) => [name, { of: { of: 'list' } }]),
);

/** The classes of another part of keras-rs, by module and name. */
export const rankingEntries = (part: string, classes: Readonly<Record<string, Words>>): Entry[] =>
  Object.entries(classes).flatMap(([path, words]) => {
    const [module, name] = path.split('.') as [string, string];
    return classEntries(part, name, [module], part, 'embedding', words);
  });

function classEntries(
  part: string,
  name: string,
  modules: readonly string[],
  page: string,
  group: Group,
  words: Words,
): Entry[] {
  const names = [`keras_rs.${part}`, ...modules.map((module) => `keras_rs.src.${part}.${module}`)].map(
    (module) => `${module}.${name}`,
  );
  const url = `${PAGES}/${page}/`;
  return [
    entryOf(names, 'class', group, url, words),
    ...Object.entries(words.members ?? {}).map(([member, its]) =>
      entryOf(
        names.map((owner) => `${owner}.${member}`),
        its.isClassMethod ? 'function' : 'method',
        group,
        url,
        its,
      ),
    ),
  ];
}

function entryOf(
  qualifiedNames: readonly string[],
  kind: EntryKind,
  group: Group,
  url: string,
  {
    doc,
    signature,
    parameters,
    members = {},
    returns,
    isRecord,
    isClassMethod: _of,
    otherAttributes,
    ...facts
  }: Words,
): Entry {
  const made = kind === 'class' ? `A new \`${lastPart(qualifiedNames[0]!)}\`.` : 'Nothing.';
  const entry = describedEntry(
    { kind, group, library: 'keras-rs', qualifiedNames },
    {
      summary: facts.summary,
      ...(doc !== undefined && { doc }),
      returns: returns ?? made,
      signature,
      ...(parameters && { parameters }),
    },
  );
  const stored = isRecord ? entry.parameters.map(({ name }) => name) : otherAttributes;
  return {
    ...entry,
    ...(kind === 'class' && { lacksItems: true as const }),
    ...(isRecord && { isOrdered: true as const }),
    ...(stored && { attributes: [...stored, ...Object.keys(members)] }),
    url,
    ...facts,
  };
}
