// Light or dark: as the system has it, until somebody chooses.
import { one } from './dom';

const KEY = 'theme';

export function bindTheme(): void {
  const { dataset } = document.documentElement;
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  dataset['theme'] = kept() ?? (isDark ? 'dark' : 'light');
  one('[data-testid=theme]').addEventListener('click', () => {
    dataset['theme'] = dataset['theme'] === 'dark' ? 'light' : 'dark';
    try {
      localStorage.setItem(KEY, dataset['theme']);
    } catch {
      // Some browsers keep nothing: then it holds for now.
    }
  });
}

function kept(): string | undefined {
  try {
    return ['light', 'dark'].find((theme) => theme === localStorage.getItem(KEY));
  } catch {
    return undefined;
  }
}
