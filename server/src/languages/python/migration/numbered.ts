import type { Block, Comprehension, Expression, Node } from '../../../python/tree';
import type { Draft } from './draft';

/**
 * An expression that is another number each time that a node is reached: these numbers, counted by the loop around it where
 * that is possible.
 */
export function numberedIn(draft: Draft, node: Node, numbers: readonly number[], counter: string): string {
  const isRow = numbers.every((number, i) => number === numbers[0]! + i);
  const loop = isRow && numbers.length > 0 ? loopAround(node) : undefined;
  if (loop) return countIn(draft, loop, numbers[0]!);
  draft.import('itertools');
  const name = draft.define(counter, (free) => `${free} = itertools.count()`);
  return `next(${name})`;
}

interface Loop {
  readonly target: Expression;
  readonly iterable: Expression;
}

/** The only loop around a node in its function: each turn reaches it once. */
function loopAround(node: Node): Loop | undefined {
  const loops: Loop[] = [];
  for (let at = node.parent, from = node; at; from = at, at = at.parent) {
    if (at.kind === 'function' || at.kind === 'lambda' || at.kind === 'class') break;
    if (at.kind === 'comprehension' && at.element === from) loops.push(...loopsOf(at));
    if (at.kind === 'block' && at.keyword === 'for' && isIn(at, from)) {
      if (!at.target || !at.value) return undefined;
      loops.push({ target: at.target, iterable: at.value });
    } else if (at.kind === 'block' && at.keyword !== 'with') return undefined;
  }
  return loops.length === 1 ? loops[0] : undefined;
}

const loopsOf = ({ generators }: Comprehension): readonly Loop[] =>
  generators.flatMap(({ target, iterable, conditions }): Loop[] =>
    conditions.length === 0 ? [{ target, iterable }] : [],
  );

const isIn = ({ body }: Block, node: Node): boolean => body.some((statement) => statement === node);

/** The variable that counts the turns of a loop, which `enumerate` gives it. */
function countIn(draft: Draft, { target, iterable }: Loop, start: number): string {
  const { text } = draft.file;
  const [counted] = target.kind === 'tuple' && isEnumerate(iterable) ? target.elements : [];
  if (counted?.kind === 'name' && start === 0) return counted.name;
  const name = draft.freeName('i');
  const bare = target.kind === 'tuple' && text[target.start] !== '(';
  draft.insert(target.start, `${name}, ${bare ? '(' : ''}`);
  if (bare) draft.insert(target.end, ')');
  draft.insert(iterable.start, 'enumerate(');
  draft.insert(iterable.end, start === 0 ? ')' : `, ${start})`);
  return name;
}

const isEnumerate = (expression: Expression): boolean =>
  expression.kind === 'call' &&
  expression.callee.kind === 'name' &&
  expression.callee.name === 'enumerate' &&
  expression.arguments.length === 1;
