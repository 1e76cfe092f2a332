import { checkJson } from '../../reports/check-json';
import type { Report } from '../../reports/report';
import { json } from '../../text/terminal';

export const writeJson = (report: Report): string => json(checkJson(report));
