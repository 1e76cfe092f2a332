import type { Hint } from '../../server/src/languages/answers';
import { SETTINGS } from '../../server/src/settings';

/** A text with the hints in it as an editor shows them; those that are off by default in other quotes. */
export function withHints(text: string, hints: readonly Hint[]): string {
  return hints
    .toReversed()
    .reduce(
      (shown, { at, label, kind }) =>
        `${shown.slice(0, at)}${SETTINGS[`inlayHints.${kind}`].default ? `‹${label}›` : `«${label}»`}${shown.slice(at)}`,
      text,
    )
    .trimEnd();
}
