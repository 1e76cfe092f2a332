// What differs in meaning between a document and an earlier file.

import { decodeBase64 } from '../../basics/base64';
import { decode } from '../../basics/decode';
import { type Checkpoint, checkpointOf } from '../../configuration/comparison/checkpoint';
import type { Comparable } from '../../configuration/comparison/comparable';
import { compare, type Difference } from '../../configuration/comparison/compare';
import { loading } from '../../configuration/comparison/loading';
import { memoryText, sentence, wordingOf } from '../../configuration/comparison/wording';
import type { ComparableConfiguration, SavedConfiguration } from '../../languages/answers';
import type { Analysis } from '../../languages/language';
import type * as own from '../../languages/protocol';
import type { Analyzer } from '../../languages/snapshot';
import { strategyOf } from '../../project/strategy';
import { isSame } from '../../reports/compared';
import { comparableContent } from '../../reports/forms/comparable-content';
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
  const comparison = compare(before.comparable, after.comparable);
  const { differences, unknown, deviceBytes } = comparison;
  const { breaking } = loading(before.checkpoint, after.checkpoint);
  return {
    version: document.version,
    same: isSame(comparison),
    differences: differences.map((each) => toDifference(each, before, after)),
    unknown: [...unknown],
    deviceBytes,
    memory: memoryText(comparison),
    breaking: breaking.map(({ path, kind, reason }) => ({ path, kind, reason })),
  };
}

/** A configuration and its document. Without a document it has no places. */
interface Side<D extends Positions | undefined> {
  readonly comparable: Comparable;
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
    ? { comparable, checkpoint: checkpointOf(comparable), document: undefined }
    : { reason: `This is not a ${CONFIGURATION}.` };
}

interface Found extends ComparableConfiguration, Pick<SavedConfiguration, 'checkpoint'> {}

/** The configurations in a text, of which the first checkpoints are. */
function configurationsIn({ analysis }: { readonly analysis: Analysis }, { settings }: Analyzer): Found[] {
  const strategy = strategyOf(settings);
  const checkpoints = analysis.checkpoints(strategy);
  return analysis
    .comparables(strategy)
    .map((each, i) => ({ ...each, checkpoint: checkpoints[i]?.checkpoint }));
}

function sideOf<D extends Positions & { readonly analysis: Analysis }>(
  document: D,
  found: Found | undefined,
): Side<D> | Refusal {
  const { resolution } = document.analysis;
  if (!found && !resolution) return { reason: 'The program makes no TPU embedding configuration.' };
  if (!found) return { reason: `This is not a ${CONFIGURATION}. ${resolution!.detail}` };
  const { comparable, checkpoint, refused } = found;
  if (comparable && checkpoint) return { comparable, checkpoint, document };
  return { reason: refused!.reason, range: toRange(document, refused!.at.start, refused!.at.end) };
}

function toDifference(
  difference: Difference,
  before: Side<Positions | undefined>,
  after: Side<OpenDocument>,
): own.ConfigurationDifference {
  const { path, kind, at } = difference;
  const wording = wordingOf(difference);
  const { owner, what } = wording;
  const old = at.before === undefined ? undefined : before.comparable.placeOf(at.before);
  const now = at.after === undefined ? undefined : after.comparable.placeOf(at.after);
  return {
    path,
    kind,
    before: difference.before,
    after: difference.after,
    text: sentence(wording),
    words: {
      owner,
      what,
      ...(wording.before !== undefined && { before: wording.before }),
      ...(wording.after !== undefined && { after: wording.after }),
    },
    at: {
      ...(old && before.document && { before: toRange(before.document, old.start, old.end) }),
      ...(now && { after: toLocation(after.document, now.start, now.end) }),
    },
  };
}
