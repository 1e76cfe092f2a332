import { withEdits } from '../../basics/edits';
import type { Strategy } from '../../dataflow/derivation/strategy';
import type { Analysis } from '../../languages/language';
import type { MigrationTarget } from '../../languages/migration';
import { placesIn } from '../places';
import { problemLine } from './problem-line';

interface Migrated {
  readonly output: string;
  /** What does not carry over, each on a line with its place. */
  readonly notes: readonly string[];
}

/** A program written for another library; undefined if it uses nothing that has another name there. */
export function migrated(
  analysis: Analysis,
  name: string,
  to: MigrationTarget,
  strategy: Strategy,
): Migrated | undefined {
  const migration = analysis.migrate(to, strategy);
  if (!migration) return undefined;
  const placeOf = placesIn({ text: analysis.text });
  return {
    output: withEdits(analysis.text, migration.edits),
    notes: migration.remarks.map((remark) => problemLine(remark, name, placeOf, 'warning')),
  };
}
