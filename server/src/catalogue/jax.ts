import { lastPart } from './names';
import { describedParameters, signature } from './parameters';
import type { Entry, EntryKind, Group } from './types';

/** The ids of the classes by which JAX says how arrays are spread over devices. */
export const NAMED_SHARDING = 'jax.sharding.NamedSharding';
export const PARTITION_SPEC = 'jax.sharding.PartitionSpec';

/** Functions that make initializers; those that are initializers themselves, such as `zeros`, are left out. */
const INITIALIZERS: readonly string[] = [
  ...[
    'constant',
    'uniform',
    'normal',
    'truncated_normal',
    'variance_scaling',
    'orthogonal',
    'delta_orthogonal',
  ],
  ...['glorot', 'xavier', 'lecun', 'kaiming', 'he'].flatMap((name) => [`${name}_normal`, `${name}_uniform`]),
];

/** Where JAX has them, and where Flax repeats them. */
const INITIALIZER_MODULES: readonly string[] = [
  'jax.nn.initializers',
  'flax.linen.initializers',
  'flax.nnx.initializers',
];

/** Functions of nested structures, by the results of their leaves. */
const TREE_FUNCTIONS = [
  [['jax.tree.map', 'jax.tree_util.tree_map'], 'f, tree, *, is_leaf=None', 'mapped'],
  [['jax.tree.leaves', 'jax.tree_util.tree_leaves'], 'tree, is_leaf=None', 'listed'],
] as const;

/** Values of JAX and Flax that programs give to others. Features do not show them. */
export const jaxEntries = (): Entry[] => [
  foreign(
    [NAMED_SHARDING, 'jax.NamedSharding'],
    'class',
    'tensor',
    'Says how an array is spread over a mesh.',
    'mesh, spec',
  ),
  foreign(
    [PARTITION_SPEC, 'jax.P', 'jax.experimental.PartitionSpec'],
    'class',
    'tensor',
    'Says which axes of an array are spread over which axes of a mesh.',
  ),
  ...['jax.sharding.Mesh', 'jax.make_mesh'].map((name) => ({
    ...foreign([name], 'function', 'tensor', 'Makes a mesh of devices.'),
    gives: 'Mesh',
  })),
  ...['key', 'PRNGKey'].map((name) => ({
    ...foreign([`jax.random.${name}`], 'function', 'tensor', 'Makes a key for random numbers.'),
    gives: 'JAX key',
  })),
  ...['devices', 'local_devices', 'device_count', 'local_device_count'].map((name) =>
    foreign([`jax.${name}`], 'function', 'tensor', 'Says which devices there are, or how many.'),
  ),
  ...TREE_FUNCTIONS.map(([names, parameters, leaves]) => ({
    ...foreign(names, 'function', 'tensor', 'Works on nested structures.', parameters),
    returns: 'A nested structure, or a list of leaves.',
    givesNested: { like: 'tree', leaves, asTree: true } as const,
  })),
  ...INITIALIZERS.map((name) =>
    foreign(
      INITIALIZER_MODULES.map((module) => `${module}.${name}`),
      'class',
      'initializer',
      'Makes an initializer of JAX.',
    ),
  ),
];

function foreign(
  qualifiedNames: readonly string[],
  kind: EntryKind,
  group: Group,
  summary: string,
  parameters?: string,
): Entry {
  const name = lastPart(qualifiedNames[0]!);
  return {
    id: qualifiedNames[0]!,
    kind,
    name,
    qualifiedNames,
    group,
    library: 'jax',
    summary,
    doc: '',
    parameters:
      parameters === undefined
        ? []
        : describedParameters(
            name,
            signature(parameters),
            Object.fromEntries(
              parameters.split(', ').map((each) => [
                each.replace(/=.*/, ''),
                {
                  doc: `What \`${name}\` takes as its \`${each}\`, of any kind.`,
                  type: { of: 'other', name: 'Any' },
                },
              ]),
            ),
          ),
    ...(parameters === undefined && { anyArguments: true }),
    returns: `A new \`${name}\`.`,
    foreign: true,
  };
}
