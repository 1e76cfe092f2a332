import { anyOf } from '../../../basics/listed';
import { json } from '../../../basics/terminal';
import { checkJson } from '../../../reports/check-json';
import type { Report, ReportOptions } from '../../../reports/report';
import { writeGithub } from './github';
import { writeGitlab } from './gitlab';
import { writeJunit } from './junit';
import { writeSarif } from './sarif';
import { statisticsJson, statisticsText } from './statistics';
import { writeText } from './text';

/** How `check --format` writes a report. */
interface Format {
  /** The use of the format, for the help and the README. */
  readonly about: string;
  readonly write: (report: Report, writing: ReportOptions) => string;
  /** How `--statistics` writes a report; formats without that refuse it. */
  readonly tally?: (report: Report) => string;
  /** Whether it shows quick fixes. */
  readonly showsFixes?: true;
}

/** The first one is the default. */
const FORMATS = {
  text: { about: 'for people', write: writeText, tally: statisticsText, showsFixes: true },
  json: { about: 'for programs', write: (report) => json(checkJson(report)), tally: statisticsJson },
  sarif: { about: 'for code scanning, with quick fixes', write: writeSarif, showsFixes: true },
  github: { about: 'for annotations of pull requests', write: writeGithub },
  gitlab: { about: 'for Code Quality', write: writeGitlab },
  junit: { about: 'for test reports', write: writeJunit },
} as const satisfies Readonly<Record<string, Format>>;

export type FormatName = keyof typeof FORMATS;

export const formats: Readonly<Record<FormatName, Format>> = FORMATS;

export const FORMAT_NAMES = Object.keys(FORMATS) as [FormatName, ...FormatName[]];

/** The formats with their uses, in one sentence. */
export const FORMATS_ABOUT = `${anyOf(FORMAT_NAMES.map((name) => `${name} (${formats[name].about})`))}.`;
