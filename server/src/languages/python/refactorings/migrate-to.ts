import { listed } from '../../../basics/listed';
import type { MigrationTarget } from '../../migration';
import { migrate } from '../migration';
import { MIGRATIONS } from '../migration/migrations';
import type { ProgramPlace, Refactor } from './place';

/** Writes the program for another library, on the call of an embedding object. */
export const migrateTo =
  (target: MigrationTarget): Refactor =>
  (place) => {
    const migration = isAtEmbedding(place, target) ? migrate(place.file, target, place.strategy) : undefined;
    if (!migration) return;
    const lost = [...new Set(migration.remarks.flatMap((remark) => remark.lost ?? []))];
    return {
      title: `Migrate to ${MIGRATIONS[target].rows.to}${lost.length > 0 ? `, without ${listed(lost, 4)}` : ''}`,
      kind: 'refactor.rewrite',
      changes: () => migration.edits,
    };
  };

/** Whether the innermost call at the place makes an embedding object of the library before. */
function isAtEmbedding({ file, range }: ProgramPlace, target: MigrationTarget): boolean {
  const node = file.tree.calls.findLast(({ start, end }) => start <= range.start && range.start <= end);
  const call = node?.complete ? file.calls.find((each) => each.node === node) : undefined;
  return call?.entry.role === 'embedding' && MIGRATIONS[target].isOfSource(call.entry);
}
