import type { ApiCall, PythonFile } from '../../dataflow/calls/python-file';
import { type TranslatedOptimizer, translatedOptimizers } from '../../dataflow/calls/translated-optimizers';
import { optimizerNamed } from '../../optimizers';
import { targetsFor } from '../../rules/python/support/targets';

/** An optimizer of another library than TensorFlow. */
export interface Simulated {
  /** The name that the simulator has for it. */
  readonly name: string;
  /** Where it trains, in sentences for people. */
  readonly note?: string;
}

/** The optimizer that a call makes, or that a table is trained with which gets it. */
export function simulatedBy(call: ApiCall, file: PythonFile): Simulated | undefined {
  const { simulatedAs } = call.entry;
  if (simulatedAs !== undefined) return { name: simulatedAs };
  if (call.entry.group !== 'keras-optimizer') return undefined;
  const taken = translatedOptimizers(file).filter(({ optimizer }) => optimizer?.node === call.node);
  return taken.map((each) => translated(each, file)).find((each) => each !== undefined);
}

function translated(
  { call: table, entry, translation: { becomes } }: TranslatedOptimizer,
  file: PythonFile,
): Simulated | undefined {
  const name = becomes?.[entry.name];
  if (name === undefined) return undefined;
  const targets = targetsFor(table, file);
  const onSparseCores = targets.filter((target) => target !== 'cpu' && target !== 'tf-cpu');
  const title = optimizerNamed(name)!.title;
  if (onSparseCores.length === 0)
    return {
      name,
      note: `The table is on the default device: there the optimizer of the model trains it, and this one does nothing. The numbers are those of SparseCores with JAX (${title}).`,
    };
  // What TensorFlow trains with has other formulas.
  if (!onSparseCores.includes('sparsecore-jax')) return undefined;
  return {
    name,
    note: `On SparseCores with JAX, keras-rs trains the table by ${title}, as here. On the default device the optimizer of the model trains it, and this one does nothing.`,
  };
}
