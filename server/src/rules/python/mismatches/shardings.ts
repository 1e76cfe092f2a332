import { isWithin } from '../../../basics/range';
import type { Type } from '../../../catalogue';
import { NAMED_SHARDING, PARTITION_SPEC } from '../../../catalogue/jax';
import { valueOfParameter } from '../../../dataflow/calls/arguments';
import { type Inferred, instanceOf } from '../../../dataflow/calls/types';
import type { Value } from '../../../evaluator';
import { kinds } from '../../../evaluator/value';
import { argumentIn, isScalar, type Judge, mismatch, wrongType } from './mismatch';

type ShardingType = Extract<Type, { of: 'sharding' }>;

/** Values that certainly name an axis of a mesh, or several. */
const AXES = kinds('str', 'tuple');

const NO_SHARDING: ReadonlySet<Inferred['kind']> = new Set([
  'list',
  'tuple',
  'dict',
  'set',
  'function',
  'array',
  'tensor',
]);

export const judgeSharding: Judge<ShardingType> = (expression, value, type, place) => {
  if (
    isScalar(value) ||
    NO_SHARDING.has(value.kind) ||
    (value.kind === 'object' && value.name === 'Mesh') ||
    (value.kind === 'instance' && value.entry.id === PARTITION_SPEC)
  )
    return [wrongType(expression, value, type, place)];
  const spec = specOf(argumentIn(place));
  const axes = spec && axesOf(spec);
  if (!axes || spreadsRows(axes, type)) return [];
  const { node } = spec;
  const isWritten = isWithin(node, expression);
  return [
    {
      ...mismatch(
        'type',
        isWritten ? node : expression,
        place.severity,
        `${place.subject} must spread the first axis alone: \`${wanted(type)}\`.`,
      ),
      fixes: () =>
        axes.length === 1 && node.kind === 'call' && axes[0]!.kind !== 'none'
          ? [{ title: 'Add None', changes: [{ start: node.end - 1, end: node.end - 1, newText: ', None' }] }]
          : [],
    },
  ];
};

/** The partition spec that a sharding was made with. */
function specOf(sharding: Value | undefined) {
  const made = instanceOf(sharding);
  if (sharding?.kind !== 'made' || made?.entry.id !== NAMED_SHARDING || !made.call) return undefined;
  const spec = valueOfParameter(made.entry, 'spec', sharding.given, made.call);
  return spec?.kind === 'made' && instanceOf(spec)?.entry.id === PARTITION_SPEC ? spec : undefined;
}

const axesOf = ({ given }: Extract<Value, { kind: 'made' }>): readonly Value[] | undefined =>
  given.hasUnknownArguments ? undefined : given.positional;

/** Whether the first axis may be spread, and no other. */
const spreadsRows = (axes: readonly Value[], { ranks }: ShardingType): boolean =>
  ranks.includes(axes.length) &&
  axes[0]?.kind !== 'none' &&
  !axes.slice(1).some(({ kind }) => AXES.has(kind));

const wanted = ({ ranks }: ShardingType): string =>
  ranks
    .map((rank) => `PartitionSpec(${['axis', ...Array(rank - 1).fill('None')].join(', ')})`)
    .join('` or `');
