import { excerpt } from '../../basics/excerpt';
import { isWithin, rangeOf } from '../../basics/range';
import type { NestedArgument, Parameter } from '../../catalogue';
import { counted } from '../../configuration/quantities';
import { evaluationOf } from '../../dataflow/calls/evaluation';
import type { HeldStructure } from '../../dataflow/calls/held-structures';
import { truth } from '../../dataflow/calls/known-values';
import { isOnTpu, methodCalls } from '../../dataflow/calls/methods';
import { type ApiCall, argumentOf, type PythonFile } from '../../dataflow/calls/python-file';
import {
  type Branch,
  type Difference,
  difference,
  type Leaf,
  leavesOf,
  type Structure,
} from '../../dataflow/calls/structure';
import { inferredOf } from '../../dataflow/calls/types';
import { argumentOfMaker } from '../../dataflow/libraries/constructor-arguments';
import type { Value } from '../../evaluator';
import { TYPE_ERROR, VALUE_ERROR } from '../../python/exceptions';
import { functionOf } from '../../python/surroundings';
import { type Expression, walk } from '../../python/tree';
import { type CallProblem, type CallReport, type CallRule, isCaught } from './call-rule';
import { callName, isSketch } from './support/binding';
import { structureFixes, zipIn } from './support/structure-fixes';
import { describe, keysOnlyIn, keysText, placeText } from './support/structure-words';

const feeding = (ids: string): string => `import tensorflow as tf

embedding = tf.tpu.experimental.embedding
users = embedding.FeatureConfig(embedding.TableConfig(1000, 16, name='users'))
items = embedding.FeatureConfig(embedding.TableConfig(5000, 16, name='items'))
with strategy.scope():
  layer = embedding.TPUEmbedding({'user': users, 'item': items}, embedding.SGD(0.1))

@tf.function
def step(user, item):
  layer.enqueue(${ids})`;

export const structureMismatch: CallRule = {
  code: 'structure-mismatch',
  severity: 'error',
  summary: 'Ids, weights, shapes or gradients are not nested like the features of the embedding object.',
  details:
    'Whatever nesting of dicts, lists and tuples `feature_config` has, `enqueue`, `apply_gradients` and lookups take the same: ' +
    'the same keys, as many items, a list for a list and a tuple for a tuple. Kinds of dicts may differ. TensorFlow raises ' +
    '`ValueError` or `TypeError` ("The two structures don\'t have the same nested structure"). `build` compares only the number ' +
    'of shapes, and only under a `TPUStrategy`; lookups on a CPU take a part of the features. Reported only where both ' +
    'structures are certain. Functions of jax-tpu-embedding compare keys and lengths alone: a list is as good as a tuple, and `None` ' +
    'holds nothing. `stack_embedding_gradients` goes by the order of gradients alone and leaves out the rest, which is a warning.',
  messages: {
    "The two structures don't have the same nested structure":
      'Ids, weights, shapes or gradients are not nested like `feature_config`: each dict needs the same keys, each list the same length.',
    "The two structures don't have the same sequence length":
      'A list of ids, weights, shapes or gradients has not one entry for each feature.',
    "The two structures don't have the same sequence type":
      'Ids, weights, shapes or gradients are a dict where `feature_config` is a list, or the other way round.',
    'Pytree structures of {one} and {other} do not match':
      '{one} and {other} are not nested alike: each dict needs the same keys, each list the same length.',
    'dictionary key mismatch; expected key(s): {keys}, got key(s): {got}, missing':
      'Ids or weights are a dict with the keys {got}, and the features have {keys}.',
    'Inputs are not a subset of feature_config':
      'Ids are given for a feature that `feature_config` does not have.',
    '`inputs` and `weights` must have the same structure': 'Weights are not nested like the ids.',
    'Expected an instance of {kind}, got':
      'Ids or weights are not nested like the features, which are in a {kind}.',
  },
  bad: feeding('[user, item]'),
  good: feeding("{'user': user, 'item': item}"),
  raises: () => TYPE_ERROR | VALUE_ERROR,
  checkFile(file, report) {
    for (const call of [...file.calls, ...methodCalls(file)])
      if (!isSketch(call.node) && !isCaught(structureMismatch, call, file)) checkCall(call, file, report);
  },
};

function checkCall(call: ApiCall, file: PythonFile, report: CallReport): void {
  for (const held of call.event?.structures ?? []) {
    const { parameter, actual, expected } = held;
    const argument = argumentOf(call, parameter.name);
    const isLeftOut = parameter.nullable && actual.kind === 'leaf' && actual.value.kind === 'none';
    if (!parameter.nested || !argument || isLeftOut) continue;
    const { like, match } = parameter.nested;
    const found = CHECKS[match](held, argument, call, file);
    if (!found) continue;
    const [node, other] = [found.differs, expected].map(nodeOf);
    const isWritten = node && isWithin(node, argument);
    if (!(match === 'same' && isWritten) && isAskedFor(argument, call, file)) continue;
    report({
      ...rangeOf(isWritten ? node : argument),
      message: found.message,
      ...(found.severity && { severity: found.severity }),
      ...(found.givesWayIn && { givesWayIn: found.givesWayIn }),
      related: [
        ...(node && !isWritten ? [{ ...rangeOf(node), message: 'It comes from here.' }] : []),
        ...(other ? [{ ...rangeOf(other), message: `\`${like}\` is this.` }] : []),
      ],
      fixes: () => (found.difference ? structureFixes(file.text, found.difference, argument) : []),
    });
  }
}

const nodeOf = (structure: Structure) =>
  structure.kind === 'unknown' ? undefined : (structure.kind === 'leaf' ? structure.value : structure).node;

/** Whether the program may decide by a test of a variable how to pass it, such as `tf.is_tensor(ids)`. */
function isAskedFor(argument: Expression, { node }: ApiCall, { text }: PythonFile): boolean {
  const names = [...walk(argument)].flatMap((each) => (each.kind === 'name' ? each.name : []));
  const { start, end } = functionOf(node) ?? { start: 0, end: text.length };
  const asks = new RegExp(
    `\\b(?:callable|hasattr|type|(?:\\w*_)?is_?\\w+|\\w*Is[A-Z]\\w*)\\(\\s*(?:${names.join('|')})\\b`,
  );
  return names.length > 0 && asks.test(text.slice(start, end));
}

/** What is wrong with an argument. */
interface Finding extends Pick<CallProblem, 'message' | 'severity' | 'givesWayIn'> {
  /** The part that differs. */
  readonly differs: Structure;
  readonly difference?: Difference;
}

type Check = (
  held: HeldStructure,
  argument: Expression,
  call: ApiCall,
  file: PythonFile,
) => Finding | undefined;

const CHECKS: Readonly<Record<NestedArgument['match'], Check>> = {
  same({ parameter, expected, actual }, argument, call) {
    const found = difference(expected, actual);
    return (
      found && {
        differs: found.actual,
        difference: found,
        message: messageOf(found, argument, parameter, call),
      }
    );
  },
  shapes({ parameter, expected, actual }, argument, call, file) {
    if (mayBeBuilt(call, file)) return undefined;
    const { structure, wrong } = withoutShapes(expected, actual);
    const found = difference(expected, structure);
    if (found) return { differs: found.actual, message: messageOf(found, argument, parameter, call) };
    const name = `\`${parameter.name}\``;
    return (
      wrong && { differs: wrong, message: `A shape in ${name} must be a tuple or list of one or more sizes.` }
    );
  },
  // TensorFlow flattens both before it compares them.
  leaves({ parameter, expected, actual }, argument, call, file) {
    const [wanted, given] = [leavesOf(expected), leavesOf(actual)];
    const isKnown = [wanted, given].every(({ unknown }) => unknown.length === 0);
    const isSize = actual.kind === 'leaf' && actual.value.kind !== 'made';
    const onTpu = isOnTpu(call);
    if (onTpu === false || isSize || !isKnown || wanted.paths.length === given.paths.length) return undefined;
    if (mayBeBuilt(call, file)) return undefined;
    return {
      differs: actual,
      // Numbers in place of shapes are what to mend.
      givesWayIn: [rangeOf(argument)],
      severity: onTpu ? 'error' : 'warning',
      message: `\`${parameter.nested!.like}\` has ${counted(wanted.paths.length, 'feature')}, but \`${parameter.name}\` has ${counted(given.paths.length, 'item')}. Give one for each feature.`,
    };
  },
  part({ parameter, expected, actual }) {
    const [all, given] = [leavesOf(expected), leavesOf(actual)];
    const missing = [
      ...given.paths.filter((path) => !all.paths.includes(path)),
      // Whatever is there, its leaves are below it.
      ...given.unknown.filter((path) => !all.paths.some((other) => isBelow(other, path))),
    ][0];
    if (all.unknown.length > 0 || missing === undefined) return undefined;
    const { like } = parameter.nested!;
    return {
      differs: actual,
      difference: { path: [], expected, actual } as Difference,
      message:
        missing === ''
          ? `\`${parameter.name}\` must be nested like \`${like}\`: ${wantedText(expected)}, not ${describe(actual)}.`
          : `\`${like}\` has no feature at ${placeText(missing.split('/'))}: it is ${describe(expected)}.`,
    };
  },
  paths: (held, argument, call) => checkPaths(held, argument, call, (path, wanted) => path === wanted),
  below: (held, argument, call) => checkPaths(held, argument, call, isBelow),
  zipped({ parameter, expected, actual }) {
    const [wanted, given] = [pathsOf(expected), pathsOf(actual)];
    const isKnown = [wanted, given].every(({ open }) => open.length === 0);
    if (!isKnown || wanted.known.length === given.known.length) return undefined;
    return {
      differs: actual,
      severity: 'warning',
      message: `\`${parameter.nested!.like}\` has ${counted(wanted.known.length, 'feature')}, but \`${parameter.name}\` has ${counted(given.known.length, 'array')}: each goes to the feature at the same position, and the rest is left out. Give one for each feature.`,
    };
  },
  tables({ parameter, expected, actual }) {
    const wanted = tableNames(expected);
    const given = actual.kind === 'branch' && actual.type === 'dict' ? actual.members : undefined;
    if (!wanted || !given) return undefined;
    const names = [...given.values()].map(({ name }) => name);
    const extra = names.find((name) => !wanted.includes(name));
    const lacking = wanted.find((name) => !names.includes(name));
    if (extra === undefined && lacking === undefined) return undefined;
    const difference =
      extra === undefined
        ? `\`${parameter.name}\` lacks the table \`${excerpt(lacking!)}\``
        : `No table of the layer is called \`${excerpt(extra)}\``;
    return {
      differs: actual,
      severity: 'warning',
      message: `${difference}: SparseCores need a value for each of their tables, and no other.`,
    };
  },
};

/** Whether something may have built the object already, so that another `build` does nothing. */
const mayBeBuilt = ({ entry, event }: ApiCall, { tree }: PythonFile): boolean =>
  entry.building === 'builds' && event !== undefined && evaluationOf(tree).mayBeBuiltBefore(event);

/** The names of the tables of features, if all of them may be on SparseCores. */
function tableNames(features: Structure): readonly string[] | undefined {
  const { leaves, unknown } = leavesOf(features);
  const names = leaves.map(({ value }) => {
    const table = argumentOfMaker(value, 'table');
    const name = table && argumentOfMaker(table, 'name');
    const placement = table && argumentOfMaker(table, 'placement');
    const isKnown = table?.kind === 'made' && !table.given.hasUnknownArguments;
    const isPlaced = !placement || (placement.kind === 'str' && placement.value !== 'default_device');
    return isKnown && isPlaced && name?.kind === 'str' ? name.value : undefined;
  });
  return unknown.length === 0 && names.every((name) => name !== undefined) ? names : undefined;
}

/** Compares the paths of leaves as JAX has them; `isAt` says whether a leaf is in the place of another. */
function checkPaths(
  { parameter, expected, actual }: HeldStructure,
  argument: Expression,
  call: ApiCall,
  isAt: (path: string, wanted: string) => boolean,
): Finding | undefined {
  const flag = parameter.nested!.while;
  if (flag !== undefined && mayBeOff(call, flag)) return undefined;
  const [wanted, given] = [pathsOf(expected), pathsOf(actual)];
  const isLacking = wanted.known.some(
    (path) =>
      !given.known.some((each) => isAt(each, path)) && !given.open.some((part) => mayHold(part, path)),
  );
  const isExtra =
    given.known.some((path) => !wanted.known.some((each) => isAt(path, each))) ||
    given.open.some((part) => !wanted.known.some((path) => mayHold(part, path) || isAt(part.path, path)));
  if (wanted.open.length > 0 || !(isLacking || isExtra)) return undefined;
  const found = { path: [], expected, actual } as Difference;
  return { differs: actual, message: messageOf(found, argument, parameter, call) };
}

/** A structure with a leaf in the place of each shape, and a place that certainly has none. */
function withoutShapes(
  expected: Structure,
  actual: Structure,
): { readonly structure: Structure; readonly wrong?: Structure } {
  if (expected.kind === 'leaf') return { structure: expected, ...(isNoShape(actual) && { wrong: actual }) };
  const isAlike = expected.kind === 'branch' && actual.kind === 'branch' && expected.type === actual.type;
  if (!isAlike || !actual.members) return { structure: actual };
  let wrong: Structure | undefined;
  const members = new Map(
    [...actual.members].map(([id, member]) => {
      const wanted = expected.members?.get(id)?.structure;
      const inside = wanted ? withoutShapes(wanted, member.structure) : { structure: member.structure };
      wrong ??= inside.wrong;
      return [id, { ...member, structure: inside.structure }] as const;
    }),
  );
  return { structure: { ...actual, members }, ...(wrong && { wrong }) };
}

function isNoShape(structure: Structure): boolean {
  if (structure.kind === 'unknown') return false;
  if (structure.kind === 'leaf') return structure.value.kind !== 'made' || isTensor(structure.value);
  const { type, members } = structure;
  const isSize = ({ structure: size }: { readonly structure: Structure }) =>
    size.kind !== 'leaf' || !['str', 'float'].includes(size.value.kind);
  return (
    !['list', 'tuple'].includes(type) ||
    (members !== undefined && (members.size === 0 || ![...members.values()].every(isSize)))
  );
}

const isTensor = (value: Value): boolean => /^(?:array|tensor)$/.test(inferredOf(value)?.kind ?? '');

/** A part of a structure whose leaves are not known; if it is a container, they are below its path. */
interface OpenPart {
  readonly path: string;
  readonly isContainer: boolean;
}

/** The paths of leaves as JAX has them, for which `None` is no leaf. */
function pathsOf(structure: Structure): {
  readonly known: readonly string[];
  readonly open: readonly OpenPart[];
} {
  const known: string[] = [];
  const open: OpenPart[] = [];
  const walkIn = (at: Structure, path: readonly string[]) => {
    if (at.kind === 'unknown') open.push({ path: path.join('/'), isContainer: false });
    else if (at.kind === 'leaf') known.push(...(at.value.kind === 'none' ? [] : [path.join('/')]));
    else if (at.members)
      for (const { name, structure } of at.members.values()) walkIn(structure, [...path, name]);
    else open.push({ path: path.join('/'), isContainer: true });
  };
  walkIn(structure, []);
  return { known, open };
}

const mayHold = ({ path: outer, isContainer }: OpenPart, path: string) =>
  isBelow(path, outer) && !(isContainer && path === outer);

/** Whether an argument that is true unless given may be false. */
const mayBeOff = (call: ApiCall, parameter: string): boolean => {
  const argument = argumentOf(call, parameter);
  return call.binding.open || (argument !== undefined && truth(call.typeOf(argument)) !== true);
};

const isBelow = (path: string, outer: string) =>
  outer === '' || path === outer || path.startsWith(`${outer}/`);

function messageOf(
  { path, expected, actual }: Difference,
  argument: Expression,
  { name: parameter, nested }: Parameter,
  call: ApiCall,
): string {
  const { like } = nested!;
  if (zipIn(argument) ?? (path.length === 0 && zipIn(nodeOf(actual)!)))
    return `\`${callName(call)}\` takes the ${parameter} alone, nested like \`${like}\`. Only a Keras optimizer takes pairs with variables.`;
  const part = path.length === 0 ? partLike(expected, actual) : undefined;
  if (part !== undefined)
    return `\`${parameter}\` is nested like the part of \`${like}\` at ${placeText([part])} alone. Give all of it: ${describe(expected)}.`;
  if (nested!.match === 'paths' && describe(expected) === describe(actual))
    return `\`${parameter}\` has \`None\` or another nesting in a place where \`${like}\` has a feature, or the other way round.`;
  const place = path.length > 0 ? ` at ${placeText(path)}` : '';
  if (
    expected.kind === 'branch' &&
    actual.kind === 'branch' &&
    expected.type === 'dict' &&
    actual.type === 'dict'
  ) {
    const [lacking, extra] = [keysOnlyIn(expected, actual), keysOnlyIn(actual, expected)].map(keysText);
    const start = `\`${parameter}\`${place}`;
    if (!extra) return `${start} lacks ${lacking}, which \`${like}\` has.`;
    return lacking
      ? `${start} has ${extra} where \`${like}\` has ${lacking}.`
      : `${start} has ${extra}, which \`${like}\` lacks.`;
  }
  return `\`${parameter}\` must be nested like \`${like}\`:${place} ${wantedText(expected)}, not ${describe(actual)}.`;
}

/** In the place of a single feature is what belongs to it. */
const wantedText = (expected: Structure) =>
  expected.kind === 'leaf' ? 'a single tensor' : describe(expected);

/** The key of the part that a container is nested like, if there is just one. */
function partLike(expected: Leaf | Branch, actual: Leaf | Branch): string | undefined {
  if (expected.kind === 'leaf' || actual.kind === 'leaf' || actual.type !== 'dict') return undefined;
  const parts = [...(expected.members?.values() ?? [])].filter(
    ({ structure }) => structure.kind === 'branch' && !difference(structure, actual),
  );
  return parts.length === 1 ? parts[0]!.name : undefined;
}
