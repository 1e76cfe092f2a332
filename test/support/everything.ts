import { compare } from '../../server/src/configuration/comparison/compare';
import { loading } from '../../server/src/configuration/comparison/loading';
import type { Strategy } from '../../server/src/dataflow/derivation/strategy';
import { fixAll } from '../../server/src/languages/fixes';
import type { Analysis } from '../../server/src/languages/language';
import { MIGRATION_TARGETS } from '../../server/src/languages/migration';
import { editOptimizer } from '../../server/src/languages/optimizer/values';
import type { Refactoring } from '../../server/src/languages/refactoring';

const whole = ({ changes, snippet, ...refactoring }: Refactoring) => ({
  ...refactoring,
  changes: changes?.(),
  snippet: snippet?.(),
});

const STRATEGY: Strategy = { numHosts: 2, numReplicas: 8, perReplicaBatchSize: 16 };

/** All requests that an editor may send about a text: for the whole, and at each of some offsets. */
export function everything(analysis: Analysis, offsets: Iterable<number>) {
  const diagnostics = analysis.diagnose();
  const names = analysis.names();
  return {
    diagnostics,
    fixes: diagnostics.map(({ fixes }) => fixes()),
    fixAll: fixAll(diagnostics),
    actions: analysis.actions(0, analysis.text.length),
    migrations: MIGRATION_TARGETS.map((to) => analysis.migrate(to, { numReplicas: 2 })),
    refactorings: analysis.refactorings({ start: 0, end: analysis.text.length }).map(whole),
    optimizers: analysis.optimizers(),
    configurations: analysis.configurations(),
    derived: analysis.derive(STRATEGY).map(({ lines, message: _, ...said }) => ({
      ...said,
      problems: lines.map(({ problems }) => problems),
    })),
    sizes: analysis.sizes({ numHosts: 2 }).map(({ editable, ...sized }, i) => ({
      ...sized,
      edits: editable.map((path) => analysis.editSizes({ numHosts: 2 }, i, [{ path, value: 7 }])),
    })),
    comparables: analysis.comparables(STRATEGY).map(({ comparable, ...said }) => ({
      ...said,
      comparedMessage: comparable?.message,
      places: comparable && Object.keys(comparable.message).map((path) => comparable.placeOf(path)),
      compared: comparable && compare(comparable, comparable),
    })),
    checkpoints: analysis.checkpoints(STRATEGY).map(({ checkpoint, ...said }) => ({
      ...said,
      loading: checkpoint && loading(checkpoint, checkpoint),
    })),
    outline: analysis.outline?.(),
    links: analysis.links(),
    lenses: analysis.lenses(STRATEGY),
    folds: analysis.folds?.(),
    semanticTokens: analysis.semanticTokens?.({ start: 0, end: analysis.text.length }),
    hints: analysis.hints({ start: 0, end: analysis.text.length }, STRATEGY),
    names: names?.symbols,
    moduleNames: analysis.moduleNames(),
    moved: names?.files.map((file) => analysis.writePath(file, 'it\'s/"{new}"\\.pbtxt')),
    written: names?.symbols.flatMap(({ places }) =>
      places.filter(({ as }) => as === 'name').map((place) => analysis.writeName(place, 'it\'s "new"\\')),
    ),
    format: analysis.format?.(),
    at: [...offsets].map((offset) => {
      const optimizer = analysis.optimizerAt(offset);
      return {
        completions: analysis.complete(offset),
        refactorings: analysis.refactorings({ start: offset, end: offset }).map(whole),
        hover: analysis.hover(offset),
        definition: analysis.definition(offset),
        highlights: analysis.highlights(offset),
        signature: analysis.signature(offset),
        selection: analysis.selectionRanges?.(offset),
        formatted: ['}', '\n'].map((typed) => analysis.formatTyped?.(offset, typed)),
        optimizer: optimizer && { ...optimizer, editable: [...optimizer.editable], write: undefined },
        edits: [...(optimizer?.editable.keys() ?? [])].map((path) =>
          editOptimizer(optimizer, [{ path, value: 0.5 }]),
        ),
      };
    }),
  };
}
