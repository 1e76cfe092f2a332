// Words of lenses and hints, which are put into the reader's language when they are sent.
import { bytes } from '../configuration/quantities';

/** Names and code are the same in every language; anything else is a text with values for `{0}`, `{1}` and so on. */
export type Phrase = string | { readonly text: string; readonly values: readonly Value[] };

/** A whole number, a number of bytes, a word, or a part of the sentence. */
type Value = number | { readonly bytes: number } | Phrase;

/** Who reads: a language tag, and translations by their English text. */
export interface Reader {
  readonly language: string;
  readonly translations: ReadonlyMap<string, string>;
}

export const ENGLISH: Reader = { language: 'en', translations: new Map() };

export const phrase = (text: string, ...values: Value[]): Phrase => ({ text, values });

export function said(phrase: Phrase, reader: Reader = ENGLISH): string {
  if (typeof phrase === 'string') return phrase;
  const { text, values } = phrase;
  return (reader.translations.get(text) ?? text).replaceAll(/\{(\d)\}/g, (hole, index) =>
    index in values ? valueText(values[index]!, reader) : hole,
  );
}

function valueText(value: Value, reader: Reader): string {
  if (typeof value === 'number') return value.toLocaleString(reader.language);
  if (typeof value === 'object' && 'bytes' in value)
    return bytes(value.bytes, (number) => number.toLocaleString(reader.language, { useGrouping: false }));
  return said(value, reader);
}
