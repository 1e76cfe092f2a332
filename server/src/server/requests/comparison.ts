// What differs in meaning between a document and an earlier file.

import { decodeBase64 } from '../../basics/base64';
import { decode } from '../../basics/decode';
import { type Checkpoint, checkpointOf } from '../../configuration/comparison/checkpoint';
import type { Comparable } from '../../configuration/comparison/comparable';
import { compare, type Difference, type Sides } from '../../configuration/comparison/compare';
import { compareMade } from '../../configuration/comparison/compare-made';
import { loading } from '../../configuration/comparison/loading';
import { madeWording } from '../../configuration/comparison/made-wording';
import {
  memoryText,
  onDevices,
  sentence,
  type Wording,
  wordingOf,
} from '../../configuration/comparison/wording';
import type { SavedConfiguration } from '../../languages/answers';
import type { Analysis } from '../../languages/language';
import type * as own from '../../languages/protocol';
import type { Analyzer } from '../../languages/snapshot';
import { strategyOf } from '../../project/strategy';
import { isSame } from '../../reports/compared';
import { comparableContent } from '../../reports/forms/comparable-content';
import { MEANING_IN_LIBRARIES, type Meaning, OF_OTHER_LIBRARIES } from '../../reports/forms/compared-sides';
import type { Read } from '../../reports/forms/form';
import { guessForm } from '../../reports/forms/guess';
import { misfitProblems, readAs } from '../../reports/forms/read';
import { CONFIGURATION } from '../../schema/builtin';
import { readClosed } from '../documents/closed-document';
import type { OpenDocument } from '../documents/open-document';
import { type Positions, toLocation, toRange } from '../documents/positions';
import { uriPath } from '../files/uri-keys';

/** Compares the configuration of the document at an offset, or its first, with the corresponding one in a file. */
export function compareWith(
  document: OpenDocument,
  earlier: own.EarlierVersion,
  offset: number | undefined,
  analyzer: Analyzer,
): own.CompareResult {
  const now = configurationsIn(document, analyzer);
  const index =
    offset === undefined
      ? 0
      : Math.max(
          0,
          now.findIndex(({ end }) => offset <= end),
        );
  const after = sideOf(document, now[index]);
  if ('reason' in after) return { ...after, side: 'after' };
  const before = readEarlier(earlier, index, analyzer);
  if ('reason' in before) return { ...before, side: 'before' };
  const compared = compareMeanings(before, after);
  if (!compared) return { reason: `The two ${OF_OTHER_LIBRARIES}.`, side: 'before' };
  const { breaking } = loading(before.checkpoint, after.checkpoint);
  return {
    version: document.version,
    ...compared,
    breaking: breaking.map(({ path, kind, reason }) => ({ path, kind, reason })),
  };
}

type Meanings = Pick<
  own.ComparedConfigurations,
  'same' | 'differences' | 'unknown' | 'deviceBytes' | 'memory'
>;

/** Undefined where only one of them is a message. */
function compareMeanings(
  before: Side<Positions | undefined>,
  after: Side<OpenDocument>,
): Meanings | undefined {
  const [old, now] = [before.meaning, after.meaning];
  if ('made' in old && 'made' in now) {
    const comparison = compareMade({ before: old.made, after: now.made }, undefined);
    const { differences, unknown, deviceBytes, assumed } = comparison;
    const places = placesOf(old.made, before.document, now.made, after.document);
    return {
      same: differences.length === 0 && unknown.length === 0,
      differences: differences.map((each) => ({
        ...toDifference(each, madeWording(each)),
        at: places(each.at),
      })),
      unknown: [...unknown],
      deviceBytes,
      memory: [onDevices(deviceBytes), ...assumed].join('. '),
    };
  }
  if ('made' in old || 'made' in now) return undefined;
  const comparison = compare(old.message, now.message);
  const places = placesOf(old.message, before.document, now.message, after.document);
  return {
    same: isSame(comparison),
    differences: comparison.differences.map((each) => ({
      ...toDifference(each, wordingOf(each)),
      at: places(each.at),
    })),
    unknown: [...comparison.unknown],
    deviceBytes: comparison.deviceBytes,
    memory: memoryText(comparison),
  };
}

/** A configuration and its document. Without a document it has no places. */
interface Side<D extends Positions | undefined> {
  readonly meaning: Meaning;
  readonly checkpoint: Checkpoint;
  readonly document: D;
}

interface Refusal {
  readonly reason: string;
  readonly range?: own.Range;
}

/** The configuration that comes as often as `index` before it in a file, or the first. */
function readEarlier(
  earlier: own.EarlierVersion,
  index: number,
  analyzer: Analyzer,
): Side<Positions | undefined> | Refusal {
  const { uri } = earlier;
  const bytes = 'base64' in earlier ? decodeBase64(earlier.base64) : new TextEncoder().encode(earlier.text);
  if (!bytes) return { reason: 'The file does not come as base64.' };
  const { form } = guessForm(uriPath(uri), bytes);
  if (form !== 'textproto' && form !== 'python') return contentIn(readAs(form, bytes).read);
  const decoded = decode(bytes, form === 'python');
  const [misfit] = misfitProblems(decoded, form);
  if (misfit) return { reason: misfit.message };
  const closed = readClosed(uri, decoded.text, { analyzer, named: true });
  if (!closed) return { reason: 'This is not a notebook of Python.' };
  const all = configurationsIn(closed, analyzer);
  return sideOf(closed, all[index] ?? all[0]);
}

function contentIn(read: Read): Side<undefined> | Refusal {
  if ('problems' in read) return { reason: read.problems[0]!.message };
  const comparable = comparableContent(read.content);
  return comparable
    ? { meaning: { message: comparable }, checkpoint: checkpointOf(comparable), document: undefined }
    : { reason: `This is not a ${CONFIGURATION}.` };
}

type Found = ReturnType<typeof MEANING_IN_LIBRARIES.inText>[number] & Pick<SavedConfiguration, 'checkpoint'>;

/** The configurations in a text, of which checkpoints are in the same order. */
function configurationsIn({ analysis }: { readonly analysis: Analysis }, { settings }: Analyzer): Found[] {
  const strategy = strategyOf(settings);
  const checkpoints = analysis.checkpoints(strategy);
  return MEANING_IN_LIBRARIES.inText(analysis, strategy).map((each, i) => ({
    ...each,
    checkpoint: checkpoints[i]?.checkpoint,
  }));
}

function sideOf<D extends Positions & { readonly analysis: Analysis }>(
  document: D,
  found: Found | undefined,
): Side<D> | Refusal {
  const { resolution } = document.analysis;
  if (!found && !resolution) return { reason: 'The program makes no TPU embedding configuration.' };
  if (!found) return { reason: `This is not a ${CONFIGURATION}. ${resolution!.detail}` };
  const { value: meaning, checkpoint, refused } = found;
  if (meaning && checkpoint) return { meaning, checkpoint, document };
  return { reason: refused!.reason, range: toRange(document, refused!.at.start, refused!.at.end) };
}

function toDifference(
  { path, kind, before, after }: Pick<Difference, 'path' | 'kind'> & Sides<unknown>,
  wording: Wording,
): Omit<own.ConfigurationDifference, 'at'> {
  const { owner, what, before: old, after: now } = wording;
  const words = {
    owner,
    what,
    ...(old !== undefined && { before: old }),
    ...(now !== undefined && { after: now }),
  };
  return { path, kind, before, after, text: sentence(wording), words };
}

type Placed = Pick<Comparable, 'placeOf'>;

const placesOf =
  (before: Placed, old: Positions | undefined, after: Placed, now: OpenDocument) =>
  (at: Sides<string | undefined>): own.ConfigurationDifference['at'] => {
    const [was, is] = [
      at.before === undefined ? undefined : before.placeOf(at.before),
      at.after === undefined ? undefined : after.placeOf(at.after),
    ];
    return {
      ...(was && old && { before: toRange(old, was.start, was.end) }),
      ...(is && { after: toLocation(now, is.start, is.end) }),
    };
  };
