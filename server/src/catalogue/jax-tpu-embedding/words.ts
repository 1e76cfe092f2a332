import { describedEntry } from '../described-entry';
import { lastPart } from '../names';
import type { ParameterWords } from '../parameters';
import type { Entry, EntryKind, Group } from '../types';
import { pathsOf } from './moved';

/** A class, function or method in the form in which the files of this folder describe it. */
export interface Words
  extends Pick<
    Entry,
    | 'summary'
    | 'keywordOnly'
    | 'lacks'
    | 'role'
    | 'slots'
    | 'simulatedAs'
    | 'givesNested'
    | 'result'
    | 'isTree'
    | 'isNamedTuple'
    | 'holds'
    | 'byStack'
    | 'changes'
    | 'lacksItems'
    | 'stacking'
    | 'onceStacked'
    | 'isFrozen'
    | 'refusesReplace'
    | 'isAbstract'
    | 'abstractMembers'
    | 'withoutStep'
    | 'stepsFromFirst'
    | 'tellsNoStep'
    | 'variesWithFlax'
  > {
  /** Further documentation after the summary. */
  readonly doc?: string;
  readonly signature: string;
  /** The words for parameters that are not among `COMMON`, or that mean something else here. */
  readonly parameters?: Readonly<Record<string, ParameterWords>>;
  readonly returns?: string;
  /** Attributes beside the parameters and members; missing if not all are known. */
  readonly attributes?: readonly string[];
  readonly members?: Readonly<Record<string, Words>>;
  /** A method of the class itself. */
  readonly isClassMethod?: true;
}

export const ROOT = 'jax_tpu_embedding.sparsecore';

export const inLibrary = (path: string): string => `${ROOT}.${path}`;
export const inSpecs = (name: string): string => inLibrary(`lib.nn.embedding_spec.${name}`);
export const inLookups = (name: string): string => inLibrary(`lib.nn.embedding.${name}`);
export const inStacking = (name: string): string => inLibrary(`lib.nn.table_stacking.${name}`);

/** The classes and functions of a module, with the members of the classes. */
export const entriesOf = (
  module: string,
  group: Group,
  kind: 'class' | 'function',
  words: Readonly<Record<string, Words>>,
  common: Readonly<Record<string, ParameterWords>> = {},
): Entry[] =>
  Object.entries(words).flatMap(([name, each]) => {
    const paths = pathsOf(module).map((path) => `${inLibrary(path)}.${name}`);
    const own = entryOf(paths, group, kind, each, common);
    const members = Object.entries(each.members ?? {}).map(([member, its]) =>
      entryOf(
        own.qualifiedNames.map((owner) => `${owner}.${member}`),
        group,
        its.isClassMethod ? 'function' : 'method',
        its,
        common,
      ),
    );
    return [own, ...members];
  });

function entryOf(
  qualifiedNames: readonly string[],
  group: Group,
  kind: EntryKind,
  { doc, signature, parameters, attributes, members = {}, returns, isClassMethod: _of, ...words }: Words,
  common: Readonly<Record<string, ParameterWords>>,
): Entry {
  const made = kind === 'class' ? `A new \`${lastPart(qualifiedNames[0]!)}\`.` : '`None`.';
  const entry = describedEntry(
    { kind, group, library: 'jax-tpu-embedding', qualifiedNames },
    {
      summary: words.summary,
      ...(doc !== undefined && { doc }),
      returns: returns ?? made,
      signature,
      parameters: { ...common, ...parameters },
    },
  );
  const own = [...entry.parameters.map(({ name }) => name), ...Object.keys(members)];
  return { ...entry, ...(attributes && { attributes: [...own, ...attributes] }), ...words };
}
