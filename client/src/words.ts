// Short texts for the user.
import * as vscode from 'vscode';

/** The name of a file. */
export const fileName = ({ path }: vscode.Uri): string => path.slice(path.lastIndexOf('/') + 1);

/** For places with a single line, such as a comment. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** The first problem, and the number of others; empty if there is none. */
export function firstOf(problems: readonly string[]): string {
  const [first = '', ...others] = problems;
  return others.length === 0
    ? first
    : vscode.l10n.t('{0} There are more problems: {1}.', first, others.length);
}
