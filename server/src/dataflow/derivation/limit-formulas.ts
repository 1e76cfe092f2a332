// A function of the program that gives limits of stacks, as a formula of its two arguments.
import { withEntry } from '../../basics/with-entry';
import { resolve, writtenFor } from '../../python/names';
import {
  type Expression,
  type FunctionDefinition,
  type Lambda,
  type Node,
  type Operation,
  type Statement,
  type Tree,
  treeAround,
  walk,
} from '../../python/tree';
import { type Formula, type FormulaOperator, isOperator } from '../../sizing/sparsecore/formulas';
import type { TypeOf } from '../calls/types';

/** Functions that call functions are followed so deep. */
const MAX_DEPTH = 8;
/** Expressions and statements that are read: each condition repeats the statements after it, and each call those of its function. */
const MAX_STEPS = 4000;

/** What is known where an expression stands: formulas of local variables; undefined if their values are not known. */
type Locals = ReadonlyMap<string, Formula | undefined>;

/** Undefined if the function does something other than arithmetic, conditions and choices from dicts. */
export function formulaOf(definition: Lambda | FunctionDefinition, typeOf: TypeOf): Formula | undefined {
  return new Reader(treeAround(definition), typeOf).call(definition, [
    { argument: 'name' },
    { argument: 'samples' },
  ]);
}

const dependsOn = (node: Expression, locals: Locals): boolean =>
  [...walk(node)].some((each) => each.kind === 'name' && locals.has(each.name));

/** Gives no number. */
const NOTHING: Formula = { operator: '/', operands: [0, 0] };

class Reader {
  #depth = 0;
  #steps = 0;
  readonly #onlyRead = new Map<string, boolean>();

  constructor(
    private readonly tree: Tree,
    private readonly typeOf: TypeOf,
  ) {}

  call(
    definition: Lambda | FunctionDefinition,
    given: readonly (Formula | undefined)[],
  ): Formula | undefined {
    const { parameters } = definition;
    const isSimple = parameters.every(({ star }) => star === '') && given.length <= parameters.length;
    if (!isSimple || this.#depth >= MAX_DEPTH) return undefined;
    const locals = new Map(
      parameters.map(({ name, default: value }, i) => [
        name,
        i < given.length ? given[i] : value && this.#expression(value, new Map()),
      ]),
    );
    this.#depth++;
    const result =
      definition.kind === 'lambda'
        ? this.#expression(definition.body, locals)
        : definition.decorators.length > 0
          ? undefined
          : this.#statements(definition.body, locals);
    this.#depth--;
    return result;
  }

  /** What statements return, if they certainly return something. */
  #statements(statements: readonly Statement[], before: Locals): Formula | undefined {
    const [first, ...others] = statements;
    if (!first || ++this.#steps > MAX_STEPS) return undefined;
    const goOn = (locals: Locals) => this.#statements(others, locals);
    switch (first.kind) {
      // What a call does changes no numbers.
      case 'expression':
        return goOn(before);
      case 'assignment': {
        const [target, ...more] = first.targets;
        if (target?.kind !== 'name' || more.length > 0 || !first.value) return undefined;
        const value = this.#expression(first.value, before);
        const operator = first.operator.slice(0, -1);
        const result = operator === '' ? value : this.#operation(operator, [before.get(target.name), value]);
        return goOn(withEntry(before, target.name, result));
      }
      case 'simple':
        if (first.keyword === 'return') return first.values[0] && this.#expression(first.values[0], before);
        return first.keyword === 'del' || first.keyword === 'pass' || first.keyword === 'assert'
          ? goOn(before)
          : undefined;
      case 'block':
        return first.keyword === 'if' ? this.#choice(first.value, first.body, others, before) : undefined;
      default:
        return undefined;
    }
  }

  /** An `if` with what continues it. What comes after these comes after each of their bodies. */
  #choice(
    condition: Expression | undefined,
    body: readonly Statement[],
    after: readonly Statement[],
    locals: Locals,
  ): Formula | undefined {
    const end = after.findIndex(
      (each) => each.kind !== 'block' || (each.keyword !== 'elif' && each.keyword !== 'else'),
    );
    const rest = end < 0 ? [] : after.slice(end);
    const [next, ...further] = after;
    const otherwise =
      next?.kind !== 'block' || end === 0
        ? this.#statements(rest, locals)
        : next.keyword === 'elif'
          ? this.#choice(next.value, next.body, further, locals)
          : this.#statements([...next.body, ...rest], locals);
    const test = condition && this.#expression(condition, locals);
    return this.#operation('if', [test, this.#statements([...body, ...rest], locals), otherwise]);
  }

  #expression(node: Expression, locals: Locals): Formula | undefined {
    if (++this.#steps > MAX_STEPS) return undefined;
    const of = (each: Expression) => this.#expression(each, locals);
    switch (node.kind) {
      case 'name':
        return locals.has(node.name) ? locals.get(node.name) : this.#constant(node);
      case 'unary':
        if (node.operator === '~') return undefined;
        return node.operator === 'not'
          ? this.#operation('not', [of(node.operand)])
          : this.#operation(node.operator, [0, of(node.operand)]);
      case 'binary':
        return node.operands
          .map(of)
          .reduce((left, right, i) => this.#operation(node.operators[i - 1]!, [left, right]));
      case 'compare':
        return this.#comparison(node, locals);
      case 'boolean':
        return node.operands
          .map(of)
          .reduceRight((right, left, i) =>
            this.#operation('if', node.operators[i] === 'and' ? [left, right, left] : [left, left, right]),
          );
      case 'conditional':
        return this.#operation('if', [of(node.test), of(node.body), of(node.otherwise)]);
      case 'subscript':
        return node.indices.length === 1
          ? this.#entry(node.object, of(node.indices[0]!), undefined)
          : undefined;
      case 'call': {
        const { callee } = node;
        if (node.arguments.some(({ kind }) => kind !== 'positional')) return undefined;
        const values = node.arguments.map(({ value }) => of(value));
        if (callee.kind === 'attribute' && callee.name === 'get')
          return this.#entry(callee.object, values[0], values[1]);
        if (callee.kind === 'name' && locals.has(callee.name)) return undefined;
        const type = this.typeOf(callee);
        if (type.kind === 'function') return this.call(type.node, values);
        const name = type.kind === 'routine' ? type.name : (resolve(this.tree, callee) ?? '');
        return isOperator(name) && /^[a-z]/.test(name) ? this.#operation(name, values) : undefined;
      }
      default:
        return dependsOn(node, locals) ? undefined : this.#constant(node);
    }
  }

  #comparison({ operators, operands }: Operation, locals: Locals): Formula | undefined {
    const [operator, ...others] = operators;
    const sides = operands.map((each) => this.#expression(each, locals));
    return others.length > 0 ? undefined : this.#operation(operator!, sides);
  }

  /** The value of a dict with constant keys that is only read. */
  #entry(object: Expression, key: Formula | undefined, otherwise: Formula | undefined): Formula | undefined {
    const dict = writtenFor(this.tree, object);
    if (dict.kind !== 'dict' || key === undefined || (object !== dict && !this.#isOnlyRead(object)))
      return undefined;
    return dict.entries.reduceRight<Formula | undefined>((rest, entry) => {
      const isSame = this.#operation('==', [key, entry.key && this.#constant(entry.key)]);
      return this.#operation('if', [isSame, this.#constant(entry.value), rest]);
    }, otherwise ?? NOTHING);
  }

  /** Whether no use of a name, other than its assignment, could change the object. */
  #isOnlyRead(object: Expression): boolean {
    if (object.kind !== 'name') return true;
    const { name } = object;
    const isOnlyRead = this.#onlyRead.get(name) ?? this.#isNameOnlyRead(name);
    this.#onlyRead.set(name, isOnlyRead);
    return isOnlyRead;
  }

  #isNameOnlyRead(name: string): boolean {
    return [...walk(this.tree.module)].every((node) => {
      if (node.kind !== 'name' || node.name !== name) return true;
      const { parent } = node;
      if (parent?.kind === 'attribute') return parent.name === 'get';
      const isTarget = (of: Node | undefined) => of?.kind === 'assignment' && of.value !== parent;
      if (parent?.kind === 'subscript')
        return (
          !isTarget(parent.parent) && !(parent.parent?.kind === 'simple' && parent.parent.keyword === 'del')
        );
      return parent?.kind === 'assignment' && parent.value !== node;
    });
  }

  #operation(operator: string, operands: readonly (Formula | undefined)[]): Formula | undefined {
    const isChoice = operator === 'if';
    // A choice is known without what it does not choose.
    const known = isChoice ? [operands[0], ...operands.slice(1).map((each) => each ?? NOTHING)] : operands;
    if (known.includes(undefined) || !(isChoice || isOperator(operator))) return undefined;
    return { operator: operator as FormulaOperator, operands: known as Formula[] };
  }

  /** A value that does not depend on the arguments. */
  #constant(node: Expression): Formula | undefined {
    const type = this.typeOf(node);
    switch (type.kind) {
      case 'int':
      case 'bool':
        return type.value === undefined ? undefined : Number(type.value);
      case 'float':
      case 'str':
        return type.value;
      default:
        return undefined;
    }
  }
}
