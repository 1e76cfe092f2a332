import type { Language } from '../features/language';
import { python } from './python';
import { textproto } from './textproto';

/** The language of a document by the client's name for it. */
export const languageOf = (languageId: string): Language => (languageId === 'textproto' ? textproto : python);
