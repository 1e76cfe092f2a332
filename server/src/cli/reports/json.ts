import type { PartReport, Report } from '../../reports/report';
import { json } from '../../text/terminal';

export const writeJson = ({ files, summary }: Report): string =>
  json({
    files: files.map(({ path, parts, note }) => ({
      path,
      diagnostics: parts.flatMap(diagnosticsIn),
      ...(note && { note }),
    })),
    summary,
  });

const diagnosticsIn = ({ cell, diagnostics }: PartReport) =>
  diagnostics.map(({ range, severity, code, message, href }) => ({
    range,
    severity,
    code,
    message,
    href,
    ...(cell !== undefined && { cell }),
  }));
