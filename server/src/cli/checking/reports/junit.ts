import { lines } from '../../../basics/terminal';
import { type FileReport, inFile, type Report } from '../../../reports/report';

/**
 * JUnit's XML: a suite for each file and a case for each problem. Only errors make `check` fail, so only they are failures.
 * Other problems count as skipped, which are shown with their messages.
 */
export function writeJunit({ files }: Report): string {
  const suites = files.map(suiteOf);
  return lines(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      element('testsuites', { name: 'tpu-embedding', ...total(suites.map(({ counts }) => counts)) }, [
        ...suites.flatMap(({ output }) => output),
      ]),
    ].flat(),
  );
}

interface Counts {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
}

function suiteOf(file: FileReport) {
  const { path, note } = file;
  const problems = inFile(file);
  const cases = problems.map(({ code, severity, message, range: { start }, href }) => {
    const place = `${path}:${start.line + 1}:${start.character + 1}`;
    const name = severity === 'error' ? 'failure' : 'skipped';
    const attributes =
      severity === 'error' ? { message, type: code } : { message: `${severity}: ${message}` };
    return element(
      'testcase',
      { name: `${code} at ${place}`, classname: path, file: path, line: start.line + 1 },
      [...element(name, attributes, [escaped(`${place}: ${severity}: ${message} [${code}]`), escaped(href)])],
    );
  });
  if (note)
    cases.push(
      element(
        'testcase',
        { name: note.code, classname: path, file: path },
        element('skipped', { message: note.message }),
      ),
    );
  // Some readers reject a suite without a case.
  if (cases.length === 0) cases.push(element('testcase', { name: 'check', classname: path, file: path }));
  const failures = problems.filter(({ severity }) => severity === 'error').length;
  const counts: Counts = {
    tests: cases.length,
    failures,
    errors: 0,
    skipped: problems.length - failures + (note ? 1 : 0),
  };
  return { counts, output: element('testsuite', { name: path, ...counts }, cases.flat()) };
}

function total(all: readonly Counts[]): Counts {
  const sum = (of: keyof Counts) => all.reduce((n, counts) => n + counts[of], 0);
  return { tests: sum('tests'), failures: sum('failures'), errors: sum('errors'), skipped: sum('skipped') };
}

/** The lines of an element. */
function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: readonly string[] = [],
): string[] {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`);
  const open = `<${name}${written.join('')}`;
  if (content.length === 0) return [`${open}/>`];
  return [`${open}>`, ...content.map((line) => `  ${line}`), `</${name}>`];
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
};

/** Control characters, which XML cannot hold, are escaped when lines are printed. */
const escaped = (text: string) =>
  text.replaceAll(/[&<>"\t]/g, (char) => ENTITIES[char]!).replaceAll(/[\ufffe\uffff]/g, '\ufffd');
