import { rangeOf } from '../../basics/range';
import { counted } from '../../configuration/quantities';
import type { HeldStructure } from '../../dataflow/calls/held-structures';
import { methodCalls } from '../../dataflow/calls/methods';
import { eventWithArguments } from '../../dataflow/calls/observations';
import { type ApiCall, argumentOf, type PythonFile } from '../../dataflow/calls/python-file';
import {
  type Branch,
  type Difference,
  difference,
  type Leaf,
  leavesOf,
  type Structure,
} from '../../dataflow/calls/structure';
import { strategyAround } from '../../dataflow/libraries/strategies';
import { TYPE_ERROR, VALUE_ERROR } from '../../python/exceptions';
import type { Expression } from '../../python/tree';
import { type CallProblem, type CallReport, type CallRule, isCaught } from './call-rule';
import { callName, isSketch } from './support/binding';
import { structureFixes, zipIn } from './support/structure-fixes';
import { describe, keysOnlyIn, keysText, placeText } from './support/structure-words';

export const structureMismatch: CallRule = {
  code: 'structure-mismatch',
  severity: 'error',
  summary: 'Ids, weights, shapes or gradients are not nested like the features of the embedding object.',
  details:
    'Whatever nesting of dicts, lists and tuples `feature_config` has, `enqueue`, `apply_gradients` and lookups take the same: ' +
    'the same keys, as many items, a list for a list and a tuple for a tuple. Kinds of dicts may differ. TensorFlow raises ' +
    '`ValueError` or `TypeError` ("The two structures don\'t have the same nested structure"). `build` compares only the number ' +
    'of shapes, and only under a `TPUStrategy`; lookups on a CPU take a part of the features. Reported only where both ' +
    'structures are certain.',
  bad: `import tensorflow as tf

embedding = tf.tpu.experimental.embedding
users = embedding.FeatureConfig(embedding.TableConfig(1000, 16, name='users'))
items = embedding.FeatureConfig(embedding.TableConfig(5000, 16, name='items'))
with strategy.scope():
  layer = embedding.TPUEmbedding({'user': users, 'item': items}, embedding.SGD(0.1))

@tf.function
def step(user, item):
  layer.enqueue([user, item])`,
  good: `import tensorflow as tf

embedding = tf.tpu.experimental.embedding
users = embedding.FeatureConfig(embedding.TableConfig(1000, 16, name='users'))
items = embedding.FeatureConfig(embedding.TableConfig(5000, 16, name='items'))
with strategy.scope():
  layer = embedding.TPUEmbedding({'user': users, 'item': items}, embedding.SGD(0.1))

@tf.function
def step(user, item):
  layer.enqueue({'user': user, 'item': item})`,
  raises: () => TYPE_ERROR | VALUE_ERROR,
  checkFile(file, report) {
    for (const call of [...file.calls, ...methodCalls(file)])
      if (!isSketch(call.node) && !isCaught(structureMismatch, call, file)) checkCall(call, file, report);
  },
};

function checkCall(call: ApiCall, file: PythonFile, report: CallReport): void {
  for (const held of call.event?.structures ?? []) {
    const { parameter, actual } = held;
    const argument = argumentOf(call, parameter.name);
    const isLeftOut = parameter.nullable && actual.kind === 'leaf' && actual.value.kind === 'none';
    if (!argument || isLeftOut) continue;
    const problem = CHECKS[parameter.nested?.match ?? 'same'](held, argument, call, file);
    if (problem) report(problem);
  }
}

type Check = (
  held: HeldStructure,
  argument: Expression,
  call: ApiCall,
  file: PythonFile,
) => CallProblem | undefined;

const CHECKS: Readonly<Record<'same' | 'leaves' | 'part', Check>> = {
  same({ parameter, expected, actual }, argument, call, { text }) {
    const found = difference(expected, actual);
    if (!found) return undefined;
    return {
      ...problemAt(found.actual, expected, argument, parameter.nested!.like),
      message: messageOf(found, argument, parameter.name, parameter.nested!.like, call),
      fixes: () => structureFixes(text, found, argument),
    };
  },
  // TensorFlow flattens both before it compares them.
  leaves({ parameter, expected, actual }, argument, call) {
    const [wanted, given] = [expected, actual].map(leavesOf);
    const isSize = actual.kind === 'leaf' && actual.value.kind !== 'made';
    const isUnknown = [wanted, given].some((each) => each!.unknown.length > 0);
    if (isOnTpu(call) === false || isSize || isUnknown || wanted!.paths.length === given!.paths.length)
      return undefined;
    const { like } = parameter.nested!;
    return {
      ...problemAt(actual, expected, argument, like),
      severity: isOnTpu(call) ? 'error' : 'warning',
      message: `\`${like}\` has ${counted(wanted!.paths.length, 'feature')}, but \`${parameter.name}\` has ${counted(given!.paths.length, 'item')}. Give one for each feature.`,
    };
  },
  part({ parameter, expected, actual }, argument, _call, { text }) {
    const [all, given] = [leavesOf(expected), leavesOf(actual)];
    const mayBeInside = (path: string) => all.paths.some((other) => isInside(other, path));
    const missing = [
      ...given.paths.filter((path) => !all.paths.includes(path)),
      // Whatever it is, its leaves are below it.
      ...given.unknown.filter((path) => !mayBeInside(path)),
    ][0];
    if (all.unknown.length > 0 || missing === undefined) return undefined;
    const { like } = parameter.nested!;
    const what =
      missing === ''
        ? `\`${parameter.name}\` must be nested like \`${like}\`: ${describe(expected)}, not ${describe(actual)}.`
        : `\`${like}\` has no feature at ${placeText(missing.split('/'))}: it is ${describe(expected)}.`;
    return {
      ...problemAt(actual, expected, argument, like),
      message: what,
      fixes: () => structureFixes(text, { path: [], expected, actual } as Difference, argument),
    };
  },
};

const isInside = (path: string, outer: string) =>
  outer === '' || path === outer || path.startsWith(`${outer}/`);

/** The part of the argument that differs, if it is written there, and where the other structure comes from. */
function problemAt(actual: Structure, expected: Structure, argument: Expression, like: string) {
  const [node, other] = [actual, expected].map((each) =>
    each.kind === 'unknown' ? undefined : nodeOf(each),
  );
  const isInside = node && node.start >= argument.start && node.end <= argument.end;
  return {
    ...rangeOf(isInside ? node : argument),
    related: [
      ...(node && !isInside ? [{ ...rangeOf(node), message: 'It comes from here.' }] : []),
      ...(other ? [{ ...rangeOf(other), message: `\`${like}\` is this.` }] : []),
    ],
  };
}

const nodeOf = (structure: Leaf | Branch) => (structure.kind === 'leaf' ? structure.value : structure).node;

function messageOf(
  { path, expected, actual }: Difference,
  argument: Expression,
  parameter: string,
  like: string,
  call: ApiCall,
): string {
  const zip = zipIn(argument) ?? (path.length === 0 ? zipIn(nodeOf(actual)) : undefined);
  if (zip)
    return `\`${callName(call)}\` takes the ${parameter} alone, nested like \`${like}\`: ${describe(expected)}. Only a Keras optimizer takes pairs with variables.`;
  const part = path.length === 0 ? partLike(expected, actual) : undefined;
  if (part !== undefined)
    return `\`${parameter}\` is nested like the part of \`${like}\` at ${placeText([part])} alone. Give all of it: ${describe(expected)}.`;
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
  return `\`${parameter}\` must be nested like \`${like}\`:${place} ${describe(expected)}, not ${describe(actual)}.`;
}

/** The key of the part that a container is nested like, if there is just one. */
function partLike(expected: Leaf | Branch, actual: Leaf | Branch): string | undefined {
  if (expected.kind === 'leaf' || actual.kind === 'leaf' || actual.type !== 'dict') return undefined;
  const parts = [...(expected.members?.values() ?? [])].filter(
    ({ structure }) => structure.kind === 'branch' && !difference(structure, actual),
  );
  return parts.length === 1 ? parts[0]!.name : undefined;
}

/** Whether the object is made in the scope of a TPU's strategy; elsewhere `build` ignores shapes. */
function isOnTpu({ event }: ApiCall): boolean | undefined {
  const maker = event?.object && eventWithArguments(event.object.given);
  const strategy = maker?.place && strategyAround(maker.place.around);
  return strategy && strategy === 'tpu';
}
