// Models of the program: the methods of Keras that call a model with batches of data.
import type { Evaluator, OfMethod, Value } from '../../evaluator';
import { memberOf } from '../../evaluator/attributes';
import { listOf } from '../../evaluator/containers';
import { entriesOf, type InstanceValue, kinds, passing, unknown, valuesOf } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { inferredOf } from '../calls/types';
import { elementIn, mapped } from './datasets';
import { layerCalled } from './keras-layers';
import { tensor } from './specs';

const MODEL = /^(?:tensorflow\.)?keras\.(?:models\.)?Model$/;

const ON_BATCH: ReadonlySet<string> = new Set(['train_on_batch', 'test_on_batch', 'predict_on_batch']);
const TRAINING: ReadonlySet<string> = new Set(['compile', 'fit', 'evaluate', 'predict', ...ON_BATCH]);

/** Methods by which a class of the program decides itself what becomes of a batch. */
const OWN_STEPS = ['train_step', 'test_step', 'predict_step', 'compute_loss', '__call__'].concat(
  ['train', 'test', 'predict'].map((step) => `make_${step}_function`),
);

/** A method that a model of the program inherits. */
export const inheritedTraining = (
  base: string,
  name: string,
  object: InstanceValue | undefined,
  node: Node,
): Value | undefined =>
  object && MODEL.test(base) && TRAINING.has(name) ? { kind: 'method', object, name, node } : undefined;

/** A model of the program is compiled, or called with a batch of its data; undefined where more than that may happen. */
export const modelTrained: OfMethod<Value> = (object, name, given, node, ev) => {
  if (object.kind !== 'instance' || !TRAINING.has(name) || given.hasUnknownArguments) return undefined;
  if (OWN_STEPS.some((step) => memberOf(object.cls, step)) || !valuesOf(given).every(isInert))
    return undefined;
  if (name === 'compile') return unknown(node, 'call');
  const data = given.positional[0] ?? given.keywords.get('x');
  const batch = data && batchOf(data, ON_BATCH.has(name), node, ev);
  return batch && layerCalled(object, passing(batch), node, ev) && unknown(node, 'call');
};

const INERT = kinds('none', 'bool', 'int', 'float', 'str', 'made', 'reference');

/** Whether a value holds no code of the program, which might change the model. */
function isInert(value: Value): boolean {
  switch (value.kind) {
    case 'list':
      return value.cell.content?.every(isInert) === true;
    case 'tuple':
      return value.elements?.every(isInert) === true;
    case 'dict':
      return entriesOf(value)?.every((entry) => isInert(entry.value)) === true;
    default:
      return INERT.has(value.kind);
  }
}

/** What the model gets of data in each step, if that is known: of a dataset of pairs the first. */
function batchOf(data: Value, isBatch: boolean, node: Node, ev: Evaluator): Value | undefined {
  const element = elementIn(data);
  if (element) return element.kind === 'tuple' && !element.cls ? element.elements?.[0] : element;
  switch (data.kind) {
    case 'dict':
      return mapped(data, (leaf) => rowsOf(leaf, isBatch, node), node, ev);
    case 'list':
      return listOf(
        ev,
        data.cell.content?.map((leaf) => rowsOf(leaf, isBatch, node)),
        node,
      );
    case 'made':
      return inferredOf(data)?.kind === 'array' ? rowsOf(data, isBatch, node) : undefined;
    default:
      return undefined;
  }
}

/** Some rows of an array. */
function rowsOf(value: Value, isBatch: boolean, node: Node): Value {
  const facts = inferredOf(value);
  if (facts?.kind !== 'array' && facts?.kind !== 'tensor') return unknown(node, 'call');
  const [, ...others] = facts.shape ?? [];
  const isKnown = facts.shape && facts.shape.length > 1;
  return tensor(facts.dtype, isKnown ? (isBatch ? facts.shape : [undefined, ...others]) : undefined, node);
}
