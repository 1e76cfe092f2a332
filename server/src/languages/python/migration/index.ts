import type { PythonFile } from '../../../dataflow/calls/python-file';
import type { Strategy } from '../../../dataflow/derivation/strategy';
import type { Migration, MigrationTarget } from '../../migration';
import { endingAs } from '../../refactoring';
import { MIGRATIONS } from './migrations';

/** The edits that write a program for another library; undefined if it uses nothing of the library before. */
export function migrate(file: PythonFile, to: MigrationTarget, strategy: Strategy): Migration | undefined {
  const draft = MIGRATIONS[to].draft(file, strategy);
  return draft && { edits: endingAs(file.text, draft.finish()), remarks: draft.remarks };
}
