import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TypesOfValues } from '../../../server/src/dataflow/calls/types-of-values';
import { int, str } from '../../../server/src/evaluator/value';
import { parsePython } from '../../../server/src/python/parser';
import { allOfKind } from '../../../server/src/python/tree';

test('few expressions and many have the types of their values, and common ones', () => {
  for (const count of [1, 2, 15, 16, 17, 40]) {
    const nodes = allOfKind(parsePython(Array.from({ length: count }, (_, i) => `x${i}`).join('\n')), 'name');
    const types = new TypesOfValues();
    const others = new TypesOfValues();
    for (const [i, node] of nodes.entries()) {
      types.add(node, int(node, BigInt(i)));
      others.add(node, i % 2 === 0 ? int(node, BigInt(i)) : str(node, 'text'));
    }
    const common = TypesOfValues.ofAll([types, others]);
    for (const [i, node] of nodes.entries()) {
      assert.deepEqual(types.get(node), { kind: 'int', value: BigInt(i) });
      assert.equal(types.originOf(node), node);
      assert.equal(common.get(node)?.kind, i % 2 === 0 ? 'int' : 'unknown');
    }
    const [elsewhere] = allOfKind(parsePython('y'), 'name');
    assert.equal(types.get(elsewhere!), undefined);
    assert.equal(types.known(elsewhere!).kind, 'unknown');
  }
});
