import { lineIndex } from '../../basics/line-index';
import { lines } from '../../basics/terminal';
import type { Snapshot } from '../../languages/snapshot';
import { diagnose } from '../../languages/textproto/diagnostics';
import { withMisfits } from '../../reports/misfits';
import { readText } from '../files/files';
import { plainAnalyzer } from './program';

/**
 * Reads the text-format file `from`, called `path`, as a configuration, and tells whether it is free of errors. Errors go to
 * standard error.
 */
export async function openConfiguration(
  from: string,
  path = from,
): Promise<{ readonly snapshot: Snapshot; readonly isValid: boolean }> {
  const { text, misfits } = await readText(from);
  const analyzer = plainAnalyzer();
  const snapshot = analyzer.open(text, { path, named: true });
  const found = diagnose(snapshot, analyzer.guard(path));
  const errors = withMisfits(misfits, found, 'textproto', snapshot.settings).filter(
    ({ severity }) => severity === 'error',
  );
  const { position } = lineIndex(text);
  const output = errors.map(({ start, message, code }) => {
    const { line, character } = position(start);
    return `${path}:${line + 1}:${character + 1}: error: ${message} [${code}]`;
  });
  process.stderr.write(lines(output));
  return { snapshot, isValid: errors.length === 0 };
}
