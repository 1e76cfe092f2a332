import { lines } from '../../../basics/terminal';
import { type FileReport, inFile, type Report, type ReportOptions } from '../../../reports/report';
import { pathFrom } from './repository';

/** Workflow commands of GitHub Actions, which annotate pull requests. */
export const writeGithub = ({ files }: Report, { root }: ReportOptions): string =>
  lines(files.flatMap((file) => [...noteLines(file, root), ...problemLines(file, root)]));

const noteLines = ({ path, note }: FileReport, root: string) =>
  note ? [command('notice', { file: pathFrom(root, path), title: note.code }, note.message)] : [];

const problemLines = (file: FileReport, root: string) =>
  inFile(file).map(({ range: { start, end }, severity, code, message }) =>
    command(
      severity === 'error' || severity === 'warning' ? severity : 'notice',
      {
        file: pathFrom(root, file.path),
        line: start.line + 1,
        endLine: end.line + 1,
        col: start.character + 1,
        endColumn: end.character + 1,
        title: code,
      },
      message,
    ),
  );

function command(name: string, properties: Readonly<Record<string, string | number>>, message: string) {
  const written = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${name} ${written.join(',')}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
