import { isUtf8 } from 'node:buffer';
import type { Decoded } from '../../basics/decode';
import { decode } from '../../basics/decode';
import { type Fixable, type Fixed, fixText } from '../../reports/fixed';

/** Fixes a file until no fix is left, and returns the remaining problems. */
export function fixBytes<Found>(
  bytes: Buffer,
  isPython: boolean,
  judge: (decoded: Decoded) => Fixable<Found>,
): { readonly found: Found; readonly fixed?: Fixed; readonly unfixed?: string } {
  if (isUtf8(bytes)) return fixText(bytes.toString('utf8'), (text) => judge({ text, misfits: [] }));
  const { found, fixes } = judge(decode(bytes, isPython));
  return fixes().count === 0 ? { found } : { found, unfixed: 'it is not UTF-8. The file is unchanged.' };
}
