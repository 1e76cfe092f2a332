import { fixAll } from '../../server/src/languages/fixes';
import type { Reading } from '../../server/src/languages/language';

/** Whatever an editor may ask of a text: of the whole, and at each of some offsets. */
export function everything(reading: Reading, offsets: Iterable<number>) {
  const diagnostics = reading.diagnose();
  return {
    diagnostics,
    fixes: diagnostics.map(({ fixes }) => fixes()),
    fixAll: fixAll(diagnostics),
    actions: reading.actions(0, reading.text.length),
    optimizers: reading.optimizers(),
    outline: reading.outline?.(),
    folds: reading.folds?.(),
    at: [...offsets].map((offset) => {
      const optimizer = reading.optimizerAt(offset);
      return {
        completions: reading.complete(offset),
        hover: reading.hover(offset),
        definition: reading.definition(offset),
        highlights: reading.highlights(offset),
        signature: reading.signature?.(offset),
        selection: reading.selectionRanges?.(offset),
        optimizer: optimizer && { ...optimizer, editable: [...optimizer.editable] },
        edits: [...(optimizer?.editable.keys() ?? [])].map((path) =>
          reading.editOptimizer(offset, [{ path, value: 0.5 }]),
        ),
      };
    }),
  };
}
