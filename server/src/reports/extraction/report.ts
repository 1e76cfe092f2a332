import { addTo } from '../../basics/groups';
import { onceWithin } from '../../basics/once';
import { json, printable } from '../../basics/terminal';
import { counted } from '../../configuration/quantities';
import type { Content } from '../forms/content';
import { writeJson } from '../forms/json-writer';
import { writeText } from '../forms/text-writer';
import type { SearchedFile } from './search';

/** A configuration, and all places that hold it. */
export interface Extracted {
  /** In text format. */
  readonly text: string;
  readonly holders: readonly Holder[];
}

/** The nodes of a file that hold the same configuration. */
interface Holder {
  readonly path: string;
  readonly nodes: readonly string[];
}

/** As JSON, one entry for each node, in pieces, because the whole may be longer than a string can be. */
export function* extractedJson(files: readonly SearchedFile[]): Generator<string> {
  const messageOf = onceWithin((content: Content) => json(writeJson(content)).trimEnd());
  let before = '{"configurations":[';
  for (const { path, found } of files) {
    for (const { node, content } of found) {
      yield `${before}{"at":${json({ path, node }).trimEnd()},"message":${messageOf(content)}}`;
      before = ',';
    }
  }
  yield `${before === ',' ? '' : before}]}\n`;
}

/** One entry for each distinct configuration, in the order in which they were found. */
export function extracted(files: readonly SearchedFile[]): Extracted[] {
  const textOf = onceWithin(writeText);
  const byText = new Map<string, Map<string, string[]>>();
  for (const { path, found } of files) {
    for (const { node, content } of found) {
      const text = textOf(content);
      const holders = byText.get(text) ?? new Map<string, string[]>();
      byText.set(text, holders);
      addTo(holders, path, node);
    }
  }
  return [...byText].map(([text, holders]) => ({
    text,
    holders: [...holders].map(([path, nodes]) => ({ path, nodes })),
  }));
}

const WIDTH = 100;

/** In text format, below comments with the places that hold it. */
export const headed = ({ text, holders }: Extracted): string =>
  `${holders.flatMap(heading).map(printable).join('\n')}\n${text}`;

function heading({ path, nodes }: Holder): string[] {
  const lines: string[] = [];
  let line = `# ${path}:`;
  for (const [i, node] of nodes.entries()) {
    const word = ` ${node}${i < nodes.length - 1 ? ',' : ''}`;
    if (line.length + word.length > WIDTH && i > 0) {
      lines.push(line);
      line = '#  ';
    }
    line += word;
  }
  return [...lines, line];
}

/** Why nothing was found in a file that the user named. */
export const nothingFound = ({ path, kind }: Pick<SearchedFile, 'path' | 'kind'>): string =>
  `${path}: ${NOTHING[kind]}`;

/** Of a folder: only what looks like a file of TensorFlow's is searched there. */
export const nothingFoundIn = (path: string, files: number): string =>
  files === 0
    ? `${path}: nothing here looks like a graph, saved model, checkpoint or log of TensorFlow.`
    : `${path}: no TPUEmbeddingConfiguration in ${counted(files, 'file')}.`;

const NOTHING: Readonly<Record<SearchedFile['kind'], string>> = {
  graph: 'no node of this graph holds a TPUEmbeddingConfiguration.',
  checkpoint: 'no string in this checkpoint is a TPUEmbeddingConfiguration.',
  events: "no graph in this log of TensorBoard's holds a TPUEmbeddingConfiguration.",
  log: 'no TPUEmbeddingConfiguration is logged here. TensorFlow logs one line by line where a TPUEmbedding is built, at level INFO.',
  configuration: 'this is a TPUEmbeddingConfiguration itself. Read it with tpu-embedding convert.',
  empty: 'this file is empty.',
  compressed: 'this is compressed. Decompress it first, as with gunzip.',
  other: 'this is no graph, saved model, checkpoint or log of TensorFlow.',
};
