import { once } from '../../basics/once';
import type { Entry, OptimizerTranslation } from '../../catalogue';
import type { Expression } from '../../python/tree';
import { type ApiCall, argumentOf, type PythonFile } from './python-file';
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
