import { once } from '../../basics/once';
import { type Entry, type Group, libraryOf, type OptimizerTranslation } from '../../catalogue';
import type { Expression } from '../../python/tree';
import { evaluationOf } from './evaluation';
import { type ApiCall, argumentOf, callOfEvent, type PythonFile } from './python-file';
import { callThatMakes } from './tables';

/** A Keras optimizer that a call takes in place of one for embedding tables. */
export interface TranslatedOptimizer {
  readonly call: ApiCall;
  readonly expression: Expression;
  readonly translation: OptimizerTranslation;
  readonly entry: Entry;
  /** The call that makes the optimizer, if it is known. */
  readonly optimizer: ApiCall | undefined;
}

export const translatedOptimizers = once((file: PythonFile): readonly TranslatedOptimizer[] =>
  file.calls.flatMap((call) =>
    call.entry.parameters.flatMap(({ name, translates: translation }) => {
      const expression = translation && argumentOf(call, name);
      const value = expression && call.typeOf(expression);
      if (!expression || value?.kind !== 'instance' || value.entry.group !== 'keras-optimizer') return [];
      return [{ call, expression, translation, entry: value.entry, optimizer: callThatMakes(value, file) }];
    }),
  ),
);

/** The calls that make optimizers of Keras 3, whose own checks are known. */
export const kerasOptimizerCalls = (file: PythonFile): readonly ApiCall[] =>
  translatedOptimizers(file).flatMap(({ translation, optimizer }) =>
    optimizer && translation.from === 'keras-3' ? [optimizer] : [],
  );

const importsKerasRs = ({ tree }: PythonFile): boolean =>
  tree.sections.some(({ nodes }) =>
    nodes.import.some(({ from, names }) => names.some(({ name }) => libraryOf(from ?? name) === 'keras-rs')),
  );

const GROUPS: ReadonlySet<Group> = new Set(['keras-optimizer', 'keras-schedule', 'initializer']);

/** The calls that make optimizers, schedules and initializers of Keras 3, which programs with keras-rs run on. */
export const kerasCalls = once((file: PythonFile): readonly ApiCall[] => {
  if (!importsKerasRs(file)) return [];
  return file.tree.calls.flatMap((node) =>
    (evaluationOf(file.tree).callsAt(node) ?? []).flatMap((event) => {
      const { group, isLegacy, qualifiedNames } = event.entry;
      const isOfKeras3 =
        GROUPS.has(group) && !isLegacy && qualifiedNames.some((name) => name.startsWith('keras.'));
      return isOfKeras3 ? callOfEvent(event) : [];
    }),
  );
});
