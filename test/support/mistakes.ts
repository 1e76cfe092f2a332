import { type Case, caseFiles, readCases } from './fixtures';

/** A Python text with one mistake in the marked line, and TensorFlow's reaction. */
export interface Mistake {
  readonly fixture: Case;
  readonly name: string;
  readonly text: string;
  /** Line of the mistake, from 0. */
  readonly line: number;
  /** The text without the mistake. */
  readonly fixed: string;
  /** The exception that TensorFlow raises while it builds the graph, if any. */
  readonly raises: string | undefined;
}

/** The cases in test/fixtures/mistakes. */
export const mistakes = (): Mistake[] => caseFiles('mistakes').flatMap(readCases).map(toMistake);

function toMistake(fixture: Case): Mistake {
  const { title, text, marks, parts } = fixture;
  const partOf = (wanted: string) => {
    const part = parts.find(({ key }) => key === wanted);
    if (!part) throw new Error(`${title}: has no part "--- ${wanted}".`);
    return part;
  };
  const line = marks[0]?.line;
  if (line === undefined) throw new Error(`${title}: has no mark.`);
  const verdict = partOf('tensorflow').argument;
  return {
    fixture,
    name: title,
    text,
    line,
    fixed: text.split('\n').with(line, partOf('right').text.trimEnd()).join('\n'),
    raises: verdict === 'silent' ? undefined : verdict,
  };
}
