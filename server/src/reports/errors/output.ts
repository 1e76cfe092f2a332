import { bisect } from '../../basics/search';
import { type Frame, framesIn } from './frames';

/** What a failed program wrote: its lines without decoration, and what they say about the failure. */
export interface Output {
  /** All lines in one, so that a message may be broken anywhere between two words. */
  readonly text: string;
  /** The line of an offset in `text`. */
  lineAt(offset: number): number;
  /** How certainly a line tells of a failure. */
  gravityOf(line: number): Gravity;
  readonly frames: readonly Frame[];
  /** Python's own report of a crash names the innermost place first. */
  readonly isInnermostFirst: boolean;
}

export enum Gravity {
  Unknown,
  LoggedAsError,
  Raised,
}

/** What is read of a longer output: its end. */
const MAX_LENGTH = 2_000_000;

export function readOutput(written: string): Output {
  const lines: string[] = [];
  const gravities: Gravity[] = [];
  let isRaised = false;
  for (const whole of plain(written.slice(-MAX_LENGTH)).split(/\r\n?|\n/)) {
    const { line, isError, isFatal } = withoutPrefix(whole);
    if (EXCEPTION.test(line) || isFatal) isRaised = true;
    else if (/^Traceback \(most recent|^During handling of|^The above exception/.test(line)) isRaised = false;
    lines.push(line);
    gravities.push(isRaised ? Gravity.Raised : isError ? Gravity.LoggedAsError : Gravity.Unknown);
    if (isFatal) isRaised = false;
  }
  const starts: number[] = [];
  let length = 0;
  for (const line of lines) {
    starts.push(length);
    length += line.length + 1;
  }
  return {
    text: lines.join(' '),
    lineAt: (offset) => bisect(0, starts.length, (i) => starts[i]! > offset) - 1,
    gravityOf: (line) => gravities[line]!,
    frames: framesIn(lines),
    isInnermostFirst: lines.some((line) => line.includes('(most recent call first)')),
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are controlled by them
const TERMINAL_CODES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\n]*?(?:\u0007|\u001b\\))|\\u001b\[[\d;]*m/g;

/** Without colors, and with the line breaks that a log or JSON has written as `\n`. */
function plain(text: string): string {
  const bare = text.replaceAll(TERMINAL_CODES, '');
  return /\\n\s+File \\?"/.test(bare) ? bare.replaceAll('\\n', '\n').replaceAll('\\"', '"') : bare;
}

/** What stands before the message of a logged line: the time, the severity, the place in the logger's own source, the process. */
const PREFIXES: readonly RegExp[] = [
  // 2025-11-03 09:14:27.218733: E tensorflow/core/x.cc:99]
  /^\[?\d{4}-\d\d-\d\d[T ][\d:.,]+(?:Z|[+-]\d\d:?\d\d)?\]?:?\s*/,
  // E0000 00:00:1761300000.223456   4242 input_preprocessing_util.cc:233]
  /^([IWEF])\d{4} [\d:.]+\s+\d+ [^\s\]]+\]\s*/,
  /^([IWEF]) [^\s\]]+:\d+\]\s*/,
  // ERROR:absl:, WARNING -
  /^\[?(DEBUG|INFO|WARNING|ERROR|CRITICAL|FATAL)\]?(?::\w[\w.]*:|\s*[:-])\s*/,
  // [rank0]:, (worker pid=17), of pytest: E
  /^\[(?:rank|worker|proc|pid|host)?[ _]?\d+(?:[/,]\d+)*\](?:<\w+>)?:?\s+/i,
  /^\(\w[\w.-]* pid=\d+[^)]{0,80}\)\s*/,
  /^E {2,}(?=\S)/,
];

const FRAMES_OF_BOXES = /^[\s│┃║╭╰├─❱]+|[\s│┃║╮╯┤─]+$/g;

interface Line {
  readonly line: string;
  readonly isError: boolean;
  readonly isFatal: boolean;
}

function withoutPrefix(whole: string): Line {
  let line = whole.replaceAll(FRAMES_OF_BOXES, '');
  let severity = '';
  for (const prefix of PREFIXES) {
    const match = prefix.exec(line);
    if (!match) continue;
    severity = match[1] ?? severity;
    line = line.slice(match[0].length);
  }
  return {
    line: line.replaceAll(/\s+/g, ' ').trim(),
    isError: /^[EC]/.test(severity),
    isFatal: severity.startsWith('F') || /^Check failed: /.test(line),
  };
}

/** The first line of an exception's message. */
const EXCEPTION = /^(?:[\w.]+\.)?[A-Z]\w*(?:Error|Exception|Exit|Interrupt|Fault|Failure)(?::|$)/;

/** The output that the cells of a notebook keep of their last run; undefined if the text is no notebook. */
export function outputOfNotebook(text: string): string | undefined {
  let notebook: { cells?: readonly { outputs?: readonly CellOutput[] }[] };
  try {
    notebook = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(notebook?.cells)) return undefined;
  return notebook.cells
    .flatMap((cell) => (Array.isArray(cell?.outputs) ? cell.outputs : []))
    .flatMap(({ traceback, text }) => [traceback, text])
    .map((lines) => (Array.isArray(lines) ? lines.join('\n') : typeof lines === 'string' ? lines : ''))
    .join('\n');
}

interface CellOutput {
  readonly traceback?: unknown;
  readonly text?: unknown;
}
