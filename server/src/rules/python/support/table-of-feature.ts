// The table of a feature that a layer gets, by the path of the feature.
import { once } from '../../../basics/once';
import type { MethodCall } from '../../../dataflow/calls/methods';
import type { PythonFile } from '../../../dataflow/calls/python-file';
import { targetsOf } from '../../../dataflow/calls/targets';
import { featuresByMaker } from './placed-features';

const featuresIn = once((_file: PythonFile) => featuresByMaker());

export const tableOf = (path: string, file: PythonFile, { maker }: MethodCall) =>
  maker && featuresIn(file)(maker).get(path)?.table;

/** Whether the table of a feature may be on SparseCores with JAX. */
export function mayRunOnJax(path: string, file: PythonFile, call: MethodCall): boolean {
  if (!targetsOf(file.tree, call.entry.library).includes('sparsecore-jax')) return false;
  const place = tableOf(path, file, call)?.attribute('placement').type;
  return place?.kind !== 'str' || place.value !== 'default_device';
}
