// The table of a feature that a layer gets, by the path of the feature.
import type { MethodCall } from '../../../dataflow/calls/methods';
import { callOfEvent, type PythonFile } from '../../../dataflow/calls/python-file';
import { targetsOf } from '../../../dataflow/calls/targets';
import { unlessRefused } from '../../../dataflow/derivation/draft';
import { featuresOf } from '../../../dataflow/derivation/features';

export const tableOf = (path: string, { maker }: MethodCall) =>
  maker &&
  unlessRefused(() => featuresOf(callOfEvent(maker)))?.features.find(({ leaf }) => leaf.path === path)?.table;

/** Whether the table of a feature may be on SparseCores with JAX. */
export function mayRunOnJax(path: string, { tree }: PythonFile, call: MethodCall): boolean {
  if (!targetsOf(tree, call.entry.library).includes('sparsecore-jax')) return false;
  const place = tableOf(path, call)?.attribute('placement').type;
  return place?.kind !== 'str' || place.value !== 'default_device';
}
