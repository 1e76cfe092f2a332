// The result of a check as JSON.
import type { FileReport, PartReport, Report } from './report';

export const checkJson = ({ files, summary }: Report, { withFixes = false } = {}) => ({
  files: files.map(({ path, parts, note }: FileReport) => ({
    path,
    diagnostics: parts.flatMap((part) => diagnosticsIn(part, withFixes)),
    ...(note && { note }),
  })),
  summary,
});

const diagnosticsIn = ({ cell, diagnostics }: PartReport, withFixes: boolean) =>
  diagnostics.map(({ range, severity, code, message, href, fixes }) => ({
    range,
    severity,
    code,
    message,
    href,
    ...(cell !== undefined && { cell }),
    ...(withFixes && { fixes }),
  }));
