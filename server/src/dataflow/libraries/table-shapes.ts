// Shapes of tables, ids and weights that functions and layers for embeddings cannot work with.
import type { Arguments, Failure, OfMethod } from '../../evaluator';
import { refused, refusedValue } from '../../evaluator/refusals';
import { argumentAt, kinds, numberOf } from '../../evaluator/value';
import { instanceOf } from '../calls/types';
import { argumentHeld } from './constructor-arguments';
import { areAlike, shapeOf, shapeText } from './tensor-shapes';

const SHARDING = /^jax_tpu_embedding\.sparsecore\.utils\.utils\.(un)?shard_emb_table$/;

/** A table whose rows cannot be shared evenly by the SparseCores that hold them. */
export function shardingFailure(name: string, given: Arguments): Failure | undefined {
  const [found, isBack] = SHARDING.exec(name) ?? [];
  if (found === undefined || given.hasUnknownArguments) return undefined;
  const shape = shapeOf(argumentAt(given, 0, isBack ? 'sharded_table' : 'table'));
  if (isBack && shape?.length === 1)
    return refusedValue('A sharded table has the axes chips, rows and width');
  const rows = isBack ? shape?.[1] : shape?.[0];
  const cores = numberOf(argumentAt(given, isBack ? 1 : -1, 'num_sc_per_device'));
  const chips = isBack ? 1 : numberOf(given.keywords.get('num_devices'));
  if (!rows || !cores || !chips || rows % (cores * chips) === 0) return undefined;
  const parts = cores * chips;
  return refusedValue(
    `${rows} rows cannot be shared evenly by ${parts} SparseCores. Fill the table up to a multiple of ${parts}`,
  );
}

const WITHOUT_SHAPE = kinds('bool', 'int', 'float', 'str', 'list', 'tuple', 'dict');

const REDUCING = /^keras_rs\.layers\.EmbedReduce$/;

/** Weights of another shape than ids, which may be one for each row or for each number of the vectors as well. */
export const reducingFailure: OfMethod<Failure> = (object, name, given, node, ev) => {
  const made = name === '__call__' || name === 'call' ? instanceOf(object) : undefined;
  if (!made?.call || !REDUCING.test(made.entry.id)) return undefined;
  const weights = argumentAt(given, 1, 'weights');
  const [ids, held] = [argumentAt(given, 0, 'inputs'), weights].map(shapeOf);
  if (weights && WITHOUT_SHAPE.has(weights.kind))
    return refused(
      'Weights that are no array have no shape. Make them one: `np.array(weights)`',
      'AttributeError',
    );
  if (!ids || !held || given.hasUnknownArguments) return undefined;
  const wanted = [...ids, numberOf(argumentHeld(object, 'output_dim', node, ev))];
  // Another rule compares those of one rank.
  const fits =
    held.length === ids.length ||
    (held.length < ids.length + 2 && areAlike(held, wanted.slice(0, held.length)));
  return fits
    ? undefined
    : refusedValue(
        `The weights have the shape ${shapeText(held)}, but the ids ${shapeText(ids)}. Give one weight for each id, or one for each row`,
      );
};
