// The two sides of a comparison, in whatever form.
import type { Range } from '../../basics/range';
import { LIBRARIES } from '../../catalogue';
import type { Library } from '../../catalogue/libraries';
import { type Checkpoint, checkpointOf } from '../../configuration/comparison/checkpoint';
import type { Comparable } from '../../configuration/comparison/comparable';
import type { MadeSide } from '../../configuration/comparison/compare-made';
import { outerPaths } from '../../configuration/comparison/sides';
import type { Strategy } from '../../dataflow/derivation/strategy';
import type { DerivedConfiguration, SavedConfiguration } from '../../languages/answers';
import type { Analysis } from '../../languages/language';
import { comparableContent } from './comparable-content';
import type { Content } from './content';

/** What a comparison takes of each side. */
export interface Compared<T> {
  /** All in a text; undefined where it is refused. */
  inText(analysis: Analysis, strategy: Strategy): readonly (Range & Side<T>)[];
  /** What another form holds. */
  inForm(content: Content): T;
}

/** A configuration, unless it is refused. */
interface Side<T> extends Pick<SavedConfiguration, 'library' | 'refused'> {
  readonly value: T | undefined;
}

/** Why a program's configuration is refused, in a sentence. */
export const refusalOf = ({ library = 'tensorflow', refused }: Side<unknown>): string =>
  `${LIBRARIES[library].title} refuses this: ${refused!.reason}`;

/** To compare what configurations that are messages mean. */
export const MEANING: Compared<Comparable> = {
  inText: (analysis, strategy) =>
    analysis.comparables(strategy).map(({ comparable: value, ...rest }) => ({ ...rest, value })),
  inForm: (content) => comparableContent(content)!,
};

/** A configuration that is a message, or one of a library that has none. */
export type Meaning = { readonly message: Comparable } | { readonly made: MadeSide };

/** To compare what configurations of any library mean. */
export const MEANING_IN_LIBRARIES: Compared<Meaning> = {
  inText: (analysis, strategy) => [
    ...MEANING.inText(analysis, strategy).map(({ value, ...rest }) => ({
      ...rest,
      value: value && { message: value },
    })),
    ...analysis.derive(strategy).flatMap((each) => (each.library ? [madeIn(each, each.library)] : [])),
  ],
  inForm: (content) => ({ message: MEANING.inForm(content) }),
};

/** Why two of them cannot be compared, but for what checkpoints keep. */
export const OF_OTHER_LIBRARIES =
  'are of libraries that say other things of tables. Compare what checkpoints keep of them';

function madeIn(
  { start, end, made, sizes, unknown, origins, refused }: DerivedConfiguration,
  library: Library,
): Range & Side<Meaning> {
  const places = new Map(origins.map(({ path, at }) => [path, at]));
  const placeOf = (path: string) => {
    const known = [...outerPaths(path), path].reverse().find((each) => places.has(each));
    return known === undefined ? { start, end } : places.get(known);
  };
  const value = made &&
    sizes && { made: { library: LIBRARIES[library].title, ...made, unknown, sizes, placeOf } as MadeSide };
  return { start, end, library, value, ...(refused && { refused }) };
}

/** To compare what checkpoints keep of them. */
export const CHECKPOINTS: Compared<Checkpoint> = {
  inText: (analysis, strategy) =>
    analysis.checkpoints(strategy).map(({ checkpoint: value, ...rest }) => ({ ...rest, value })),
  inForm: (content) => checkpointOf(comparableContent(content)!),
};
