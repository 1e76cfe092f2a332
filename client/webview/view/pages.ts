import { PAGES, type PageName } from '../../messages/messages';
import type { App, View } from '../app';
import { t } from '../model/l10n';
import { button, el, set } from './dom';
import type { Part } from './part';

const TITLES: Readonly<Record<PageName, string>> = { updates: t('Training'), memory: t('Memory') };

const tabId = (page: PageName) => `tab-${page}`;

/** The panel's pages as tabs; arrow keys move between them. */
export function pages(app: App, panels: Readonly<Record<PageName, HTMLElement>>): Part {
  const tabs = PAGES.map((page) => {
    const tab = button(TITLES[page], undefined, () => app.open(page), {
      role: 'tab',
      id: tabId(page),
      class: 'tab',
      'aria-controls': panels[page].id,
    });
    set(panels[page], 'role', 'tabpanel');
    set(panels[page], 'aria-labelledby', tab.id);
    return [page, tab] as const;
  });
  const element = el(
    'div',
    { class: 'tabs', role: 'tablist', 'aria-label': t('Pages') },
    ...tabs.map(([, tab]) => tab),
  );
  element.addEventListener('keydown', ({ key }) => {
    const at = tabs.findIndex(([, tab]) => tab === document.activeElement);
    const way = { ArrowRight: 1, ArrowLeft: -1 }[key];
    const next = way === undefined ? undefined : tabs[(at + way + tabs.length) % tabs.length];
    if (!next) return;
    app.open(next[0]);
    next[1].focus();
  });
  return {
    element,
    show({ memory: { page: shown } }: View) {
      for (const [page, tab] of tabs) {
        set(tab, 'aria-selected', String(page === shown));
        set(tab, 'tabindex', page === shown ? 0 : -1);
        panels[page].hidden = page !== shown;
      }
    },
  };
}
