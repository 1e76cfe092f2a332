// Light or dark theme: that of the system until the user chooses one.
import { one } from './dom';
import { keep, kept } from './kept';

const KEY = 'theme';

export function bindTheme(): void {
  const { dataset } = document.documentElement;
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const chosen = ['light', 'dark'].find((theme) => theme === kept(KEY));
  dataset['theme'] = chosen ?? (isDark ? 'dark' : 'light');
  one('[data-testid=theme]').addEventListener('click', () => {
    dataset['theme'] = dataset['theme'] === 'dark' ? 'light' : 'dark';
    keep(KEY, dataset['theme']);
  });
}
