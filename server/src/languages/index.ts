import { hasHeader } from '../schema/resolve';
import type { Schema } from '../schema/types';
import { TEXT_FORMAT_ENDINGS } from '../textproto/file-names';
import type { CompletionData } from './answers';
import { dependencies, isDependencyFile } from './dependencies';
import type { Language } from './language';
import { python } from './python';
import { completionDocumentation as documentPython } from './python/documentation';
import { TEXT_FORMAT_IDS } from './registration';
import { silent } from './silent';
import { textproto } from './textproto';
import { completionDocumentation as documentTextproto } from './textproto/completion/completion';

/** Python in all the spellings that editors have for it. */
const PYTHON_ID = /^(i?python[23]?|py)$/i;

/** VS Code's name for a list of packages, and ours. */
const REQUIREMENTS_ID = /^(?:pip-)?requirements$/;

const languageByEnding: ReadonlyMap<string, Language> = new Map([
  ...TEXT_FORMAT_ENDINGS.map((ending) => [ending, textproto] as const),
  ...['py', 'pyi', 'pyw'].map((ending) => [ending, python] as const),
]);

/**
 * The language of a document by the client's name for it. Editors have many names for text format, also `plaintext` or no
 * name. So if the name is unknown, the path's ending decides, and then the text's header.
 */
export function languageOf(languageId: string, path = '', text = ''): Language {
  if (PYTHON_ID.test(languageId)) return python;
  if (TEXT_FORMAT_IDS.includes(languageId.toLowerCase())) return textproto;
  if (REQUIREMENTS_ID.test(languageId) || isDependencyFile(path)) return dependencies;
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return languageByEnding.get(ending) ?? (hasHeader(text) ? textproto : silent);
}

/** The Markdown that an editor shows beside the selected completion; empty if there is none. */
export function completionDocumentation(schema: Schema, data: CompletionData): string {
  return data.kind === 'entry' || data.kind === 'parameter'
    ? documentPython(data)
    : documentTextproto(schema, data);
}
