import type { PythonFile } from '../../calls/python-file';
import type { Hover } from '../hover';

export function hoverPython(_file: PythonFile, _offset: number): Hover | undefined {
  return undefined;
}
