/** A place in a program that the output of a failed run names. */
export interface Frame {
  /** The file, or `In[3]` for a cell of a notebook. */
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  /** The line of the output that names it. */
  readonly at: number;
}

/** A file and a line, as CPython, TensorFlow, IPython, Rich, warnings and pytest write them. */
const FILE_LINE: readonly RegExp[] = [
  /\bFile "([^"\n]{1,500})", line (\d+)/,
  /^File (\S.{0,500}?):(\d+)(?:, in |$)/,
  /^(\S.{0,500}?\.py):(\d+) in /,
  /^(\S{1,500}\.py):(\d+): \w/,
];
const CELL_LINE = /^Cell In ?\[(\d+)\], line (\d+)/;
const CELL_OF_LINE = /^(?:Input In ?\[(\d+)\]|<ipython-input-(\d+)-\w+>),? in <cell line: (\d+)>/;
/** Where the line follows in the source that is shown, behind an arrow. */
const CELL = /^(?:Input In ?\[|<ipython-input-)(\d+)/;
const FILE = /^(\S.{0,500}?\.py) in /;
const ARROW = /^-+> ?(\d+)\b/;

/** The places that the lines of an output name, in their order. */
export function framesIn(lines: readonly string[]): Frame[] {
  const frames: Frame[] = [];
  let waiting: { readonly path: string; readonly at: number } | undefined;
  for (const [at, line] of lines.entries()) {
    const found = placeIn(line);
    if (found?.line !== undefined) frames.push({ path: found.path, line: found.line, at });
    else if (found) waiting = { path: found.path, at };
    const arrow = waiting && ARROW.exec(line);
    if (waiting && arrow) frames.push({ ...waiting, line: Number(arrow[1]) });
    if (found?.line !== undefined || arrow) waiting = undefined;
  }
  return frames;
}

function placeIn(line: string): { readonly path: string; readonly line?: number } | undefined {
  for (const form of FILE_LINE) {
    const match = form.exec(line);
    if (match) return { path: match[1]!, line: Number(match[2]) };
  }
  const inCell = CELL_LINE.exec(line);
  if (inCell) return { path: cell(inCell[1]), line: Number(inCell[2]) };
  const ofCell = CELL_OF_LINE.exec(line);
  // In a function of a cell, the line of the cell is not the one that failed.
  if (ofCell && ofCell[3] !== '0') return { path: cell(ofCell[1] ?? ofCell[2]), line: Number(ofCell[3]) };
  const waiting = CELL.exec(line);
  if (waiting) return { path: cell(waiting[1]) };
  const file = FILE.exec(line);
  return file ? { path: file[1]! } : undefined;
}

const cell = (number: string | undefined) => `In[${number}]`;

/** Python's own files and those of installed packages, whole or cut. */
const LIBRARY =
  /^\.\.\.|(?:^|[\\/])(?:site-packages|dist-packages|lib[\\/]python3?[\d.]*|tensorflow[\\/](?:python|core|compiler)|keras[\\/]src|keras_rs|jax[\\/]_src|jax_tpu_embedding|google[\\/]protobuf|tensorflow_recommenders|absl|flax|runfiles)[\\/]|__autograph_generated_file|^<(?!ipython)/;

/** Whether a place is in code of the person rather than in that of a library. */
export const isOwn = ({ path }: Frame): boolean => !LIBRARY.test(path);
