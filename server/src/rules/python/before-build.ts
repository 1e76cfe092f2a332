import { excerpt } from '../../basics/excerpt';
import { isWithin, rangeOf } from '../../basics/range';
import { allEntries, parameterFor } from '../../catalogue';
import { settingOf } from '../../dataflow/calls/argument-values';
import { evaluationOf } from '../../dataflow/calls/evaluation';
import { type MethodCall, methodCalls } from '../../dataflow/calls/methods';
import { callOfEvent, type PythonFile } from '../../dataflow/calls/python-file';
import { type Derivation, derivationOf } from '../../dataflow/derivation/derivation';
import { unlessRefused } from '../../dataflow/derivation/draft';
import { featuresOf } from '../../dataflow/derivation/features';
import { fieldArgumentFor } from '../../dataflow/derivation/field-argument';
import { flatten } from '../../dataflow/derivation/nest';
import { isLeftOut, shapeOf } from '../../dataflow/derivation/shapes';
import { strategyOf } from '../../dataflow/derivation/strategy';
import { HARMLESS_MODULES, importsOnly } from '../../dataflow/libraries/imports';
import { outermost, strategyAround } from '../../dataflow/libraries/strategies';
import type { Value } from '../../evaluator';
import { numberOf } from '../../evaluator/value';
import { allOfKind, cachedByTree } from '../../python/tree';
import { isUncalled } from '../../python/uncalled';
import { type CallRule, isCaught } from './call-rule';
import { calleeRange } from './support/binding';
import { onTpu } from './support/examples';
import { isPlainLayer } from './support/plain-layers';

export const beforeBuild: CallRule = {
  code: 'before-build',
  severity: 'error',
  summary: 'An embedding object is used before it is built, or built without the shapes of its features.',
  details:
    'On a TPU, the first `enqueue` or a call of `build` sets up the TPU and makes the tables. `dequeue` and ' +
    '`apply_gradients` raise `RuntimeError` before that. `enqueue` sees the shapes of its ids; `build` needs them in ' +
    '`output_shape` of each `FeatureConfig` or as its argument, and raises `ValueError` where a size is not known: a batch ' +
    'size of 0 counts as none.',
  messages: {
    '{call} called on unbuilt {class:ours} object':
      '`{call}` comes before the TPU knows the shapes of the inputs. Call `enqueue` before it, or `build` with the shapes.',
    'Input Feature {name} has output shape set as {shape} which is not fully defined':
      'The shape of feature {name} is not known when the object is built. Give `output_shape` in its `FeatureConfig`, or shapes to `build`.',
    'Configured not to check output shapes on each enqueue() call; please ensure build() was called':
      'Shapes are not checked at `enqueue`, so `build` must get them before.',
  },
  bad: onTpu('model.build()'),
  good: onTpu('model.build(tf.TensorShape([128]))'),
  checkFile(file, report) {
    for (const call of methodCalls(file)) {
      if (!call.entry.building || !isUnbuilt(call, file) || isCaught(beforeBuild, call, file)) continue;
      const message =
        call.entry.building === 'needed'
          ? `Nothing has built this object yet: \`${call.entry.name}\` works only after \`build\`, or after the first \`enqueue\`.`
          : withoutShapes(call);
      const refused = message === undefined ? (plainShape(call) ?? refusedShape(call, file)) : undefined;
      if (message !== undefined) report({ ...calleeRange(call), message });
      else if (refused) report({ ...rangeOf(refused.node), message: refused.reason });
    }
  },
};

/** Whether an object on a TPU certainly is not built before a call. */
function isUnbuilt({ event, maker }: MethodCall, { tree }: PythonFile): boolean {
  return (
    event?.place !== undefined &&
    maker?.place !== undefined &&
    strategyAround(maker.place.around) === 'tpu' &&
    outermost(maker.place.around) === outermost(event.place.around) &&
    !evaluationOf(tree).mayBeBuiltBefore(event) &&
    !mayBuildElsewhere(tree)
  );
}

/** Whether some call may build an object that is not known there, as one through its class may. */
const mayBuildElsewhere = cachedByTree((tree): boolean => {
  const names = new Set(
    allEntries().flatMap(({ building, name, library }) =>
      building === 'builds' && library === 'tensorflow' ? name : [],
    ),
  );
  return (
    !importsOnly(tree, HARMLESS_MODULES) ||
    allOfKind(tree, 'attribute').some(
      ({ name, object }) => names.has(name) && evaluationOf(tree).typeOf(object)?.kind === 'class',
    ) ||
    tree.calls.some(
      (node) =>
        node.callee.kind === 'attribute' &&
        names.has(node.callee.name) &&
        !isPlainLayer(tree, node.callee.object) &&
        evaluationOf(tree).callsAt(node) === undefined &&
        // What a function of the program itself does is seen.
        evaluationOf(tree).typeOf(node.callee)?.kind !== 'function' &&
        !isUncalled(tree, node) &&
        !evaluationOf(tree).neverReaches(node),
    )
  );
});

/** A shape of a feature that the program has set itself: only the constructor makes a `tf.TensorShape` of what it gets. */
function plainShape(call: MethodCall): Derivation['refused'] {
  const features =
    call.entry.building === 'builds'
      ? unlessRefused(() => featuresOf(callOfEvent(call.maker!)).features)
      : undefined;
  const set = features?.map(({ part }) => part.attribute('input_shape'));
  const plain = set?.find(
    // A value with a reason is not the one that is there.
    ({ type, value, reason }) => type.kind === 'unknown' && reason === undefined && isPlain(value),
  );
  if (!plain?.value || !plain.parameter) return undefined;
  const { kind, node } = plain.value;
  return {
    reason: `\`${plain.parameter.name}\` is set to ${kind === 'int' ? 'an' : 'a'} ${kind} after the feature is made, and \`${call.entry.name}\` refuses that. Set a \`tf.TensorShape\`; only the constructor converts ${kind === 'int' ? 'an' : 'a'} ${kind}.`,
    node,
  };
}

/** Whether a value certainly is no `tf.TensorShape`, and none that counts as left out. */
const isPlain = (value: Value | undefined): boolean =>
  value?.kind === 'tuple' || (value?.kind === 'list' && !value.isDeque) || (numberOf(value) ?? 0) > 0;

/** Why a call that builds refuses the shapes that it gets, or a batch size in their place. */
function refusedShape(call: MethodCall, file: PythonFile): Derivation['refused'] {
  const [shapes, size] = SHAPES.map((setting) => settingOf(call, setting).kind);
  if (shapes === 'none' ? size !== 'int' : !SHAPED.has(shapes!)) return undefined;
  const made = callOfEvent(call.maker!);
  const { refused } = derivationOf(made, strategyOf(made, file, {}));
  const argument = SHAPES.map((setting) => fieldArgumentFor(call, setting)).find((given) =>
    flatten(given).leaves.some(({ expression }) => expression === refused?.node),
  );
  if (!refused || !argument) return undefined;
  // The shapes may be written elsewhere.
  return isWithin(refused.node, call.node) ? refused : { reason: refused.reason, node: argument.node };
}

const SHAPED: ReadonlySet<string> = new Set(['int', 'list', 'tuple', 'dict', 'object']);

const SHAPES = ['per_replica_input_shapes', 'per_replica_batch_size'] as const;

/** What to say of a call that builds without the shapes of features; undefined where they may be known. */
function withoutShapes(call: MethodCall): string | undefined {
  const isLacking = SHAPES.every(
    (setting) => parameterFor(call.entry, setting) && settingOf(call, setting).kind === 'none',
  );
  const features = isLacking ? unlessRefused(() => featuresOf(callOfEvent(call.maker!)).features) : undefined;
  const unknown = features?.find(({ part }) => {
    const shape = part.attribute('input_shape');
    return isLeftOut(shape) || shapeOf(shape)?.includes(null);
  });
  if (!unknown) return undefined;
  const { path } = unknown.leaf;
  const feature = path === '' ? 'the feature' : `the feature \`${excerpt(path)}\``;
  return `Nothing gives the shape of ${feature}. Set its \`output_shape\`, or give this call \`${SHAPES[0]}\`.`;
}
