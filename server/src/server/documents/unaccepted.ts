import { lineIndex } from '../../basics/line-index';
import type { Diagnostic } from '../../languages/diagnostic';
import type { Analysis } from '../../languages/language';
import { type AcceptedInFile, withoutAccepted } from '../../project/configuration-file/baseline';
import { linesOf } from '../../reports/report';

/** The problems of a text that its project has not accepted. */
export function unaccepted(analysis: Analysis, accepted: AcceptedInFile | undefined): readonly Diagnostic[] {
  const problems = analysis.diagnose();
  if (!accepted || problems.length === 0) return problems;
  const { position } = lineIndex(analysis.text);
  const lines = linesOf(analysis.text);
  return withoutAccepted(problems, accepted, ({ code, start }) => ({
    rule: code,
    line: lines[position(start).line] ?? '',
  }));
}
