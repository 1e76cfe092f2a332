import { isBefore } from '../../../catalogue/releases';
import type { PythonFile } from '../../../dataflow/calls/python-file';

/** Whether a program may run on a NumPy and a protobuf that refuse arrays for numbers, which TensorFlow before 2.20 does not take. */
export function mayRefuseArrays({ environment }: PythonFile): boolean {
  const { most } = environment.tensorflow ?? {};
  return most === undefined || !isBefore(most, '2.20');
}
