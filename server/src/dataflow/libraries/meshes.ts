// Meshes of JAX: which axes they have, and what needs an axis that they do not have.
import { excerpt } from '../../basics/excerpt';
import { listed } from '../../basics/listed';
import { findEntry } from '../../catalogue';
import { NAMED_SHARDING, PARTITION_SPEC } from '../../catalogue/jax';
import { STAGES } from '../../catalogue/jax-tpu-embedding/uses';
import type { Arguments, Failure, OfCall, Value } from '../../evaluator';
import { isRunByModule } from '../../evaluator/failures';
import { heldBy } from '../../evaluator/join';
import { refused, refusedValue } from '../../evaluator/refusals';
import { argumentAt, itemsOf, kinds } from '../../evaluator/value';
import { mayReshape } from './numpy';

const MESH = /^jax\.(?:sharding\.Mesh|make_mesh|experimental\.maps\.Mesh)$/;

/** Layers of Flax that spread their tables over an axis of a mesh: once they are made, or once they are initialized. */
const LAYER = /\.lib\.flax\.(linen|nnx)\.embed\.SparseCoreEmbed$/;

const SHARD_MAP = /^jax\.(?:experimental\.shard_map\.)?shard_map$/;
const TABLE_FORMAT = 'jax_tpu_embedding.sparsecore.utils.utils.embedding_table_format';

/** Something is made that spreads an array over an axis that a mesh lacks. */
export const axesFailure: OfCall<Failure> = (name, given, _node, { tree, around }) => {
  const id = /^jax/.test(name) ? findEntry(name)?.id : undefined;
  if (id === NAMED_SHARDING || id === TABLE_FORMAT) {
    const [mesh, spec] = argumentsOf(given, 'mesh', id === TABLE_FORMAT ? 'partition_spec' : 'spec');
    const other = id === NAMED_SHARDING ? otherFailure(mesh, spec, isRunByModule(around)) : undefined;
    return other ?? lacking(mesh, spec ? axesOfSpec(spec) : [], 'ValueError');
  }
  if (SHARD_MAP.test(name)) {
    const [, mesh, ...specs] = argumentsOf(given, 'f', 'mesh', 'in_specs', 'out_specs');
    return lacking(mesh, specs.flatMap((each) => specsIn(each)).flatMap(axesOfSpec), 'ValueError');
  }
  if (id !== undefined && LAYER.exec(id)?.[1] === 'nnx') {
    const [, axis, mesh] = argumentsOf(given, 'feature_specs', 'sharding_axis', 'mesh');
    if (mesh && isNoMesh(mesh)) return refused(NO_MESH, 'AttributeError');
    return lacking(mesh, axis ? namesIn(axis) : [], 'KeyError');
  }
  if (id !== undefined && STAGES.includes(id)) return stageFailure(given);
  return MESH.test(name) ? rankFailure(name, given, mayReshape(tree)) : undefined;
};

/** A sharding of other things than a mesh and a partition spec; a variable that holds `None` may get another value first. */
function otherFailure(
  mesh: Value | undefined,
  spec: Value | undefined,
  isNoneFinal: boolean,
): Failure | undefined {
  const isOther = (value: Value | undefined, otherClass: (callee: string) => boolean): value is Value =>
    value !== undefined &&
    (value.kind === 'made'
      ? otherClass(value.callee)
      : PLAIN.has(value.kind) && (isNoneFinal || value.kind !== 'none'));
  if (isOther(mesh, (callee) => DEVICES.test(callee) || findEntry(callee)?.id === PARTITION_SPEC))
    return refused(
      "`NamedSharding` takes a mesh of devices first, such as `jax.make_mesh((4,), ('x',))`",
      raisedBy(mesh),
    );
  if (isOther(spec, (callee) => MESH.test(callee)))
    return refused(
      "`NamedSharding` takes its axes in a `PartitionSpec`, such as `PartitionSpec('x', None)`",
      raisedBy(spec),
    );
  return undefined;
}

/** What JAX refuses before it looks at attributes: `None`, and what has no hash, such as the list of devices. */
const raisedBy = (value: Value): string =>
  NO_HASH.has(value.kind) || (value.kind === 'made' && DEVICES.test(value.callee))
    ? 'TypeError'
    : 'AttributeError';

const NO_HASH = kinds('none', 'list', 'dict');

/** The objects in a nesting. */
const specsIn = (specs: Value | undefined, depth = 0): readonly Value[] =>
  specs === undefined || depth > MAX_DEPTH
    ? []
    : specs.kind === 'made'
      ? [specs]
      : heldBy(specs).flatMap((each) => specsIn(each, depth + 1));
const MAX_DEPTH = 8;

/** The axes that a partition spec names. */
function axesOfSpec(spec: Value): readonly string[] {
  const isSpec = spec.kind === 'made' && findEntry(spec.callee)?.id === PARTITION_SPEC;
  return isSpec && !spec.given.hasUnknownArguments ? spec.given.positional.flatMap(namesIn) : [];
}

/** The stages of a pipeline are spread over the only axis of their mesh. */
function stageFailure(given: Arguments): Failure | undefined {
  const mesh = argumentsOf(given, 'feature_specs', 'global_mesh')[1];
  const axes = mesh && axesOf(mesh);
  return axes && axes.length !== 1
    ? refusedValue(`\`global_mesh\` has ${axes.length} axes, but must have one`)
    : undefined;
}

const NO_MESH =
  '`mesh` is no mesh of devices: the features and the axis come first, then the mesh and the keys';

const PLAIN = kinds('none', 'bool', 'int', 'float', 'str', 'list', 'tuple', 'dict');

/** Whether a value certainly is no mesh, keys for random numbers among them. */
const isNoMesh = (value: Value): boolean =>
  PLAIN.has(value.kind) || (value.kind === 'made' && value.callee === 'flax.nnx.Rngs');

const LINEN_DEFAULT = 'sparsecore_sharding';

/** The first use of the tables of a layer of Linen whose mesh lacks its axis. */
export function axisFailure(object: Value): Failure | undefined {
  if (object.kind !== 'made' || object.given.hasUnknownArguments) return undefined;
  if (LAYER.exec(findEntry(object.callee)?.id ?? '')?.[1] !== 'linen') return undefined;
  const [, axis, mesh] = argumentsOf(object.given, 'feature_specs', 'sharding_axis', 'mesh');
  return lacking(mesh, axis ? namesIn(axis) : [LINEN_DEFAULT], 'ValueError');
}

function lacking(mesh: Value | undefined, wanted: readonly string[], raises: string): Failure | undefined {
  const axes = mesh && axesOf(mesh);
  const missing = axes && wanted.find((axis) => !axes.includes(axis));
  if (missing === undefined) return undefined;
  const has = listed(axes!.map((axis) => `'${excerpt(axis)}'`));
  const reason = `The mesh has no axis '${excerpt(missing)}', over which rows are to be spread; it has ${has}`;
  return refused(reason, raises);
}

/** The names of the axes of a mesh, if all are known. */
function axesOf(mesh: Value): readonly string[] | undefined {
  if (mesh.kind !== 'made' || !MESH.test(mesh.callee) || mesh.given.hasUnknownArguments) return undefined;
  const names = argumentsOf(mesh.given, '', 'axis_names')[1];
  const items = names?.kind === 'str' ? [names] : itemsOf(names);
  const texts = items?.map((each) => (each.kind === 'str' ? each.value : undefined));
  return texts && texts.length > 0 && !texts.includes(undefined) ? (texts as string[]) : undefined;
}

/** A mesh with another number of names than its devices have axes. */
function rankFailure(name: string, given: Arguments, mayHaveOtherAxes: boolean): Failure | undefined {
  if (given.hasUnknownArguments) return undefined;
  const isOfShapes = name === 'jax.make_mesh';
  const [first, names] = argumentsOf(given, isOfShapes ? 'axis_shapes' : 'devices', 'axis_names');
  const count = names?.kind === 'str' ? 1 : itemsOf(names)?.length;
  const rank = first && (isOfShapes ? itemsOf(first)?.length : rankOf(first, mayHaveOtherAxes));
  return count === undefined || rank === undefined || count === rank
    ? undefined
    : refusedValue(`The mesh gets ${count} names of axes, but its devices have ${rank}`);
}

const DEVICES = /^jax\.(?:local_)?devices$/;

/** Devices come in a list of one axis, also as an array, which a program may give other axes. */
function rankOf(devices: Value, mayHaveOtherAxes: boolean): number | undefined {
  if (devices.kind !== 'made') return undefined;
  if (DEVICES.test(devices.callee)) return 1;
  const { positional, keywords, hasUnknownArguments } = devices.given;
  const [only, ...more] = positional;
  const isAlone = more.length + keywords.size === 0 && !hasUnknownArguments;
  const isArray = isAlone && /^(?:jax\.)?numpy\.(?:as)?array$/.test(devices.callee);
  return isArray && only && !mayHaveOtherAxes ? rankOf(only, false) : undefined;
}

/** The axes that a part of a partition spec names: one, several or none. */
function namesIn(value: Value): readonly string[] {
  if (value.kind === 'str') return value.value === undefined ? [] : [value.value];
  return value.kind === 'tuple' ? (value.elements?.flatMap(namesIn) ?? []) : [];
}

/** Arguments by position or name. */
const argumentsOf = (given: Arguments, ...names: readonly string[]) =>
  names.map((name, i) => argumentAt(given, i, name));
