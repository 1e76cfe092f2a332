// Tabs by the ARIA practices: one panel is shown, and arrow keys move between tabs.

export type TabName = 'problems' | 'describe' | 'plan' | 'preview';

export class Tabs {
  shown: TabName = 'problems';
  private readonly tabs = [...document.querySelectorAll<HTMLElement>('[role=tab]')];

  constructor(private readonly onShow: (name: TabName) => void) {
    for (const tab of this.tabs) {
      tab.addEventListener('click', () => this.show(tabName(tab)));
      tab.addEventListener('keydown', (event) => this.moveFrom(tab, event));
    }
    this.show('problems');
  }

  show(name: TabName): void {
    this.shown = name;
    for (const tab of this.tabs) {
      const isShown = tabName(tab) === name;
      tab.setAttribute('aria-selected', String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      const panel = document.getElementById(tab.getAttribute('aria-controls')!)!;
      panel.hidden = !isShown;
      // The panel scrolls, so it must be focusable by keyboard.
      panel.tabIndex = 0;
    }
    this.onShow(name);
  }

  private moveFrom(tab: HTMLElement, event: KeyboardEvent): void {
    const { tabs } = this;
    const at = tabs.indexOf(tab);
    const places: Record<string, number> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const target = Object.hasOwn(places, event.key) ? tabs[places[event.key]!] : undefined;
    if (!target) return;
    event.preventDefault();
    this.show(tabName(target));
    target.focus();
  }
}

const tabName = ({ id }: HTMLElement) => id.replace('tab-', '') as TabName;
