import { hasHeader } from '../schema/resolve';
import type { Language } from './language';
import { python } from './python';
import { silent } from './silent';
import { textproto } from './textproto';

/** Editors' names for text format, by which alone a document counts as such. */
export const TEXT_FORMAT_IDS = ['textproto', 'pbtxt', 'prototext', 'txtpb', 'textpb'];

/** Python in all the spellings that editors have for it. */
const PYTHON_ID = /^(i?python[23]?|py)$/i;

const languageByEnding: ReadonlyMap<string, Language> = new Map([
  ...['textproto', 'txtpb', 'textpb', 'pbtxt'].map((ending) => [ending, textproto] as const),
  ...['py', 'pyi', 'pyw'].map((ending) => [ending, python] as const),
]);

/**
 * The language of a document by the client's name for it. Editors call text format by many names, `plaintext` and
 * none among them, so under a name that says nothing the path's ending decides, and then the text's header.
 */
export function languageOf(languageId: string, path = '', text = ''): Language {
  if (PYTHON_ID.test(languageId)) return python;
  if (TEXT_FORMAT_IDS.includes(languageId.toLowerCase())) return textproto;
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return languageByEnding.get(ending) ?? (hasHeader(text) ? textproto : silent);
}
