import { once } from 'node:events';
import type { ParseArgsConfig } from 'node:util';
import { errorMessage } from '../basics/error-message';
import { excerpt } from '../basics/excerpt';
import { lines } from '../basics/terminal';
import { isUsageError, UsageError } from '../basics/usage-error';
import { type Failure, failureTitle } from '../rules/guard';

export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

export type Option = NonNullable<ParseArgsConfig['options']>[string] & {
  /** What the help calls its value. */
  readonly value?: string;
  /** One sentence for the help; without one it is not shown. */
  readonly about?: string;
  /** The value is optional and empty by default. The next argument is the value only if it is neither an option nor a file. */
  readonly mayStandAlone?: true;
};

export interface Command {
  readonly usage: string;
  /** One sentence. */
  readonly summary: string;
  /** Further paragraphs for the help. */
  readonly details?: readonly string[];
  /** What each argument means. */
  readonly arguments: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, Option>>;
  /** What each exit status means. */
  readonly statuses: Readonly<Record<number, string>>;
  /** Examples: the arguments, and what they do. */
  readonly examples: readonly (readonly [line: string, about: string])[];
  /** The exit status; undefined for a command that keeps running. */
  run(values: Values, positionals: readonly string[]): Promise<number | undefined>;
}

/** Writes a text to standard output piece by piece, and waits for a slow reader instead of buffering everything. */
export async function writePieces(pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces)
    if (piece !== '' && !process.stdout.write(piece)) await once(process.stdout, 'drain');
}

/** Writes an error for the person to standard error. */
export function printError(error: unknown): void {
  const output = [`tpu-embedding: ${errorMessage(error)}`];
  if (isUsageError(error) && error.usage) output.push(`Usage: tpu-embedding ${error.usage}`);
  process.stderr.write(lines(output));
}

/** Writes an internal error on one line. */
export function printFailure(failure: Failure): void {
  const { error } = failure;
  const message = errorMessage(error);
  printError(`${failureTitle(failure)}: ${message.replaceAll(/\s+/g, ' ')}`);
}

/** One of a few words; the first of them is the default. */
export function choice<T extends string>(values: Values, option: string, words: readonly [T, ...T[]]): T {
  const value = values[option] ?? words[0];
  const word = words.find((w) => w === value);
  if (!word)
    throw new UsageError(`--${option} takes one of ${words.join(', ')}, not "${excerpt(String(value))}".`);
  return word;
}

/** An option as it is written on the command line. */
export const optionName = (option: string): string => `--${option}`;
