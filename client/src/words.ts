// What people are shown of things.
import type { Uri } from 'vscode';

/** The name of a file. */
export const nameOf = ({ path }: Uri): string => path.slice(path.lastIndexOf('/') + 1);

/** For a place that has one line alone, such as a comment. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');
