// Problems that a project has accepted, in a file beside its configuration. They are counted by file, rule and text of the line,
// so that they are known again where lines have moved.
import { addTo } from '../../basics/groups';
import { isRecord } from '../../basics/record';

export const BASELINE_NAME = 'tpu-embedding-baseline.json';

/** In bytes. */
export const MAX_BASELINE = 16 * 1024 * 1024;

/** What is compared of a problem. */
export interface Accepted {
  readonly rule: string;
  /** The text of the line that it begins on. */
  readonly line: string;
}

/** How many problems of a file are accepted, by rule and line. */
export type AcceptedInFile = ReadonlyMap<string, number>;

/** The accepted problems of files, by paths from the folder of the baseline, with slashes. */
export type Baseline = ReadonlyMap<string, AcceptedInFile>;

/** Indentation may change. */
const keyOf = ({ rule, line }: Accepted): string => `${rule}\n${line.trim()}`;

/** The problems that are not accepted. Of equal ones, the first are. */
export function withoutAccepted<Problem>(
  problems: readonly Problem[],
  accepted: AcceptedInFile | undefined,
  compared: (problem: Problem) => Accepted,
): readonly Problem[] {
  if (!accepted) return problems;
  const left = new Map(accepted);
  return problems.filter((problem) => {
    const key = keyOf(compared(problem));
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
}

/** The problems of a file, to be accepted. */
export function accepting(problems: readonly Accepted[]): AcceptedInFile {
  const groups = new Map<string, Accepted[]>();
  for (const problem of problems) addTo(groups, keyOf(problem), problem);
  return new Map([...groups].map(([key, { length }]) => [key, length]));
}

/** The content of a baseline; undefined if the text is none. */
export function readBaseline(text: string): Baseline | undefined {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(content) || !isRecord(content['files'])) return undefined;
  const files = new Map<string, AcceptedInFile>();
  for (const [path, entries] of Object.entries(content['files'])) {
    if (!Array.isArray(entries) || !entries.every(isEntry)) return undefined;
    files.set(path, new Map(entries.map((entry) => [keyOf(entry), entry.count])));
  }
  return files;
}

interface Entry extends Accepted {
  readonly count: number;
}

const isEntry = (value: unknown): value is Entry =>
  isRecord(value) &&
  typeof value['rule'] === 'string' &&
  typeof value['line'] === 'string' &&
  Number.isSafeInteger(value['count']);

/** The text of a baseline, in an order that keeps differences between two of them small. */
export function baselineText(baseline: Baseline): string {
  const files = [...baseline]
    .filter(([, accepted]) => accepted.size > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, accepted]) => [
      path,
      [...accepted]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, count]) => {
          const [rule, line] = key.split('\n');
          return { rule, line, count };
        }),
    ]);
  return `${JSON.stringify({ files: Object.fromEntries(files) }, null, 2)}\n`;
}
