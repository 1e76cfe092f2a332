import { excerpt } from '../../basics/excerpt';
import { findEntry } from '../../catalogue';
import { embeddingId } from '../../catalogue/names';
import type { Arguments, Evaluator, Value } from '../../evaluator';
import { fails, isJudged } from '../../evaluator/failures';
import { refused } from '../../evaluator/refusals';
import { checkComplete } from '../../evaluator/unconstructed';
import { itemsOf, numberOf } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { valueOfParameter } from '../calls/arguments';
import { instanceOf } from '../calls/types';
import type { AssignedAttributes } from './assigned-attributes';
import { argumentOfMaker, settingOfMaker } from './constructor-arguments';
import { idsWithFeatures, tableOf } from './nested-results';
import { partialKind } from './op-outputs';

/** Attributes of tables that an embedding object reads when it is made, and those that it reads when it is built. */
const READ = { made: ['optimizer', 'name'], built: ['vocabulary_size', 'dim', 'initializer'] };

/** Notes tables of a class of the program that lack what an embedding object reads of them. */
export function checkOwnTables(object: Value, when: keyof typeof READ, node: Node, ev: Evaluator): void {
  const made = object.kind === 'made' ? instanceOf(object) : undefined;
  if (object.kind !== 'made' || made?.entry.role !== 'embedding' || made.entry.library !== 'tensorflow')
    return;
  const features = settingOfMaker(object, 'features');
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

const LOOKUP = /^(?:__call__|embedding_lookup)$/;
const COMBINERS: ReadonlySet<string> = new Set(['mean', 'sqrtn', 'sum']);

/** Notes a lookup of sparse ids on the CPU in a table that has got a combiner which is none. */
export function checkCombiners(
  object: Value,
  name: string,
  given: Arguments,
  node: Node,
  attributes: AssignedAttributes,
  ev: Evaluator,
): void {
  const made = object.kind === 'made' && LOOKUP.test(name) ? instanceOf(object)?.entry : undefined;
  if (made?.id !== embeddingId('TPUEmbeddingForServing') || node.kind !== 'call' || !isJudged(ev, object))
    return;
  const entry = findEntry(`${made.id}.${name}`)!;
  const ids = valueOfParameter(entry, 'features', given, node);
  for (const [leaf, feature] of ids ? idsWithFeatures(ids, entry, given, node, object) : []) {
    const table = tableOf(feature);
    const combiner = table && attributes.get(table, 'combiner', node);
    if (combiner?.kind !== 'str' || combiner.value === undefined || COMBINERS.has(combiner.value)) continue;
    const isChanged = ['table', 'max_sequence_length'].some((each) => attributes.get(feature, each, node));
    const length = argumentOfMaker(feature, 'max_sequence_length');
    if (isChanged || partialKind(leaf) !== 'SparseTensor' || (length && numberOf(length) !== 0)) continue;
    fails(
      ev,
      node,
      refused(
        `A table has got the combiner \`${excerpt(combiner.value)}\`, but a lookup knows only \`mean\`, \`sqrtn\` and \`sum\``,
        'ValueError',
      ),
    );
    return;
  }
}
