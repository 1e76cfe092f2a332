// Meshes of JAX: which axes they have, and what needs an axis that they do not have.
import { excerpt } from '../../basics/excerpt';
import { listed } from '../../basics/listed';
import { findEntry } from '../../catalogue';
import { NAMED_SHARDING, PARTITION_SPEC } from '../../catalogue/jax';
import type { Arguments, Evaluator, Value } from '../../evaluator';
import { fails, isJudged } from '../../evaluator/failures';
import { refused } from '../../evaluator/refusals';
import { itemsOf, kinds } from '../../evaluator/value';
import type { Node } from '../../python/tree';

const MESH = /^jax\.(?:sharding\.Mesh|make_mesh|experimental\.maps\.Mesh)$/;

/** Layers of Flax that spread their tables over an axis of a mesh: once they are made, or once they are initialized. */
const LAYER = /\.lib\.flax\.(linen|nnx)\.embed\.SparseCoreEmbed$/;

/** Notices the creation of something that spreads an array over an axis that a mesh lacks. */
export function checkAxes(name: string, given: Arguments, node: Node, ev: Evaluator): void {
  const id = /^jax/.test(name) ? findEntry(name)?.id : undefined;
  if (id === NAMED_SHARDING) {
    const [mesh, spec] = argumentsOf(given, 'mesh', 'spec');
    const isSpec = spec?.kind === 'made' && findEntry(spec.callee)?.id === PARTITION_SPEC;
    const axes = isSpec && !spec.given.hasUnknownArguments ? spec.given.positional.flatMap(namesIn) : [];
    checkMesh(mesh, axes, 'ValueError', node, ev);
  } else if (id !== undefined && LAYER.exec(id)?.[1] === 'nnx') {
    const [, axis, mesh] = argumentsOf(given, 'feature_specs', 'sharding_axis', 'mesh');
    if (mesh && isNoMesh(mesh) && isJudged(ev)) fails(ev, node, refused(NO_MESH, 'AttributeError'));
    checkMesh(mesh, axis ? namesIn(axis) : [], 'KeyError', node, ev);
  } else if (MESH.test(name)) checkRank(name, given, node, ev);
}

const NO_MESH =
  '`mesh` is no mesh of devices: the features and the axis come first, then the mesh and the keys';

const PLAIN = kinds('none', 'bool', 'int', 'float', 'str', 'list', 'tuple', 'dict');

/** Whether a value certainly is no mesh, keys for random numbers among them. */
const isNoMesh = (value: Value): boolean =>
  PLAIN.has(value.kind) || (value.kind === 'made' && value.callee === 'flax.nnx.Rngs');

const LINEN_DEFAULT = 'sparsecore_sharding';

/** Notices the first use of the tables of a layer of Linen whose mesh lacks its axis. */
export function checkAxisOfLayer(object: Value, node: Node, ev: Evaluator): void {
  if (object.kind !== 'made' || object.given.hasUnknownArguments) return;
  if (LAYER.exec(findEntry(object.callee)?.id ?? '')?.[1] !== 'linen') return;
  const [, axis, mesh] = argumentsOf(object.given, 'feature_specs', 'sharding_axis', 'mesh');
  checkMesh(mesh, axis ? namesIn(axis) : [LINEN_DEFAULT], 'ValueError', node, ev);
}

function checkMesh(
  mesh: Value | undefined,
  wanted: readonly string[],
  raises: string,
  node: Node,
  ev: Evaluator,
): void {
  const axes = mesh && axesOf(mesh);
  const lacking = axes && wanted.find((axis) => !axes.includes(axis));
  if (lacking === undefined || !isJudged(ev)) return;
  const has = listed(axes!.map((axis) => `'${excerpt(axis)}'`));
  const reason = `The mesh has no axis '${excerpt(lacking)}', over which rows are to be spread; it has ${has}`;
  fails(ev, node, refused(reason, raises));
}

/** The names of the axes of a mesh, if all are known. */
function axesOf(mesh: Value): readonly string[] | undefined {
  if (mesh.kind !== 'made' || !MESH.test(mesh.callee) || mesh.given.hasUnknownArguments) return undefined;
  const names = argumentsOf(mesh.given, '', 'axis_names')[1];
  const items = names?.kind === 'str' ? [names] : itemsOf(names);
  const texts = items?.map((each) => (each.kind === 'str' ? each.value : undefined));
  return texts && texts.length > 0 && !texts.includes(undefined) ? (texts as string[]) : undefined;
}

/** Notices a mesh with another number of names than its devices have axes. */
function checkRank(name: string, given: Arguments, node: Node, ev: Evaluator): void {
  if (given.hasUnknownArguments || !isJudged(ev)) return;
  const [first, names] = argumentsOf(
    given,
    name === 'jax.make_mesh' ? 'axis_shapes' : 'devices',
    'axis_names',
  );
  const count = names?.kind === 'str' ? 1 : itemsOf(names)?.length;
  const rank = first && (name === 'jax.make_mesh' ? itemsOf(first)?.length : rankOf(first));
  if (count === undefined || rank === undefined || count === rank) return;
  const reason = `The mesh gets ${count} names of axes, but its devices have ${rank}`;
  fails(ev, node, refused(reason, 'ValueError'));
}

const DEVICES = /^jax\.(?:local_)?devices$/;

/** Devices come in a list of one axis, also as an array. */
function rankOf(devices: Value): number | undefined {
  if (devices.kind !== 'made') return undefined;
  if (DEVICES.test(devices.callee)) return 1;
  const { positional, keywords, hasUnknownArguments } = devices.given;
  const [only, ...more] = positional;
  const isAlone = more.length + keywords.size === 0 && !hasUnknownArguments;
  const isArray = isAlone && /^(?:jax\.)?numpy\.(?:as)?array$/.test(devices.callee);
  return isArray && only ? rankOf(only) : undefined;
}

/** The axes that a part of a partition spec names: one, several or none. */
function namesIn(value: Value): readonly string[] {
  if (value.kind === 'str') return value.value === undefined ? [] : [value.value];
  return value.kind === 'tuple' ? (value.elements?.flatMap(namesIn) ?? []) : [];
}

/** Arguments by position or name. */
const argumentsOf = ({ positional, keywords }: Arguments, ...names: readonly string[]) =>
  names.map((name, i) => positional[i] ?? keywords.get(name));
