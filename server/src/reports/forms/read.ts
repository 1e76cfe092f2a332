import { decodeBase64 } from '../../basics/base64';
import { type Decoded, decode } from '../../basics/decode';
import { type BoundTree, bind } from '../../configuration/bind';
import type { Form } from '../../configuration/form-names';
import { keepsFromReading, mistakesIn } from '../../languages/textproto/mistakes';
import { Unparsable } from '../../project/configuration-file/located';
import { notUtf8 } from '../../rules/syntax/not-utf8';
import { builtin, CONFIGURATION_TYPE } from '../../schema/builtin';
import { readHeader } from '../../schema/resolve';
import { findMessage } from '../../schema/types';
import { parse } from '../../textproto/parser';
import { type PlaceOf, placesIn } from '../places';
import { readBinary } from './binary-reader';
import { readBytesLiteral } from './bytes-literal';
import type { Content } from './content';
import type { Read, ReadProblem } from './form';
import { readJson } from './json-reader';
import { readText } from './text-reader';

/** The configuration that bytes hold in protobuf's binary form. */
export function readBytes(bytes: Uint8Array): Read {
  try {
    const content = readBinary(bytes, CONFIGURATION_TYPE);
    return isOther(content) ? { problems: [OTHER] } : { content };
  } catch (error) {
    if (!(error instanceof Unparsable)) throw error;
    const { offset, message } = error;
    return { problems: [{ start: offset, end: offset, message, isByte: true }] };
  }
}

/** The numbers of the fields that a configuration has. */
export const NUMBERS: ReadonlySet<number> = new Set(CONFIGURATION_TYPE.fields.map(({ number }) => number));

/** Protobuf reads fields of another message as unknown fields, or as known ones if the numbers and kinds match. */
const isOther = ({ fields, unknown }: Content): boolean =>
  fields.length === 0 && unknown.some(({ number }) => NUMBERS.has(number));

const OTHER: ReadProblem = {
  start: 0,
  end: 0,
  message:
    'This is another message: no field is one of a TPUEmbeddingConfiguration. Of a graph or a saved model, extract shows the configurations in it.',
  isByte: true,
};

/** A form that holds one message; a program may hold several. */
type SingleForm = Exclude<Form, 'python'>;

/** The content of a file, and the conversion of its offsets to places. */
export interface ReadFile {
  readonly read: Read;
  readonly placeOf: PlaceOf;
}

/** Reads a file in one of these forms. */
export function readAs(form: SingleForm, bytes: Uint8Array): ReadFile {
  if (form === 'binary') return { read: readBytes(bytes), placeOf: placesIn({ text: '' }) };
  const decoded = decode(bytes);
  const problems = misfitProblems(decoded, 'textproto');
  const read = problems.length > 0 ? { problems } : readForm(form, decoded.text);
  return { read, placeOf: placesIn(decoded) };
}

/** The problem that a file's bytes are not text, so their content is unknown. */
export const misfitProblems = (
  { misfits }: Decoded,
  kind: Parameters<typeof notUtf8.message>[1],
): ReadProblem[] =>
  misfits.map(({ start, end, what }) => ({
    start,
    end,
    message: notUtf8.message(what, kind),
    code: notUtf8.code,
  }));

type TextForm = Exclude<SingleForm, 'binary'>;

const READERS: Readonly<Record<TextForm, (text: string) => Read>> = {
  textproto(text) {
    const header = readHeader(text);
    const type = header ? findMessage(builtin, header.name) : CONFIGURATION_TYPE;
    if (!type) {
      const { name, ...range } = header!;
      const message = `No schema describes ${name}, which its header names.`;
      return { problems: [{ ...range, message }] };
    }
    const bound = bind(parse(text), type, builtin);
    const { content, numbered, undeclared } = readText(bound);
    const { problems, skipped } = textProblems(bound, numbered);
    if (problems.length + undeclared.length > 0) return { problems: [...problems, ...undeclared] };
    return { content, ...(skipped.length > 0 && { skipped }) };
  },
  json(text) {
    const { content, problems } = readJson(text, CONFIGURATION_TYPE);
    return problems.length > 0 ? { problems } : { content };
  },
  base64(text) {
    const bytes = decodeBase64(text);
    return bytes
      ? readBytes(bytes)
      : { problems: [{ start: 0, end: text.length, message: 'This is not base64.' }] };
  },
  bytes(text) {
    const bytes = readBytesLiteral(text);
    return bytes instanceof Uint8Array ? readBytes(bytes) : { problems: [bytes] };
  },
};

/** Reads the message in a text. */
export const readForm = (form: TextForm, text: string): Read => READERS[form](text);

interface TextProblems {
  /** Why TensorFlow cannot read the text, or why its content is unknown. */
  readonly problems: readonly ReadProblem[];
  /** Fields that TensorFlow reads and ignores. */
  readonly skipped: readonly ReadProblem[];
}

/** Field numbers at the offsets in `known` are intended, so they are no mistakes. */
function textProblems(bound: BoundTree, known: ReadonlySet<number>): TextProblems {
  const mistakes = [...mistakesIn(bound)];
  const isMeant = ({ code, start }: ReadProblem) => code === 'field-number' && known.has(start);
  return {
    problems: mistakes.filter((mistake) => keepsFromReading(mistake) && !isMeant(mistake)),
    skipped: mistakes.filter(({ code }) => code === 'reserved-field'),
  };
}
