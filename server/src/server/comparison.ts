// What differs in meaning between a document and another text.
import type { Comparable } from '../comparison/comparable';
import { compare, type Difference } from '../comparison/compare';
import { memoryText, sentence, wordingOf } from '../comparison/wording';
import type { ComparableConfiguration } from '../languages/comparable';
import type { Analysis } from '../languages/language';
import type { Analyzer } from '../languages/snapshot';
import { strategyOf } from '../project/strategy';
import type * as own from '../protocol';
import { isSame } from '../reports/compared';
import { CONFIGURATION } from '../schema/builtin';
import { type ClosedDocument, readClosed } from './closed-document';
import { type Positions, toLocation, toRange } from './convert';
import type { OpenDocument } from './open-document';

/** The configuration of the document at an offset, or its first, against the one that stands in its place in a text. */
export function compareWith(
  document: OpenDocument,
  { uri, text }: own.CompareParams['before'],
  offset: number | undefined,
  analyzer: Analyzer,
): own.CompareResult {
  const closed = readClosed(uri, text, { analyzer, named: true });
  if (!closed) return { reason: 'This is not a notebook of Python.', side: 'before' };
  const [old, now] = [configurationsIn(closed, analyzer), configurationsIn(document, analyzer)];
  const index =
    offset === undefined
      ? 0
      : Math.max(
          0,
          now.findIndex(({ end }) => offset <= end),
        );
  const sides = { before: old[index] ?? old[0], after: now[index] };
  const documents = { before: closed, after: document };
  for (const side of ['before', 'after'] as const) {
    const refused = refusalOf(sides[side], documents[side]);
    if (refused) return { ...refused, side };
  }
  const [before, after] = [sides.before!.comparable!, sides.after!.comparable!];
  const comparison = compare(before, after);
  const { differences, unknown, deviceBytes } = comparison;
  return {
    version: document.version,
    same: isSame(comparison),
    differences: differences.map((each) => toDifference(each, { closed, before }, { document, after })),
    unknown: [...unknown],
    deviceBytes,
    memory: memoryText(deviceBytes),
  };
}

const configurationsIn = ({ analysis }: { readonly analysis: Analysis }, { settings }: Analyzer) =>
  analysis.comparables?.(strategyOf(settings)) ?? [];

/** Why a configuration cannot be compared, if it cannot. */
function refusalOf(
  found: ComparableConfiguration | undefined,
  document: Positions & { readonly analysis: Analysis },
): { reason: string; range?: own.Range } | undefined {
  if (!found) {
    const { resolution } = document.analysis;
    return {
      reason: resolution
        ? `This is not a ${CONFIGURATION}. ${resolution.detail}`
        : 'The program makes no TPU embedding configuration.',
    };
  }
  const { refused } = found;
  return refused && { reason: refused.reason, range: toRange(document, refused.at.start, refused.at.end) };
}

function toDifference(
  difference: Difference,
  { closed, before }: { closed: ClosedDocument; before: Comparable },
  { document, after }: { document: OpenDocument; after: Comparable },
): own.ConfigurationDifference {
  const { path, kind, at } = difference;
  const wording = wordingOf(difference);
  const { owner, what } = wording;
  const old = at.before === undefined ? undefined : before.placeOf(at.before);
  const now = at.after === undefined ? undefined : after.placeOf(at.after);
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
      ...(old && { before: toRange(closed, old.start, old.end) }),
      ...(now && { after: toLocation(document, now.start, now.end) }),
    },
  };
}
