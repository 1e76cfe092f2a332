import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Formula,
  type FormulaOperator,
  limitFrom,
} from '../../../../server/src/sizing/sparsecore/formulas';

const of = (operator: FormulaOperator, ...operands: Formula[]): Formula => ({ operator, operands });
const SAMPLES: Formula = { argument: 'samples' };
const given = { name: 'user_item', samples: 24 };

test('a formula whose parts are used again and again is evaluated at once', () => {
  let doubled: Formula = of('+', SAMPLES, SAMPLES);
  for (let i = 1; i < 40; i++) doubled = of('+', doubled, doubled);
  assert.equal(limitFrom(doubled, given), 24 * 2 ** 40);
});

test('operators compute as those of Python, or give nothing where that raises an exception', () => {
  const rows: readonly [Formula, number | undefined][] = [
    [of('//', of('-', 0, SAMPLES), 7), -4],
    [of('%', of('-', 0, SAMPLES), 7), 4],
    [of('round', 2.5), 2],
    [of('round', 2.5, 0), undefined],
    [of('max', 1, SAMPLES, 3), 24],
    [of('if', of('==', of('>', SAMPLES, 5), 1), 1, 2), 1],
    [of('if', of('==', SAMPLES, '24'), 1, 2), 2],
    [of('if', of('<', SAMPLES, 'a'), 1, 2), undefined],
    [of('if', of('in', 'user', { argument: 'name' }), 1, 2), 1],
    [of('/', SAMPLES, 0), undefined],
    [of('/', SAMPLES, 7), undefined],
  ];
  for (const [formula, limit] of rows)
    assert.equal(limitFrom(formula, given), limit, JSON.stringify(formula));
});
