import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parser } from '@lezer/python';
import fc from 'fast-check';
import { parsePython } from '../../server/src/python/parser';
import { isStatement, walk } from '../../server/src/python/tree';
import { embeddingProgram, plainProgram } from '../support/programs';
import { runs } from './runs';

/** End offsets of a call's callee and brackets. */
type Place = string;

const ours = (text: string): Place[] =>
  parsePython(text)
    .calls.filter(({ complete }) => complete)
    .map(({ callee, close }) => `${callee.end}-${close + 1}`)
    .sort();

/** Calls found by the maintained Python parser of the Lezer project. */
function theirs(text: string): Place[] {
  const calls: Place[] = [];
  parser.parse(text).iterate({
    enter: ({ name, node }) => {
      const list = name === 'CallExpression' || name === 'Decorator' ? node.getChild('ArgList') : null;
      if (list?.prevSibling) calls.push(`${list.prevSibling.to}-${list.to}`);
    },
  });
  return calls.sort();
}

const name = fc.constantFrom('f', 'tf.io', 'x1', 'self.emb', 'größe');
const atom = fc.oneof(name, fc.constantFrom('1', '-2.5e3', "'a)('", '"""b\n("""', "rb'\\('", 'None', '...'));
const { expression } = fc.letrec<{ expression: string; call: string; argument: string }>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    atom,
    tie('call'),
    fc
      .tuple(
        tie('expression'),
        fc.constantFrom('+', '**', '@', 'if c() else', 'not in', '<='),
        tie('expression'),
      )
      .map(([a, op, b]) => `${a} ${op} ${b}`),
    fc.array(tie('expression'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    tie('expression').map((item) => `{'k': ${item}, **d()}`),
    tie('expression').map((item) => `(lambda a, *b: ${item})`),
    tie('expression').map((item) => `[${item} for i in range(3) if g(i)]`),
    tie('call').map((call) => `${call}[0](1).y`),
  ),
  call: fc
    .tuple(name, fc.array(tie('argument'), { maxLength: 4 }), fc.constantFrom('', ',', '\n', ' # ('))
    .map(
      ([callee, list, end]) =>
        `${callee}(${list.join(',\n  ')}${end === ',' && list.length === 0 ? '' : end}${end === ' # (' ? '\n' : ''})`,
    ),
  argument: fc.oneof(
    tie('expression'),
    tie('expression').map((value) => `key=${value}`),
    tie('expression').map((value) => `*${value}`),
    tie('expression').map((value) => `**${value}`),
  ),
}));
const statement = expression.chain((value) =>
  fc.constantFrom(
    value,
    `x = ${value}`,
    `def f(a: int = ${value}) -> None:\n  return ${value}`,
    `@decorate(1)\nclass C(Base):\n  x: int = ${value}\n  def m(self): ${value}; pass`,
    `if ${value}:\n  pass\nelse:\n  y = ${value}`,
    `with open('f') as f, g(): ${value}`,
    `for i in ${value}:\n  while ${value}: break`,
    `try:\n  ${value}\nexcept E as e:\n  raise Error(${value}) from e`,
    `assert ${value}, ${value}`,
    `async def f():\n  await ${value}`,
  ),
);

test('the same calls are found in a correct program as by another parser', () => {
  const program = fc.array(statement, { maxLength: 6 }).map((statements) => `${statements.join('\n')}\n`);
  fc.assert(
    fc.property(program, (text) => assert.deepEqual(ours(text), theirs(text))),
    runs(1000),
  );
});

test('the same calls are found in long programs as by another parser', () => {
  const texts = [
    embeddingProgram(2000),
    plainProgram(2000),
    readFileSync('test/fixtures/python/training.py', 'utf8'),
  ];
  for (const text of texts) {
    assert.ok(ours(text).length > 50);
    assert.deepEqual(ours(text), theirs(text));
  }
});

test('an unfinished call swallows fewer of the following statements than in another parser', () => {
  const text = readFileSync('test/fixtures/python/training.py', 'utf8');
  const { calls, module } = parsePython(text);
  const starts = [...walk(module)].filter(isStatement).map(({ start }) => start);
  const swallowing = { ours: 0, theirs: 0 };
  for (const { open, close, complete, end } of calls) {
    const next = starts.find((start) => start >= end);
    if (!complete || next === undefined) continue;
    const cut = text.slice(0, open + 1) + text.slice(close + 1);
    const limit = next - (close - open);
    if (parsePython(cut).calls.some((call) => call.open === open && call.end > limit)) swallowing.ours++;
    let list = parser.parse(cut).resolveInner(open, 1);
    while (list.parent && list.name !== 'ArgList') list = list.parent;
    if (list.from === open && list.to > limit) swallowing.theirs++;
  }
  assert.ok(
    swallowing.ours * 10 < swallowing.theirs,
    `${swallowing.ours} calls, and ${swallowing.theirs} in the other parser`,
  );
});
