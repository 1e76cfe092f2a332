// The two sides of a comparison, in whatever form.
import type { Range } from '../../basics/range';
import { LIBRARIES } from '../../catalogue';
import { type Checkpoint, checkpointOf } from '../../configuration/comparison/checkpoint';
import type { Comparable } from '../../configuration/comparison/comparable';
import type { Strategy } from '../../dataflow/derivation/strategy';
import type { SavedConfiguration } from '../../languages/answers';
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

/** To compare what configurations mean. */
export const MEANING: Compared<Comparable> = {
  inText: (analysis, strategy) =>
    analysis.comparables(strategy).map(({ comparable: value, ...rest }) => ({ ...rest, value })),
  inForm: (content) => comparableContent(content)!,
};

/** To compare what checkpoints keep of them. */
export const CHECKPOINTS: Compared<Checkpoint> = {
  inText: (analysis, strategy) =>
    analysis.checkpoints(strategy).map(({ checkpoint: value, ...rest }) => ({ ...rest, value })),
  inForm: (content) => checkpointOf(comparableContent(content)!),
};
