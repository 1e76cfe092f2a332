import type { Hint, Lens } from '../../server/src/languages/answers';
import { said } from '../../server/src/languages/phrase';
import { DEFAULT_SETTINGS } from '../../server/src/project/settings';

/** A text with its hints as an editor shows them; hints that are off by default are in other quotes. */
export function withHints(text: string, hints: readonly Hint[]): string {
  return hints
    .toReversed()
    .reduce(
      (shown, { at, label, kind }) =>
        `${shown.slice(0, at)}${DEFAULT_SETTINGS.inlayHints[kind] ? `‹${said(label)}›` : `«${said(label)}»`}${shown.slice(at)}`,
      text,
    )
    .trimEnd();
}

/** A text with the lenses above its lines, each with its number of references. */
export function withLenses(text: string, lenses: readonly Lens[]): string {
  return text
    .trimEnd()
    .split('\n')
    .flatMap((line, i) => {
      const own = lenses.filter(({ start }) => text.slice(0, start).split('\n').length - 1 === i);
      const titles = own.map(({ title, places }) =>
        places
          ? `${said(title)} (${places.map((place) => text.slice(place.start, place.end)).join(', ')})`
          : said(title),
      );
      return own.length > 0 ? [`▸ ${titles.join(' | ')}`, line] : [line];
    })
    .join('\n');
}
