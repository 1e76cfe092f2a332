import type { PythonFile } from '../../calls/python-file';
import type { Settings } from '../../settings';
import type { Diagnostic } from '../diagnostic';

/** All problems of the calls in a Python text, in the order of their places. */
export function diagnosePython(_file: PythonFile, _settings: Settings): Diagnostic[] {
  return [];
}
