import { isUtf16 } from '../../basics/decode';
import { Collector, type Found, type Tell } from './collector';
import { certainConfigurationIn, isConfigurationText, MAX_CONFIGURATION } from './judge';
import { readLog } from './log';
import { isRecords, recordsOf } from './records';
import { BINARY_ROOTS, type ShapeName, shapeOf, TEXT_ROOT } from './shapes';
import { type Source, sliceOf } from './source';
import { scanText } from './text';
import { scanWire } from './wire';

/** What a file is: saved models and MetaGraphs are graphs, `events` are TensorBoard's. */
export type FileKind = 'empty' | 'graph' | 'events' | 'log' | 'configuration' | 'compressed' | 'other';

/** Yields every configuration in a file that is no checkpoint, and returns the kind of file. */
export function extract(source: Source, give: (found: Found) => void, tell: Tell): FileKind {
  if (source.size === 0) return 'empty';
  const collector = new Collector(give, tell);
  if (isRecords(source)) {
    for (const record of recordsOf(source, tell)) scanWire(record, shapeOf('Event'), collector);
    return 'events';
  }
  const isShort = source.size <= MAX_CONFIGURATION;
  const head = source.read(0, HEAD);
  if (head[0] === 0x1f && head[1] === 0x8b) return 'compressed';
  if (isText(head)) {
    const beginning = decoder.decode(head);
    if (GRAPH_IN_TEXT.test(beginning) && scanTextGraph(source, give, tell)) return 'graph';
    const logged = readLog(source, give, tell);
    const isOne = !logged && isShort && isConfigurationText(source.read(0, source.size), beginning);
    return isOne ? 'configuration' : 'log';
  }
  const root = rootOf(source);
  if (root) {
    scanWire(source, shapeOf(root), collector);
    return 'graph';
  }
  const isOne = isShort && certainConfigurationIn(source.read(0, source.size));
  return isOne ? 'configuration' : 'other';
}

/** Whether a text that begins like a graph is one: it has nodes. Problems in other texts are not reported. */
function scanTextGraph(source: Source, give: (found: Found) => void, tell: Tell): boolean {
  const problems: string[] = [];
  const collector = new Collector(give, (problem) => problems.push(problem));
  scanText(source, TEXT_ROOT, collector);
  if (collector.nodes > 0) for (const problem of problems) tell(problem);
  return collector.nodes > 0;
}

/** The number of bytes at the start of a file that decide its kind. */
const HEAD = 4096;
const decoder = new TextDecoder();

/** Text has few control characters. Each serialized message that leads to a configuration soon has others. */
function isText(head: Uint8Array): boolean {
  return isUtf16(head) || head.every((byte) => byte >= 0x20 || TEXT_CONTROLS.has(byte));
}

/** Backspace, as bars of progress write it, tab, line feed, vertical tab, form feed, carriage return, and what terminals colour with. */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b]);

const ROOT_NAMES = [
  ...TEXT_ROOT.byName.keys(),
  'saved_model_schema_version',
  'meta_info_def',
  'versions',
  'version',
  'saver_def',
  'signature_def',
  'asset_file_def',
];
/** Behind comments. */
const GRAPH_IN_TEXT = new RegExp(`^\\ufeff?(?:\\s|#[^\\n]*(?:\\n|$))*(?:${ROOT_NAMES.join('|')})\\s*[:{<]`);

/** Where nodes are looked for that show what a file is. */
const PROBED = 4 * 1024 * 1024;

/** The message that a file holds: the one by which most nodes are in it. Undefined where there are none. */
function rootOf(source: Source): ShapeName | undefined {
  const beginning = sliceOf(source, 0, PROBED);
  const nothing = () => {};
  const counts = BINARY_ROOTS.map((root) => {
    const collector = new Collector(nothing, nothing);
    scanWire(beginning, shapeOf(root), collector);
    return { root, nodes: collector.nodes };
  });
  const [best] = counts.sort((a, b) => b.nodes - a.nodes);
  return best && best.nodes > 0 ? best.root : undefined;
}
