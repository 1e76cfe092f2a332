import type { Checkpoint } from '../../server/src/configuration/comparison/checkpoint';
import type { Comparable } from '../../server/src/configuration/comparison/comparable';
import { type Comparison, compare } from '../../server/src/configuration/comparison/compare';
import { languageOf } from '../../server/src/languages';
import { Analyzer } from '../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../server/src/project/settings';
import { CHECKPOINTS, type Compared, MEANING } from '../../server/src/reports/forms/compared-sides';
import { builtin } from '../../server/src/schema/builtin';

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);

type LanguageName = 'textproto' | 'python';

/** The configuration in a text, or the only one that a program makes. */
export const comparableOf = (text: string, language: LanguageName = 'textproto'): Comparable =>
  onlyOne(text, language, MEANING);

/** What a checkpoint keeps of it. */
export const checkpointOf = (text: string, language: LanguageName = 'textproto'): Checkpoint =>
  onlyOne(text, language, CHECKPOINTS);

/** What checkpoints keep of all that are not refused. */
export const checkpointsIn = (text: string, language: LanguageName): Checkpoint[] =>
  all(text, language, CHECKPOINTS).flatMap(({ value }) => value ?? []);

function all<T>(text: string, language: LanguageName, compared: Compared<T>) {
  const path = language === 'python' ? 'model.py' : 'tables.textproto';
  return compared.inText(languageOf(language).analyze(text, { analyzer, path, named: true }), {});
}

function onlyOne<T>(text: string, language: LanguageName, compared: Compared<T>): T {
  const found = all(text, language, compared);
  if (found.length !== 1 || !found[0]!.value)
    throw new Error(`${found.length} configurations, ${found[0]?.refused?.reason ?? ''}, in:\n${text}`);
  return found[0]!.value;
}

export const compareTexts = (before: string, after: string): Comparison =>
  compare(comparableOf(before), comparableOf(after));
