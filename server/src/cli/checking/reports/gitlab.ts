import { json } from '../../../basics/terminal';
import { type FileReport, inFile, type Report, type ReportOptions } from '../../../reports/report';
import type { Severity } from '../../../rules/rule';
import { fingerprint, fingerprints } from './fingerprints';
import { pathFrom } from './repository';

const SEVERITIES: Readonly<Record<Severity, string>> = {
  error: 'major',
  warning: 'minor',
  information: 'info',
  hint: 'info',
};

/** A Code Quality report, which GitLab shows in merge requests. */
export const writeGitlab = ({ files }: Report, { root }: ReportOptions): string =>
  json(
    files.flatMap((file) => issues(file, root)),
    2,
  );

const notes = ({ note }: FileReport, path: string) =>
  note
    ? [
        {
          description: note.message,
          check_name: note.code,
          fingerprint: fingerprint(path, note.code),
          severity: 'info',
          location: { path, lines: { begin: 1 } },
        },
      ]
    : [];

function issues(file: FileReport, root: string) {
  const path = pathFrom(root, file.path);
  const diagnostics = inFile(file);
  const hashes = fingerprints(path, diagnostics);
  return [
    ...notes(file, path),
    ...diagnostics.map(({ range: { start, end }, severity, code, message }, i) => ({
      description: message,
      check_name: code,
      fingerprint: hashes[i],
      severity: SEVERITIES[severity],
      location: { path, lines: { begin: start.line + 1, end: end.line + 1 } },
    })),
  ];
}
