/** The forms that a message can have; `bytes` is a bytes literal of Python, `python` a program that builds the message. */
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
