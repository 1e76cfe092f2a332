// Light or dark theme: that of the system until the user chooses one.
import { one } from './dom';
import { store, stored } from './storage';

const KEY = 'theme';

export function bindTheme(): void {
  const { dataset } = document.documentElement;
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const chosen = ['light', 'dark'].find((theme) => theme === stored(KEY));
  dataset['theme'] = chosen ?? (isDark ? 'dark' : 'light');
  one('[data-testid=theme]').addEventListener('click', () => {
    dataset['theme'] = dataset['theme'] === 'dark' ? 'light' : 'dark';
    store(KEY, dataset['theme']);
  });
}
