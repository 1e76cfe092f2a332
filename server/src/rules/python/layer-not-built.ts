import { lazy } from '../../basics/once';
import { rangeOf } from '../../basics/range';
import { allEntries, type Entry } from '../../catalogue';
import type { Target } from '../../catalogue/targets';
import { caughtFrom } from '../../dataflow/calls/evaluation';
import { type MethodCall, methodCalls } from '../../dataflow/calls/methods';
import {
  type ApiCall,
  argumentOf,
  callOf,
  callOfEvent,
  type PythonFile,
} from '../../dataflow/calls/python-file';
import { featuresOf } from '../../dataflow/calls/tables';
import { targetsOf } from '../../dataflow/calls/targets';
import { ATTRIBUTE_ERROR } from '../../python/exceptions';
import { functionOf, isExpectedToFail } from '../../python/surroundings';
import { allOfKind, type Call, cachedBySection, type Expression } from '../../python/tree';
import { type CallProblem, type CallRule, isCaught } from './call-rule';
import { calleeRange } from './support/binding';
import { mayRunBefore } from './support/runs-before';
import { isTarget } from './support/set-later';
import { targetsFor, verdictOn } from './support/targets';

const program = (before: string): string => `import os
os.environ['KERAS_BACKEND'] = 'torch'
from keras_rs.layers import DistributedEmbedding, FeatureConfig, TableConfig

items = TableConfig('items', 1000, 16)
layer = DistributedEmbedding([FeatureConfig('item', items, (64,), (64, 16))])
${before}tables = layer.get_embedding_tables()`;

export const layerNotBuilt: CallRule = {
  code: 'layer-not-built',
  severity: 'error',
  summary: 'The tables of a layer are read or set before the layer is built.',
  details:
    'A Keras layer makes its variables at its first call, or when `build` is called. Before, `get_embedding_tables` and ' +
    '`set_embedding_tables` of keras-rs raise `AttributeError` or `ValueError` off SparseCores, and `count_params` and `quantize` everywhere. ' +
    '`input` and `output` are there once it is called with symbolic tensors. Reported where nothing else ' +
    'could have built the layer: it is only just made.',
  messages: {
    'with a weight list of length {count}, but the layer was expecting 0 weights':
      'The variables of a layer are set before its first call, or `build`, has made them.',
    'Layer must first be built before setting tables':
      "Tables are set before the layer's first call, or `build`, has made them.",
    "object has no attribute 'embeddings_table'":
      'The tables of a layer are read before its first call, or `build`, has made them.',
    'You tried to call `count_params` on layer {name}, but':
      'The variables of a layer are counted before its first call, or `build`, has made them.',
    'has never been called and thus has no defined {attribute}':
      'A layer keeps `input` and `output` only once it is called with symbolic tensors, such as a `keras.Input`.',
    'You must build the layer before accessing `embeddings`':
      'The tables of a layer are read before its first call, or `build`, has made them.',
  },
  bad: program(''),
  good: program('layer.build([(64,)])\n'),
  checkFile(file, report) {
    for (const call of methodCalls(file)) {
      const problem = unbuilt(call, file);
      if (problem) report(problem);
    }
    for (const node of file.tree.sections.flatMap(madeLater)) {
      const owner = file.typeOf(node.object);
      const reason = owner.kind === 'instance' ? lackOf(owner.entry, node.name) : undefined;
      if (owner.kind !== 'instance' || reason === undefined || isTarget(node)) continue;
      if (!isJustMade(node.object, owner.call, file) || isExpectedToFail(file.tree, node)) continue;
      if ((caughtFrom(file.tree, node) & ATTRIBUTE_ERROR) !== 0 || owner.isDeclared) continue;
      report({ start: node.nameStart, end: node.end, message: reason, related: [madeAt(owner.call!)] });
    }
  },
};

/** What a call lacks that nothing has built or given its layer yet. */
export function unbuilt(call: MethodCall, file: PythonFile): CallProblem | undefined {
  const { owner, node } = call;
  const problem = problemOf(call, file);
  const { callee } = node;
  const object = callee.kind === 'attribute' ? callee.object : callee;
  if (!problem || !isJustMade(object, owner, file) || isCaught(layerNotBuilt, call, file)) return undefined;
  return isEmptyList(call, file)
    ? undefined
    : { ...calleeRange(call), ...problem, related: [madeAt(owner!)] };
}

const attributes = lazy(
  () =>
    new Set(
      allEntries().flatMap(({ attributesAfterBuild = [], attributesAfterCall = [] }) => [
        ...attributesAfterBuild,
        ...attributesAfterCall,
      ]),
    ),
);

const madeLater = cachedBySection(({ nodes }) =>
  nodes.attribute.filter(({ name }) => attributes().has(name)),
);

/** Why a layer that is only just made has no such attribute yet. */
function lackOf({ attributesAfterBuild, attributesAfterCall }: Entry, attribute: string): string | undefined {
  if (attributesAfterBuild?.includes(attribute))
    return `Nothing has built this layer yet, so it has no \`${attribute}\`. Call the layer or its \`build\` first.`;
  return attributesAfterCall?.includes(attribute)
    ? `Nothing has called this layer yet, so it has no \`${attribute}\`. Call it with a \`keras.Input\` first, and take what the call returns.`
    : undefined;
}

const madeAt = ({ callee }: Call) => ({ ...rangeOf(callee), message: 'The layer is made here.' });

/** What a call lacks whose layer is only just made. */
function problemOf(
  call: MethodCall,
  file: PythonFile,
): Pick<CallProblem, 'message' | 'severity'> | undefined {
  const { afterBuild, afterGiven, name, library } = call.entry;
  if (afterGiven) {
    const { argument, method } = afterGiven;
    const layer = layerOf(call, file);
    const given = layer && argumentOf(layer, argument);
    const isLacking = layer && !layer.binding.open && (!given || layer.typeOf(given).kind === 'none');
    return isLacking
      ? {
          message: `Nothing has given this layer its \`${argument}\` yet. Give them to the layer, or call \`${method}\` first.`,
        }
      : undefined;
  }
  if (!afterBuild) return undefined;
  const possible = targetsOf(file.tree, library);
  const failing = isEverywhere(call, afterBuild, file)
    ? possible
    : possible.filter((target) => afterBuild.includes(target));
  if (failing.length === 0) return undefined;
  const { severity, where } = verdictOn(failing, possible);
  return {
    severity,
    message: `Nothing has built this layer yet, so \`${name}\` fails${where}. Call the layer or its \`build\` first.`,
  };
}

const layerOf = ({ maker, owner }: MethodCall, file: PythonFile): ApiCall | undefined =>
  maker ? callOfEvent(maker) : owner && callOf(file, owner);

/** Whether a table certainly is where the layer must be built, whatever there is for the others. */
function isEverywhere(call: MethodCall, afterBuild: readonly Target[], file: PythonFile): boolean {
  const layer = layerOf(call, file);
  const features = layer ? featuresOf(layer, file) : [];
  const { on } = call.entry;
  const fails = (target: Target) => afterBuild.includes(target) || on?.includes(target) === false;
  return features.some((each) => targetsFor(each, file).every(fails));
}

/** Whether a call sets none of the variables that there are not. */
function isEmptyList(call: MethodCall, { text }: PythonFile): boolean {
  const [first] = call.arguments;
  const value = first && call.typeOf(first.value);
  if (value?.kind === 'list' && value.length === 0) return true;
  const { callee } = call.node;
  const object = callee.kind === 'attribute' ? text.slice(callee.object.start, callee.object.end) : '';
  return first !== undefined && text.startsWith(`${object}.get_weights()`, first.value.start);
}

/** Whether an object is in a variable that is certainly used here first, or nowhere else. */
function isJustMade(object: Expression, owner: Call | undefined, { tree }: PythonFile): boolean {
  if (object === owner) return true;
  const made = owner?.parent;
  if (object.kind !== 'name' || made?.kind !== 'assignment' || functionOf(made) !== functionOf(object))
    return false;
  const earlier = allOfKind(tree, 'name').filter(
    (each) => each.name === object.name && each !== object && mayRunBefore(each, object, made),
  );
  return earlier.length === 1 && made.targets.length === 1 && made.targets[0] === earlier[0];
}
