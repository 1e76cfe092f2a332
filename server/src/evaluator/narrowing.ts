import type { Call, Expression, Node, Operation } from '../python/tree';
import type { Evaluator } from './evaluator';
import { type Cell, Exposure } from './state';
import { equal, type Frame, identical, passing, truth, type Value } from './value';

type OneOf = Extract<Value, { kind: 'oneOf' }>;

/** Whether a value passes a test; undefined if that is not known. */
type Test = (value: Value) => boolean | undefined;

/**
 * The paths behind a test whose outcome is not known. On each, a variable that has one of several values has one with which
 * the test has that outcome: so after `if size is None: return`, or in the body of `if isinstance(size, str):`.
 */
export class Narrowing {
  private readonly before = new Map<Cell<Value | undefined>, OneOf>();

  constructor(
    private readonly ev: Evaluator,
    private readonly test: Expression,
    private readonly frame: Frame,
  ) {}

  /** Begins the path of an outcome. */
  enter(outcome: boolean): void {
    this.narrow(this.test, outcome);
  }

  /** Where the paths meet, variables that no path has changed are as before. */
  leave(): void {
    for (const [cell, before] of this.before) {
      const { content } = cell;
      const isUnchanged =
        content?.kind === 'oneOf' &&
        content.options.length === before.options.length &&
        content.options.every((option) => before.options.includes(option));
      if (isUnchanged) this.ev.state.write<Value | undefined>(cell, before);
    }
  }

  private narrow(test: Expression, outcome: boolean): void {
    switch (test.kind) {
      case 'name':
        return this.keep(test, truth, outcome);
      case 'walrus':
        return this.narrow(test.target, outcome);
      case 'unary':
        if (test.operator === 'not') this.narrow(test.operand, !outcome);
        return;
      case 'boolean':
        if (test.operators.every((each) => each === (outcome ? 'and' : 'or')))
          for (const operand of test.operands) this.narrow(operand, outcome);
        return;
      case 'compare':
        return this.narrowCompared(test, outcome);
      case 'call':
        return this.narrowClass(test, outcome);
      default:
    }
  }

  private narrowCompared({ operands, operators }: Operation, outcome: boolean): void {
    const [left, right] = operands;
    const [operator = ''] = operators;
    const same = SAME.get(operator);
    if (!left || !right || !same || operators.length > 1 || !LITERALS.has(right.kind)) return;
    const other = this.ev.try(() => this.ev.evaluate(right, this.frame));
    const of = left.kind === 'walrus' ? left.target : left;
    this.keep(of, (value) => same(value, other), outcome === (operator === 'is' || operator === '=='));
  }

  /** `isinstance(name, class)` */
  private narrowClass({ callee, arguments: given }: Call, outcome: boolean): void {
    const { ev, frame } = this;
    const [of, cls, ...more] = given;
    if (callee.kind !== 'name' || callee.name !== 'isinstance' || !of || !cls || more.length > 0) return;
    const [test, classes] = ev.try(
      () => [ev.evaluate(callee, frame), ev.evaluate(cls.value, frame)] as const,
    );
    const isOf = (value: Value) => truth(ev.try(() => ev.call(test, passing(value, classes), callee)));
    if (test.kind === 'reference' && test.name === 'builtins.isinstance') this.keep(of.value, isOf, outcome);
  }

  private keep(of: Expression, test: Test, outcome: boolean): void {
    const cell = of.kind === 'name' ? variableIn(this.frame, of.name) : undefined;
    // Other code could change what the variable has.
    if (cell?.exposure !== Exposure.None || cell.content?.kind !== 'oneOf') return;
    const left = only(cell.content, test, outcome);
    if (left === cell.content) return;
    this.before.set(cell, cell.content);
    this.ev.state.write<Value | undefined>(cell, left);
  }
}

/** The cell of the variable that a name has here, if there is one. */
export function variableIn(frame: Frame, name: string): Cell<Value | undefined> | undefined {
  for (let at: Frame | undefined = frame; at; at = at.enclosing) {
    if (at.isClass && at !== frame) continue;
    const found = at.variables.get(name);
    if (found || at.locals?.has(name)) return found;
  }
  return undefined;
}

/** The comparisons by which values are the same as another one, or not. */
const SAME: ReadonlyMap<string, typeof equal> = new Map([
  ['is', identical],
  ['is not', identical],
  ['==', equal],
  ['!=', equal],
]);
const LITERALS: ReadonlySet<Node['kind']> = new Set(['constant', 'number', 'string']);

/** The value, if it may be true or false and this is what it is. */
export const ifTrue = (value: Value, outcome: boolean): Value =>
  value.kind === 'oneOf' ? only(value, truth, outcome) : value;

function only(value: OneOf, test: Test, outcome: boolean): Value {
  const left = value.options.filter((option) => test(option) !== !outcome);
  const [first] = left;
  if (!first || left.length === value.options.length) return value;
  return left.length === 1 ? first : { ...value, options: left };
}
