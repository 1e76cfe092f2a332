import type { PythonFile } from '../../calls/python-file';
import type { Definition } from '../definition';

export function definitionPython(_file: PythonFile, _offset: number): Definition | undefined {
  return undefined;
}
