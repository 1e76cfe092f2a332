import { parameterFor } from '../../catalogue';
import type { Evaluator, Value } from '../../evaluator';
import { checkComplete } from '../../evaluator/unconstructed';
import { itemsOf } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { instanceOf } from '../calls/types';
import { argumentOfMaker } from './nested-results';

/** Attributes of tables that an embedding object reads when it is made, and those that it reads when it is built. */
const READ = { made: ['optimizer', 'name'], built: ['vocabulary_size', 'dim', 'initializer'] };

/** Notes tables of a class of the program that lack what an embedding object reads of them. */
export function checkOwnTables(object: Value, when: keyof typeof READ, node: Node, ev: Evaluator): void {
  const made = object.kind === 'made' ? instanceOf(object) : undefined;
  if (object.kind !== 'made' || made?.entry.role !== 'embedding' || made.entry.library !== 'tensorflow')
    return;
  const parameter = parameterFor(made.entry, 'features');
  const features = parameter && made.call && argumentOfMaker(object, parameter.name);
  for (const feature of features ? leavesIn(features) : []) {
    const table =
      instanceOf(feature)?.entry.role === 'feature' ? argumentOfMaker(feature, 'table') : undefined;
    if (table) checkComplete(ev, table, READ[when], node);
  }
}

const MAX_DEPTH = 8;

function leavesIn(value: Value, depth = 0): readonly Value[] {
  const items =
    value.kind === 'dict'
      ? [...value.cell.content.known.values()].map((entry) => entry.value)
      : itemsOf(value);
  return !items || depth > MAX_DEPTH ? [value] : items.flatMap((item) => leavesIn(item, depth + 1));
}
