import type { Block, Call, Node, Parameter } from '../../python/tree';
import type { Evaluator } from './evaluator';
import type { Frame, Given, Value } from './value';

/** What is known of the libraries that a program imports. Undefined in place of a value means that it is not known. */
export interface Library {
  /** What a dotted name stands for, where that is more than a name. */
  reference(name: string, node: Node): Value | undefined;
  /** What a call of it gives. */
  call(name: string, given: Given, node: Call, evaluator: Evaluator): Value | undefined;
  /** Whether a call leaves what it is given as it is. */
  isReading(name: string): boolean;
  attribute(object: Value, name: string, node: Node, evaluator: Evaluator): Value | undefined;
  /** Whether it is done. */
  setAttribute?(object: Value, name: string, value: Value, node: Node, evaluator: Evaluator): boolean;
  method?(object: Value, name: string, given: Given, node: Node, evaluator: Evaluator): Value | undefined;
  element?(object: Value, index: Value, node: Node, evaluator: Evaluator): Value | undefined;
  /** What a loop gets in turn from what is not known one by one. */
  loopElement?(over: Value, loop: Block, evaluator: Evaluator): Value | undefined;
  operator?(left: Value, operator: string, right: Value, node: Node): Value | undefined;
  /** What a parameter gets that nobody is seen to give. */
  parameter?(parameter: Parameter, evaluator: Evaluator, frame: Frame): Value | undefined;
  /** What `with` binds. */
  entered?(value: Value, node: Node, evaluator: Evaluator): Value | undefined;
  length?(value: Value, node: Node, evaluator: Evaluator): Value | undefined;
  text?(value: Value, node: Node, evaluator: Evaluator): Value | undefined;
  copy?(value: Value, node: Node, evaluator: Evaluator): Value | undefined;
  hasAttribute?(object: Value, name: Value, node: Node): Value | undefined;
}

/** Knows nothing. */
export const NO_LIBRARY: Library = {
  reference: () => undefined,
  call: () => undefined,
  isReading: () => false,
  attribute: () => undefined,
};
