import { isUtf16 } from '../../basics/decode';
import { scanBinary } from './binary';
import { Collector, type FoundConfiguration, type Tell } from './collector';
import { certainConfigurationIn, isConfigurationText, MAX_CONFIGURATION } from './is-configuration';
import { readLog } from './log';
import { isRecords, recordsOf } from './records';
import { BINARY_ROOTS, type ShapeName, shapeOf, TEXT_ROOT } from './shapes';
import { type ByteSource, sliceOf } from './source';
import { scanText } from './text';

/** The kind of a file: saved models and MetaGraphs are graphs, `events` are TensorBoard's. */
export type FileKind = 'empty' | 'graph' | 'events' | 'log' | 'configuration' | 'compressed' | 'other';

/** Yields every configuration in a file that is no checkpoint, and returns the kind of file. */
export function extract(source: ByteSource, give: (found: FoundConfiguration) => void, tell: Tell): FileKind {
  if (source.size === 0) return 'empty';
  const collector = new Collector(give, tell);
  if (isRecords(source)) {
    for (const record of recordsOf(source, tell)) scanBinary(record, shapeOf('Event'), collector);
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
    scanBinary(source, shapeOf(root), collector);
    return 'graph';
  }
  const isOne = isShort && certainConfigurationIn(source.read(0, source.size));
  return isOne ? 'configuration' : 'other';
}

/** Whether a text that begins like a graph is one: it has nodes. Problems in other texts are not reported. */
function scanTextGraph(source: ByteSource, give: (found: FoundConfiguration) => void, tell: Tell): boolean {
  const problems: string[] = [];
  const collector = new Collector(give, (problem) => problems.push(problem));
  scanText(source, TEXT_ROOT, collector);
  if (collector.nodes > 0) for (const problem of problems) tell(problem);
  return collector.nodes > 0;
}

/** The number of bytes at the start of a file that decide its kind. */
const HEAD = 4096;
const decoder = new TextDecoder();

/** Text has few control characters. A serialized message that contains a configuration has others near its start. */
function isText(head: Uint8Array): boolean {
  return isUtf16(head) || head.every((byte) => byte >= 0x20 || TEXT_CONTROLS.has(byte));
}

/** Backspace (in progress bars), tab, line feed, vertical tab, form feed, carriage return, escape (in colours). */
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
/** A graph as text, perhaps after comments. */
const GRAPH_IN_TEXT = new RegExp(`^\\ufeff?(?:\\s|#[^\\n]*(?:\\n|$))*(?:${ROOT_NAMES.join('|')})\\s*[:{<]`);

/** The bytes in which nodes are searched to find out the kind of a file. */
const PROBED = 4 * 1024 * 1024;

/** The message type with which most nodes are found in a file; undefined if there are no nodes. */
function rootOf(source: ByteSource): ShapeName | undefined {
  const beginning = sliceOf(source, 0, PROBED);
  const nothing = () => {};
  const counts = BINARY_ROOTS.map((root) => {
    const collector = new Collector(nothing, nothing);
    scanBinary(beginning, shapeOf(root), collector);
    return { root, nodes: collector.nodes };
  });
  const [best] = counts.sort((a, b) => b.nodes - a.nodes);
  return best && best.nodes > 0 ? best.root : undefined;
}
