import type { PythonFile } from '../../calls/python-file';
import type { Completion } from '../completion';

export function completePython(_file: PythonFile, _offset: number): Completion[] {
  return [];
}
