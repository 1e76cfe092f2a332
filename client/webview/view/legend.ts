import { t } from '../model/l10n';
import type { Names } from '../model/names';
import type { Compared } from '../model/series';
import { el } from './dom';

/** The names of the curves, above the charts. */
export function legend(): { element: HTMLElement; show(names: Names, shown: readonly Compared[]): void } {
  const element = el('p', { class: 'legend' });
  let written = '';

  return {
    element,
    show(names, shown) {
      const titles = { ...names, ghost: t('document') };
      const roles = (['a', 'b', 'ghost'] as const).filter((role) =>
        shown.some(({ series }) => series.some((one) => one.role === role)),
      );
      const text = roles.map((role) => titles[role]).join();
      if (text === written) return;
      written = text;
      element.replaceChildren(
        ...roles.map((role) => el('span', {}, el('span', { class: `key ${role}` }), titles[role])),
      );
    },
  };
}
