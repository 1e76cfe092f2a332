import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePython } from '../../../server/src/python/parser';
import { reparse } from '../../../server/src/python/reparse';
import type { ClassDefinition, Statement } from '../../../server/src/python/tree';

const METHOD = `  def method(self, config):
    first = config.value + self.offset
    second = config.other - self.offset
    return self.combine(first, second, name='both')
`;
const CLASS = `class Model:
  """Words."""
${METHOD.repeat(9)}`;

/** The members of the class before and after something is written in the place of something else. */
function membersAround(
  place: string,
  replacement: string,
  from = 0,
): [readonly Statement[], readonly Statement[]] {
  const before = parsePython(CLASS);
  const members = [...(before.module.body[0] as ClassDefinition).body];
  const start = CLASS.indexOf(place, from);
  const end = start + place.length;
  const text = CLASS.slice(0, start) + replacement + CLASS.slice(end);
  const after = reparse(before, text, { start, end, newLength: replacement.length });
  const { body, end: last } = after.module.body[0] as ClassDefinition;
  assert.equal(last, text.trimEnd().length);
  return [members, body];
}

const middle = CLASS.length >> 1;
const count = (a: readonly Statement[], b: readonly Statement[]) =>
  a.filter((member) => b.includes(member)).length;

test('an edit in a method leaves the other members of its class as they are', () => {
  const [before, after] = membersAround('self.offset', 'self.shift', middle);
  assert.equal(after.length, before.length);
  assert.equal(count(before, after), before.length - 1);
});

test('an edit of the line that begins a class leaves all but the first members as they are', () => {
  const [before, after] = membersAround('Model', 'Model(Base)');
  assert.equal(after.length, before.length);
  assert.ok(count(before, after) >= before.length - 2);
});

test('a method that is put in leaves the members around it as they are', () => {
  const [before, after] = membersAround('  def', `${METHOD}  def`, middle);
  assert.equal(after.length, before.length + 1);
  assert.ok(count(before, after) >= before.length - 2);
});
