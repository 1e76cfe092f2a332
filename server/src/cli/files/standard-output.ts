import { once } from 'node:events';

/** Writes a text to standard output piece by piece, and waits for a slow reader instead of buffering everything. */
export async function writePieces(pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces)
    if (piece !== '' && !process.stdout.write(piece)) await once(process.stdout, 'drain');
}
