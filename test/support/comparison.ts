import type { Comparable } from '../../server/src/configuration/comparison/comparable';
import { type Comparison, compare } from '../../server/src/configuration/comparison/compare';
import { languageOf } from '../../server/src/languages';
import { Analyzer } from '../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../server/src/project/settings';
import { builtin } from '../../server/src/schema/builtin';

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);

/** The configuration in a text, or the only one that a program makes. */
export function comparableOf(text: string, language: 'textproto' | 'python' = 'textproto'): Comparable {
  const path = language === 'python' ? 'model.py' : 'tables.textproto';
  const found = languageOf(language).analyze(text, { analyzer, path, named: true }).comparables({});
  if (found.length !== 1 || !found[0]!.comparable)
    throw new Error(`${found.length} configurations, ${found[0]?.refused?.reason ?? ''}, in:\n${text}`);
  return found[0]!.comparable;
}

export const compareTexts = (before: string, after: string): Comparison =>
  compare(comparableOf(before), comparableOf(after));
