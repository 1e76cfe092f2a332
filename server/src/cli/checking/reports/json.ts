import { json } from '../../../basics/terminal';
import { checkJson } from '../../../reports/check-json';
import type { Report } from '../../../reports/report';

export const writeJson = (report: Report): string => json(checkJson(report));
