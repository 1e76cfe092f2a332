import { once } from '../../basics/once';
import type { Entry, Group, OptimizerTranslation } from '../../catalogue';
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

/** The calls that make objects of Keras 3 for tables: optimizers, their schedules, and initializers. */
export const kerasCalls = once((file: PythonFile): readonly ApiCall[] => {
  const optimizers = kerasOptimizerCalls(file);
  const ofKeras3 = file.calls.filter(({ entry }) => entry.library === 'keras-rs');
  return [
    ...new Set([
      ...optimizers,
      ...optimizers.flatMap((call) => madeFor(call, 'keras-schedule', file)),
      ...ofKeras3.flatMap((call) => madeFor(call, 'initializer', file)),
    ]),
  ];
});

/** The calls that make the arguments of a call that belong to a group. */
const madeFor = (call: ApiCall, group: Group, file: PythonFile): ApiCall[] =>
  call.arguments.flatMap(({ value }) => {
    const type = call.typeOf(value);
    const made = type.kind === 'instance' && type.entry.group === group && callThatMakes(type, file);
    return made || [];
  });
