import type { JsonMessage, JsonValue } from '../../server/src/configuration/to-json';
import type { ValueChange } from '../../server/src/configuration/value-change';
import { languageOf } from '../../server/src/languages';
import type { Analysis } from '../../server/src/languages/language';
import type { OptimizerPlace } from '../../server/src/languages/optimizer/place';
import { editOptimizer } from '../../server/src/languages/optimizer/values';
import { Analyzer } from '../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../server/src/project/settings';
import { builtin } from '../../server/src/schema/builtin';

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);

/** Opens a text as a document; text format without a header is a configuration. */
export function analyzeAs(languageId: string, text: string): Analysis {
  const path = languageId === 'python' ? 'model.py' : 'tpu_embedding.textproto';
  return languageOf(languageId).analyze(text, { analyzer, path });
}

/** The text after an edit; throws the reason if it is impossible. */
export function edited(analysis: Analysis, offset: number, changes: readonly ValueChange[]): string {
  const edit = editOptimizer(analysis.optimizerAt(offset), changes);
  if ('reason' in edit) throw new Error(edit.reason);
  return edit.changes
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (text, { start, end, newText }) => text.slice(0, start) + newText + text.slice(end),
      analysis.text,
    );
}

/** The values at a position by path, except those equal to a default, which count as unset. */
export function valuesOf({
  optimizationParameters,
  optimizer,
  initial,
}: Pick<OptimizerPlace, 'optimizationParameters' | 'optimizer' | 'initial'>): Map<string, JsonValue> {
  const values = new Map<string, JsonValue>();
  collect({ optimizationParameters, ...(optimizer && { optimizer: { ...optimizer } }), initial }, '', values);
  return values;
}

function collect(json: JsonMessage, path: string, values: Map<string, JsonValue>): void {
  for (const [name, value] of Object.entries(json)) {
    if (typeof value === 'object' && !Array.isArray(value)) collect(value, `${path}${name}.`, values);
    else if (!isUnset(path + name, value)) values.set(path + name, value);
  }
}

/** Limits, rates, arguments and initial values may be absent; all other fields equal their defaults when unset. */
export function isUnset(path: string, value: JsonValue): boolean {
  const isDefault = value === 0 || value === false || value === 'UNSPECIFIED';
  return isDefault && !/Limits\.|^optimizer\.|^initial\.|\.constant$/.test(path);
}
