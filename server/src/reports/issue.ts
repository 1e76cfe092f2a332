// What "Report an Issue" and `tpu-embedding report` show: what helps to mend a problem of this tool, for a person to read and change.

import { codeBlock } from '../basics/markdown';
import { smallest } from '../basics/smallest';
import type { FoundVersion } from './doctor';

export interface Issue {
  readonly versions: readonly FoundVersion[];
  /** Those that differ from their defaults. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Undefined where there is none, as on the command line. */
  readonly log?: string;
  readonly example?: Example;
}

/** A text that a rule tells of. */
interface Example {
  readonly rule: string;
  readonly text: string;
}

const LOG_LINES = 60;

/** In Markdown, as issues are written. Nothing in it but the example tells of a person or of where files are. */
export function issueText({ versions, settings, log, example }: Issue): string {
  const sections = [
    '## What happened\n\n(What did you do, what did you expect, and what came instead?)',
    `## Versions\n\n${list(versions.map(({ package: name, version, source }) => `${name} ${version} (${source})`))}`,
    `## Settings that differ from their defaults\n\n${list(
      Object.entries(settings).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    )}`,
    ...(log === undefined ? [] : [`## End of the log\n\n${fenced(lastLines(log))}`]),
  ].map(withoutPersons);
  if (example) sections.push(`## Smallest text that shows ${example.rule}\n\n${fenced(example.text)}`);
  return `${sections.join('\n\n')}\n`;
}

const list = (items: readonly string[]): string =>
  items.length === 0 ? 'None.' : items.map((item) => `- ${item}`).join('\n');

const lastLines = (log: string): string => log.trimEnd().split('\n').slice(-LOG_LINES).join('\n');

const fenced = (text: string): string => codeBlock('', text.trimEnd());

/** The folders of people may have spaces in their names; a slash ends those. */
const HOME = /(?:file:\/\/\/?|\b[A-Za-z]:)?[\\/]+(?:home|Users)[\\/]+[^\\/\n"'<>|:*?]+(?=[\\/])/gi;
const ABSOLUTE = /(?<![\w.\\/…~-])(?:file:\/\/)?(?:~|[A-Za-z]:)?(?:[\\/]+[^\s\\/"'`<>|:*?()[\],;]+){2,}/g;
const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

/** Of absolute paths only the last name is left, and of addresses of people nothing. */
export function withoutPersons(text: string): string {
  return text
    .replaceAll(HOME, '~')
    .replaceAll(ABSOLUTE, (path) => `…/${/[^\\/]+$/.exec(path)![0]}`)
    .replaceAll(/~[\\/]+/g, '…/')
    .replaceAll(ADDRESS, '…');
}

/** The smallest part of a text that a rule still tells of, and no rule that is silent about the whole; undefined if it tells of none. */
export function smallestText(
  text: string,
  rule: string,
  rulesIn: (text: string) => readonly string[],
): string | undefined {
  const known = new Set(rulesIn(text));
  if (!known.has(rule)) return undefined;
  const shows = (lines: readonly string[]) => {
    const part = lines.join('\n');
    // A bracket alone would make it a text of another kind.
    if (openBrackets(part) !== openBrackets(text)) return false;
    const rules = rulesIn(part);
    return rules.includes(rule) && rules.every((each) => known.has(each));
  };
  const sections = smallest(sectionsOf(text), (left) => shows(left.flat()));
  return smallest(sections.flat(), shows).join('\n');
}

const openBrackets = (text: string): number =>
  [...text.matchAll(/[([{]/g)].length - [...text.matchAll(/[)\]}]/g)].length;

/** Lines with the lines that belong to them: those further in, and brackets that close. */
function sectionsOf(text: string): readonly (readonly string[])[] {
  const sections: string[][] = [];
  for (const line of text.split('\n')) {
    const last = sections.at(-1);
    if (last && /^[\s)\]}>]/.test(line)) last.push(line);
    else sections.push([line]);
  }
  return sections;
}
