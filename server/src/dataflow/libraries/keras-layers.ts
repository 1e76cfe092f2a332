import type { Arguments, Evaluator, Value } from '../../evaluator';
import { attributeOf, memberOf } from '../../evaluator/attributes';
import { listOf } from '../../evaluator/containers';
import { fails, isJudged } from '../../evaluator/failures';
import { refusedValue } from '../../evaluator/refusals';
import { checkConstructed } from '../../evaluator/unconstructed';
import { type InstanceValue, unknown } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { inferredOf } from '../calls/types';
import { mapped } from './datasets';
import { inTensors } from './graph-arguments';
import { isOnKeras3 } from './keras-names';
import { ALLOWS_OTHERS, holdsNoTensor, NO_TENSORS } from './keras-rs-tensors';
import { receivedTensor } from './keras-tensors';
import { leavesIn } from './nested-results';
import { asSymbolic, symbolicOf } from './tensor-shapes';

const LAYER =
  /^(?:(?:tensorflow\.)?keras\.(?:layers\.Layer|models\.Model|Layer|Model)|tensorflow_recommenders\.(?:models\.)?Model)$/;

/** Whether a class is the base of layers or models of Keras. */
export const isLayer = (name: string): boolean => LAYER.test(name);

/** Layers and models of Keras itself. */
const MADE =
  /^(?:tensorflow\.)?keras\.(?:layers\.[A-Z]\w*|models\.[A-Z]\w*|Sequential|Model|applications\.\w+)$/;

/** Attributes of layers and models that are lists of variables. */
const VARIABLES = /^(?:(?:non_)?trainable_)?(?:variables|weights)$/;

/** The variables of a layer or a model of Keras, of which it is known that they are in a list. */
export const variablesOf = (object: Value, name: string, node: Node, ev: Evaluator): Value | undefined =>
  object.kind === 'made' && MADE.test(object.callee) && VARIABLES.test(name)
    ? listOf(ev, undefined, node)
    : undefined;

/** Those that a class of the program inherits. */
export const inheritedVariables = (
  base: string,
  name: string,
  node: Node,
  ev: Evaluator,
): Value | undefined => (LAYER.test(base) && VARIABLES.test(name) ? listOf(ev, undefined, node) : undefined);

/** Methods that say the shapes of symbolic results. */
const SHAPED = ['compute_output_shape', 'compute_output_spec'];

/** Methods that run before `call`, and may change what it finds. */
const EARLIER = ['build', '__getattribute__'];

const mayTakeOthers = ({ cls, fields }: InstanceValue): boolean =>
  fields.content.known.has(ALLOWS_OTHERS) || memberOf(cls, ALLOWS_OTHERS) !== undefined;

/** A layer or model of the program is called: Keras calls its `call` with tensors. */
export function layerCalled(object: Value, given: Arguments, node: Node, ev: Evaluator): Value | undefined {
  if (object.kind !== 'instance') return undefined;
  const { cls } = object;
  const isLayer = cls.inherited.some((base) => base.kind === 'reference' && LAYER.test(base.name));
  if (isLayer) checkConstructed(ev, object, node, 'RuntimeError');
  const isOfKeras3 = cls.inherited.every((base) => base.kind === 'reference' && /^keras\./.test(base.name));
  if (isLayer && isOfKeras3 && isJudged(ev) && !memberOf(cls, '__call__') && isOnKeras3(ev.tree))
    if (given.positional.some(holdsNoTensor) && !mayTakeOthers(object))
      fails(ev, node, refusedValue(NO_TENSORS));
  const method = isLayer ? memberOf(cls, 'call') : undefined;
  if (!method || EARLIER.some((name) => memberOf(cls, name))) return undefined;
  // Keras may make symbolic tensors without `call` where the class says their shapes itself.
  const isShaped = !SHAPED.some((name) => memberOf(cls, name));
  const leaf = (value: Value) => {
    // Layers of `tf.keras` get tensors of TensorFlow, whose shape is no tuple.
    const own = isOfKeras3 ? value : inTensors(value, false, node, ev);
    return (isShaped ? receivedTensor(own, node) : undefined) ?? received(own, node);
  };
  const passed = (value: Value) => mappedWithLists(value, leaf, node, ev);
  const keywords = new Map(
    [...given.keywords].map(([name, value]) => [name, value.kind === 'bool' ? value : passed(value)]),
  );
  const parameters = method.kind === 'function' ? method.definition.parameters : [];
  // Keras decides on these where they are not given.
  for (const { name, default: otherwise } of parameters)
    if ((name === 'training' || name === 'mask') && !keywords.has(name)) {
      const isBool = otherwise?.kind === 'constant' && /^(?:True|False)$/.test(otherwise.value);
      keywords.set(name, isBool ? { kind: 'bool', value: undefined, node } : unknown(node, 'call'));
    }
  const all: Arguments = { ...given, positional: given.positional.map(passed), keywords };
  const result = ev.call(attributeOf(ev, object, 'call', node), all, node);
  const inputs = [...given.positional, ...given.keywords.values()];
  return inputs.some(holdsSymbolic) ? mappedWithLists(result, asSymbolic, node, ev) : result;
}

const holdsSymbolic = (value: Value): boolean =>
  symbolicOf(value) === 'certainly' ||
  leavesIn(value)?.some((leaf) => symbolicOf(leaf) === 'certainly') === true;

const mappedWithLists = (value: Value, leaf: (value: Value) => Value, node: Node, ev: Evaluator): Value =>
  value.kind === 'list' && !value.cls
    ? listOf(
        ev,
        value.cell.content?.map((each) => mappedWithLists(each, leaf, node, ev)),
        node,
      )
    : mapped(value, leaf, node, ev);

/** Tensors may be cast, and arrays become tensors. */
function received(value: Value, node: Node): Value {
  const facts = inferredOf(value);
  if (facts?.kind === 'tensor' && value.kind === 'made')
    return {
      ...value,
      facts: { ...facts, dtype: /float/.test(facts.dtype ?? '') ? undefined : facts.dtype },
    };
  return facts?.kind === 'object' || value.kind === 'none' ? value : unknown(node, 'call');
}
