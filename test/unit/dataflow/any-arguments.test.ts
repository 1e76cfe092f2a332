import { test } from 'node:test';
import { NO_LIBRARY, Program } from '../../../server/src/evaluator';
import { BUILTINS } from '../../../server/src/evaluator/builtins';
import {
  DICT_METHODS,
  LIST_METHODS,
  SET_METHODS,
  TUPLE_METHODS,
} from '../../../server/src/evaluator/containers';
import { MODULES } from '../../../server/src/evaluator/modules';
import { parsePython } from '../../../server/src/python/parser';

/** Arguments as they occur while typing, or by mistake. */
const ARGUMENTS = [
  ...[
    '',
    '1',
    '"a"',
    '"%s", 1',
    '[1]',
    'None',
    'A',
    'A()',
    'A(), "n", 1',
    'E.A',
    'E',
    'P(1, 2)',
    '*x',
    '**x',
  ],
  ...[
    'a=1',
    'start=1',
    'key=len',
    'len, [1]',
    'lambda y: y, [1], [2]',
    '[1], key=len',
    '{}',
    '{1}',
    'iter([1])',
  ],
  ...[
    '(y for y in x)',
    '1, 2, 3, 4',
    '-1',
    '2**70',
    'float("nan")',
    'b"a"',
    'wait()',
    'd.items()',
    'l',
    'l, l',
  ],
];

const PRELUDE = `import asyncio, collections, contextlib, copy, dataclasses, enum, functools, itertools, json, math
import string, textwrap, types, typing
from elsewhere import x
class A:
    n = 1
    def __eq__(self, other): return True
    def __len__(self): return 2
class E(enum.Enum):
    A = 1
P = collections.namedtuple("P", "a b")
async def wait(): return 1
l = []
l.append(l)
d = {"a": l}
`;

const METHODS = [
  ['[1, 2]', LIST_METHODS],
  ['{"a": 1}', DICT_METHODS],
  ['{1}', SET_METHODS],
  ['P(1, 2)', TUPLE_METHODS],
] as const;

const CALLEES = [
  ...BUILTINS.keys(),
  ...MODULES.keys(),
  ...METHODS.flatMap(([object, methods]) => [...methods.keys()].map((name) => `${object}.${name}`)),
];

for (const given of ARGUMENTS)
  test(`no arguments break the evaluator: (${given})`, () => {
    const calls = CALLEES.map((callee) => `r = ${callee}(${given})\nr\nfor each in r: each\n`);
    for (const call of calls) new Program(parsePython(PRELUDE + call), NO_LIBRARY, { tentatively }).follow();
  });

function tentatively(go: () => void) {
  go();
  return () => {};
}
