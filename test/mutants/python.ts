// Mistakes in the rooms of Python: its reader, the evaluator, the catalogue, the flow of data, and the rules of programs.
import type { Mutant } from './mutant';

export const PYTHON_MUTANTS: readonly Mutant[] = [
  {
    file: 'server/src/evaluator/containers.ts',
    find: 'all && all.length <= 1 ? all.map(({ key }) => key) : undefined',
    replace: 'all?.map(({ key }) => key)',
    reason: 'the items of a set have an order',
    tests: [['unit', 'evaluator', 'call-rules'], ['cpython']],
    expect: /./,
  },
  {
    file: 'server/src/evaluator/overrides.ts',
    find: "'__init__', '__new__', '__post_init__'",
    replace: "'__init__', '__new__'",
    reason: 'an object is unknown once a subclass overrides __post_init__',
    tests: [['unit', 'call-rules']],
    expect: /what __post_init__ sets is known/,
  },
  {
    file: 'server/src/dataflow/calls/evidence.ts',
    find: 'for (const node of this.neverCalled) if (now.main.calls.has(node)) return false;',
    replace: '',
    reason: 'a diagnostic stays when an edit adds the call that proves it wrong',
    tests: [
      ['unit', 'dataflow'],
      ['property', 'python-incremental'],
    ],
    expect: /./,
  },
  {
    file: 'server/src/rules/python/step-pairing.ts',
    find: '({ node }, i) => !isConditional(node) && calls',
    replace: '({ node }, i) => calls',
    reason: 'steps in branches are paired as if they always ran',
    tests: [['unit', 'rules']],
    expect: /./,
  },
];
