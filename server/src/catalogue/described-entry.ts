import { lastPart } from './names';
import { describedParameters, type ParameterWords, signature } from './parameters';
import type { Entry } from './types';

/** A class, function or member in words. */
interface EntryWords extends Pick<Entry, 'summary' | 'returns'> {
  readonly doc?: string;
  /** In Python syntax, without `self`. */
  readonly signature: string;
  readonly parameters?: Readonly<Record<string, ParameterWords>>;
}

/** An entry by its names and words, to which other facts are added. */
export function describedEntry(
  place: Pick<Entry, 'kind' | 'group' | 'library' | 'qualifiedNames'>,
  { summary, doc = '', returns, signature: text, parameters = {} }: EntryWords,
): Entry {
  const id = place.qualifiedNames[0]!;
  return {
    id,
    name: lastPart(id),
    ...place,
    summary,
    doc,
    returns,
    parameters: describedParameters(id, signature(text), parameters),
  };
}
