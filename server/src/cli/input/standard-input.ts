// The text that - reads from standard input, and the name that it goes by.

import { UsageError } from '../../basics/usage-error';
import type { Values } from '../command';

export const STDIN_FILENAME = {
  'stdin-filename': {
    type: 'string',
    value: 'NAME',
    about: 'The file name of the text that - reads from standard input.',
  },
} as const;

/** What the text from standard input is called. `paths` are the named files. */
export function inputName(values: Values, paths: readonly string[], usage: string): string {
  const name = values['stdin-filename'] as string | undefined;
  if (name !== undefined && !paths.includes('-'))
    throw new UsageError('--stdin-filename names the text that - reads from standard input. Add -.', usage);
  return name ?? '<stdin>';
}

/** Where the one named file is read from, and what it is called. */
export function oneInput(values: Values, paths: readonly string[], usage: string) {
  const [from, ...more] = paths;
  if (from === undefined || more.length > 0) throw new UsageError('Name one file.', usage);
  const name = inputName(values, paths, usage);
  return { from, path: from === '-' ? name : from };
}
