import type { Range } from '../../basics/range';
import type { Content } from './content';

/** The forms that a message can have. */
export const FORMS = ['textproto', 'json', 'binary', 'base64', 'bytes', 'python'] as const;
export type Form = (typeof FORMS)[number];

/** The names of forms in messages. */
export const FORM_NAMES: Readonly<Record<Form, string>> = {
  textproto: 'text format',
  json: 'ProtoJSON',
  binary: 'binary',
  base64: 'base64',
  bytes: 'a bytes literal of Python',
  python: 'Python',
};

/** Why a text or bytes cannot be read. Offsets count UTF-16 units. */
export interface Problem extends Range {
  readonly message: string;
  /** Of the rule that says it. */
  readonly code?: string;
  /** Offsets count bytes of the message, whatever they were written in. */
  readonly isByte?: true;
}

/** A message that was read, or why it could not be. */
export type Read = ReadContent | { readonly problems: readonly Problem[] };

export interface ReadContent {
  readonly content: Content;
  /** Written text that is not part of the message: fields that were removed from it, which parsers skip. */
  readonly skipped?: readonly Problem[];
}
