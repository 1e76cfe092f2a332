import { decodeBase64 } from '../../basics/base64';
import { isUtf16, utf8Text } from '../../basics/decode';
import type { Form } from '../../configuration/form-names';
import { CONFIGURATION_TYPE } from '../../schema/builtin';
import { isTextFormat } from '../../textproto/file-names';
import { contentIn } from './binary-reader';

export interface Guess {
  readonly form: Form;
  /** True if the name or the first character decides without doubt. */
  readonly isSure: boolean;
}

/** The form of a file, by the end of its name, otherwise by its content. */
export function guessForm(path: string, bytes: Uint8Array): Guess {
  const form = formOfName(path);
  if (form) return { form, isSure: true };
  // Blanks alone are valid in binary, too.
  const isBlank = bytes.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
  return isBlank && /\.(?:pb|bin)$/i.test(path) ? { form: 'binary', isSure: true } : guessContent(bytes);
}

const ENDINGS: ReadonlyMap<string, Form> = new Map([
  ['json', 'json'],
  ['py', 'python'],
  ['ipynb', 'python'],
  ['binpb', 'binary'],
  ['b64', 'base64'],
  ['base64', 'base64'],
]);

function formOfName(path: string): Form | undefined {
  if (isTextFormat(path)) return 'textproto';
  return ENDINGS.get(/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '');
}

function guessContent(bytes: Uint8Array): Guess {
  const text = utf8Text(bytes)?.trim();
  // No message begins with the byte order mark of UTF-16. As text, the file gets the problem that it is not UTF-8.
  if (text === undefined) return { form: isUtf16(bytes) ? 'textproto' : 'binary', isSure: true };
  // Nobody writes these characters.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
  if (/[\0-\x08\x0e-\x1f\x7f]/.test(text)) return { form: 'binary', isSure: true };
  if (text.startsWith('{')) return { form: 'json', isSure: true };
  if (/^(?:b?r?|rb)["']/i.test(text)) return { form: 'bytes', isSure: true };
  const decoded = text === '' ? undefined : decodeBase64(text);
  if (decoded && holds(decoded)?.unknown.length === 0) return { form: 'base64', isSure: false };
  if (/^(?:from|import)\s|\bTPUEmbedding(?:Configuration|V2)?\(/m.test(text))
    return { form: 'python', isSure: false };
  if (bytes.length > 0 && holds(bytes)?.unknown.length === 0) return { form: 'binary', isSure: false };
  // A newer TensorFlow may have written fields that the schema lacks; no other form has only characters of base64.
  if (decoded && holds(decoded)?.fields.length) return { form: 'base64', isSure: false };
  return { form: 'textproto', isSure: true };
}

/** The configuration in bytes, if they are one. */
const holds = (bytes: Uint8Array) => contentIn(bytes, CONFIGURATION_TYPE);
