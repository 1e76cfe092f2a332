// Objects of the catalogue's classes behind a test that may have kept the program from getting there with them.
import { lacksAttribute } from '../../catalogue';
import type { Evaluator, Value } from '../../evaluator';
import type { Node } from '../../python/tree';
import { classBehind, objectLike } from './annotations';

/** The lookup of what an object lacks, on one whose class is not certain: the program may only ask objects of another class. */
export function lookupOnTested(object: Value, name: string, node: Node, ev: Evaluator): Value | undefined {
  const entry = ev.tested.has(object) ? classBehind(object)?.entry : undefined;
  const other = entry && lacksAttribute(entry, name) ? objectLike(object, node) : undefined;
  return other && { kind: 'method', object: other, name, node };
}
