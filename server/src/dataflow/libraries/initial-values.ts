// The values that initializers of the program give the tables of embedding objects on the host.
import type { Evaluator, Failure, OfMethod, Value } from '../../evaluator';
import { foreseen } from '../../evaluator/attempts';
import { tupleOf } from '../../evaluator/containers';
import { refusedValue } from '../../evaluator/refusals';
import { int, kinds, passing } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { type Shape, tensorFacts } from '../calls/types';
import { settingIn } from './constructor-arguments';
import { tablesOf } from './nested-results';
import { getsVariables } from './restored-checkpoints';
import { tableNamed } from './table-values';
import { variableOfTable } from './table-variables';
import { areAlike, convertedShape, shapeText } from './tensor-shapes';

/** What a program calls by itself as well, so its result is known. */
const CALLED = kinds('function', 'partial', 'method', 'instance');

/** A method makes the variables of tables, one of which has an initializer that gives values of another shape. */
export const initialFailure: OfMethod<Failure> = (object, name, _given, node, ev) => {
  if (!getsVariables(object, name)) return undefined;
  for (const table of tablesOf(object) ?? []) {
    const wanted = tensorFacts(variableOfTable(table, node, ev))?.shape;
    const initializer = settingIn(table, 'initializer', node, ev);
    const given =
      wanted && initializer && CALLED.has(initializer.kind) && shapeBy(initializer, wanted, node, ev);
    if (given && !areAlike(given, wanted))
      return refusedValue(
        `${tableNamed(table, node, ev)} has the shape ${shapeText(wanted)}, but its initializer, which must return that shape, returns ${shapeText(given)}`,
      );
  }
  return undefined;
};

/** The shape of what an initializer gives for a table. */
function shapeBy(initializer: Value, sizes: Shape, node: Node, ev: Evaluator): Shape | undefined {
  if (sizes.includes(undefined)) return undefined;
  const shape = tupleOf(
    sizes.map((size) => int(node, BigInt(size!))),
    node,
  );
  const dtype: Value = { kind: 'reference', name: 'tensorflow.float32', node };
  const given = { ...passing(shape), keywords: new Map([['dtype', dtype]]) };
  return convertedShape(foreseen(ev, () => ev.call(initializer, given, node)));
}
