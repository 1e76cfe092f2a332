import type { Report, Writing } from '../../../reports/report';
import { writeGithub } from './github';
import { writeGitlab } from './gitlab';
import { writeJson } from './json';
import { writeJunit } from './junit';
import { writeSarif } from './sarif';
import { writeText } from './text';

/** How `check --format` writes a report. */
export const formats = {
  text: writeText,
  json: writeJson,
  sarif: writeSarif,
  github: writeGithub,
  gitlab: writeGitlab,
  junit: writeJunit,
} as const satisfies Readonly<Record<string, (report: Report, writing: Writing) => string>>;

export type FormatName = keyof typeof formats;

export const FORMAT_NAMES = Object.keys(formats) as [FormatName, ...FormatName[]];
