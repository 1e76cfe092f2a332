// Shapes of tables, ids and weights that functions and layers for embeddings cannot work with.
import type { Arguments, Evaluator, Value } from '../../evaluator';
import { fails, isJudged } from '../../evaluator/failures';
import { refused } from '../../evaluator/refusals';
import { kinds, numberOf } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { instanceOf } from '../calls/types';
import { argumentOfMaker } from './constructor-arguments';
import { areAlike, shapeOf, shapeText } from './tensor-shapes';

const SHARDING = /^jax_tpu_embedding\.sparsecore\.utils\.utils\.(un)?shard_emb_table$/;

/** Notices a table whose rows cannot be shared evenly by the SparseCores that hold them. */
export function checkSharded(name: string, given: Arguments, node: Node, ev: Evaluator): void {
  const [found, isBack] = SHARDING.exec(name) ?? [];
  if (found === undefined || given.hasUnknownArguments || !isJudged(ev)) return;
  const argument = (key: string, position?: number) =>
    (position === undefined ? undefined : given.positional[position]) ?? given.keywords.get(key);
  const number = (key: string, position?: number) => {
    const value = argument(key, position);
    return value && numberOf(value);
  };
  const shape = shapeOf(argument(isBack ? 'sharded_table' : 'table', 0));
  const rows = isBack ? shape?.[1] : shape?.[0];
  const cores = number('num_sc_per_device', isBack ? 1 : undefined);
  const chips = isBack ? 1 : number('num_devices');
  if (isBack && shape?.length === 1) refuse('A sharded table has the axes chips, rows and width', node, ev);
  if (!rows || !cores || !chips || rows % (cores * chips) === 0) return;
  const parts = isBack ? `${cores}` : `${cores * chips}`;
  refuse(
    `${rows} rows cannot be shared evenly by ${parts} SparseCores. Fill the table up to a multiple of ${parts}`,
    node,
    ev,
  );
}

const WITHOUT_SHAPE = kinds('bool', 'int', 'float', 'str', 'list', 'tuple');

const REDUCING = /^keras_rs\.layers\.EmbedReduce$/;

/** Notices weights of another shape than ids, which may be one for each row or for each number of the vectors as well. */
export function checkReduced(object: Value, name: string, given: Arguments, node: Node, ev: Evaluator): void {
  const made = name === '__call__' || name === 'call' ? instanceOf(object) : undefined;
  if (!made?.call || object.kind !== 'made' || !REDUCING.test(made.entry.id) || !isJudged(ev)) return;
  const weights = given.positional[1] ?? given.keywords.get('weights');
  const [ids, held] = [given.positional[0] ?? given.keywords.get('inputs'), weights].map(shapeOf);
  if (weights && WITHOUT_SHAPE.has(weights.kind))
    refuse(
      'Weights that are no array have no shape. Make them one: `np.array(weights)`',
      node,
      ev,
      'AttributeError',
    );
  const width = argumentOfMaker(object, 'output_dim');
  if (!ids || !held || given.hasUnknownArguments) return;
  const wanted = [...ids, width && numberOf(width)];
  // Another rule compares those of one rank.
  const fits =
    held.length === ids.length ||
    (held.length < ids.length + 2 && areAlike(held, wanted.slice(0, held.length)));
  if (!fits)
    refuse(
      `The weights have the shape ${shapeText(held)}, but the ids ${shapeText(ids)}. Give one weight for each id, or one for each row`,
      node,
      ev,
    );
}

function refuse(reason: string, node: Node, ev: Evaluator, raises = 'ValueError'): void {
  fails(ev, node, refused(reason, raises));
}
