import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { InFile } from '../../../reports/report';

/** Gives each problem of a file a unique name that does not change with edits elsewhere in the file. */
export function fingerprints(path: string, diagnostics: readonly InFile[]): string[] {
  const counts = new Map<string, number>();
  return diagnostics.map(({ code, line }) => {
    const key = JSON.stringify([path, code, line.trim()]);
    const before = counts.get(key) ?? 0;
    counts.set(key, before + 1);
    return fingerprint(key, String(before));
  });
}

export const fingerprint = (...facts: readonly string[]): string =>
  bytesToHex(sha256(utf8ToBytes(JSON.stringify(facts)))).slice(0, 32);
