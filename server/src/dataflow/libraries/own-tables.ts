import { excerpt } from '../../basics/excerpt';
import { findEntry } from '../../catalogue';
import { embeddingId } from '../../catalogue/names';
import type { Arguments, Evaluator, Failure, Value } from '../../evaluator';
import { memberOf } from '../../evaluator/attributes';
import { isJudged } from '../../evaluator/failures';
import { refusedValue } from '../../evaluator/refusals';
import { checkComplete } from '../../evaluator/unconstructed';
import { type InstanceValue, itemsOf, numberOf } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { valueOfParameter } from '../calls/arguments';
import { instanceOf } from '../calls/types';
import { baseOf } from './annotations';
import type { AssignedAttributes } from './assigned-attributes';
import { argumentOfMaker, settingOfMaker } from './constructor-arguments';
import { idsWithFeatures, tableOf } from './nested-results';
import { partialKind } from './op-outputs';
import { strategyAround } from './strategies';

/** Attributes of tables that an embedding object reads when it is made, and those that it reads when it is built. */
const READ = { made: ['optimizer', 'name'], built: ['vocabulary_size', 'dim', 'initializer'] };

/** Attributes of features that it reads when it is made. */
const OF_FEATURES = ['output_shape', 'table'];

/** Those of optimizers, of which it reads the first on a TPU alone. */
const OF_OPTIMIZERS = { made: ['learning_rate'], built: ['slot_variable_creation_fn'] };

/** Notes features, tables and optimizers of a class of the program that lack what an embedding object reads of them. */
export function checkOwnTables(object: Value, when: keyof typeof READ, node: Node, ev: Evaluator): void {
  const { role, library } = instanceOf(object)?.entry ?? {};
  if (role !== 'embedding' || library !== 'tensorflow') return;
  const features = settingOfMaker(object, 'features');
  const readsOptimizer = when === 'built' || strategyAround(ev.around) === 'tpu';
  for (const feature of features ? leavesIn(features) : []) {
    const isFeature = feature.kind === 'instance' && baseOf(feature.cls)?.role === 'feature';
    if (isFeature && when === 'made') checkComplete(ev, feature, OF_FEATURES, node);
    const table =
      instanceOf(feature)?.entry.role === 'feature' ? argumentOfMaker(feature, 'table') : undefined;
    // What is no table at all is told as such.
    if (!table || (table.kind === 'instance' && baseOf(table.cls)?.role !== 'table')) continue;
    checkComplete(ev, table, READ[when], node);
    const optimizer = readsOptimizer ? optimizerOf(table, object, node, ev) : undefined;
    if (isOfOwnClass(optimizer)) checkComplete(ev, optimizer, OF_OPTIMIZERS[when], node);
  }
}

/** The optimizer of a table, be it that of the embedding object. */
function optimizerOf(table: Value, embedding: Value, node: Node, ev: Evaluator): Value | undefined {
  const own = argumentOfMaker(table, 'optimizer') ?? ev.attribute(table, 'optimizer', node);
  return own.kind === 'none' ? settingOfMaker(embedding, 'optimization_parameters') : own;
}

/** Whether an optimizer is of a class of the program that makes its slots as that of the library does. */
const isOfOwnClass = (optimizer: Value | undefined): optimizer is InstanceValue =>
  optimizer?.kind === 'instance' &&
  baseOf(optimizer.cls)?.optimizer !== undefined &&
  !memberOf(optimizer.cls, '_create_slots');

const MAX_DEPTH = 8;

function leavesIn(value: Value, depth = 0, found: Value[] = []): readonly Value[] {
  const items =
    value.kind === 'dict'
      ? [...value.cell.content.known.values()].map((entry) => entry.value)
      : itemsOf(value);
  if (!items || depth > MAX_DEPTH) found.push(value);
  else for (const item of items) leavesIn(item, depth + 1, found);
  return found;
}

const LOOKUP = /^(?:__call__|embedding_lookup)$/;
const COMBINERS: ReadonlySet<string> = new Set(['mean', 'sqrtn', 'sum']);

/** A lookup of sparse ids on the CPU in a table that has got a combiner which is none. */
export function combinerFailure(
  object: Value,
  name: string,
  given: Arguments,
  node: Node,
  attributes: AssignedAttributes,
  ev: Evaluator,
): Failure | undefined {
  const id = LOOKUP.test(name) ? instanceOf(object)?.entry.id : undefined;
  if (id !== embeddingId('TPUEmbeddingForServing') || node.kind !== 'call' || !isJudged(ev, object))
    return undefined;
  const entry = findEntry(`${id}.${name}`)!;
  const ids = valueOfParameter(entry, 'features', given, node);
  for (const [leaf, feature] of ids ? idsWithFeatures(ids, entry, given, node, object) : []) {
    const table = tableOf(feature);
    const combiner = table && attributes.get(table, 'combiner', node);
    if (combiner?.kind !== 'str' || combiner.value === undefined || COMBINERS.has(combiner.value)) continue;
    const isChanged = ['table', 'max_sequence_length'].some((each) => attributes.get(feature, each, node));
    const length = argumentOfMaker(feature, 'max_sequence_length');
    if (!isChanged && partialKind(leaf) === 'SparseTensor' && (!length || numberOf(length) === 0))
      return refusedValue(
        `A table has got the combiner \`${excerpt(combiner.value)}\`, but a lookup knows only \`mean\`, \`sqrtn\` and \`sum\``,
      );
  }
  return undefined;
}
