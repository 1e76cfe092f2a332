// Rules are found by what programs say that fail on the mistake.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allRules } from '../../../server/src/rules';
import { rulesByMessage } from '../../../server/src/rules/by-message';
import type { RuleInfo } from '../../../server/src/rules/rule';

const best = (message: string) => rulesByMessage(message)[0]?.code;

test('every message of a rule finds the rule first', () => {
  for (const { code, messages = [] } of allRules as readonly RuleInfo[])
    for (const message of messages)
      assert.equal(best(`Error: ${message.replaceAll('…', 'x y')} z`), code, message);
});

test('a message is found in a whole traceback, whatever its values and line breaks', () => {
  const cases: [string, string][] = [
    [
      'ValueError: Argument `vocabulary_size` must be an int and must be >= 1. Received: 52431.0',
      'argument-type',
    ],
    ['ValueError: Argument `vocabulary_size` must be an int and must be >= 1. Received: 0', 'argument-range'],
    [
      'ValueError: The number of slot_names (2) must match the\n number of slot_initializers (0).',
      'initializers-missing',
    ],
    [
      "TypeError: Tensors in list passed to 'inputs' of 'SendTPUEmbeddingGradients' Op have types [bfloat16] that do not match expected type float32.",
      'tensor-dtype',
    ],
    [
      'Traceback (most recent call last):\n  File "t.py", line 3\nValueError: Function does not have **kwargs parameter, but contains an unknown partial keyword: shape',
      'initializer-class',
    ],
    ['AttributeError: Protocol message TPUEmbeddingConfiguration has no "num_host" field.', 'message-field'],
    [
      "google.protobuf.text_format.ParseError: 4:14 : '  dimension: 16.0': Couldn't parse integer: 16.0",
      'wrong-type',
    ],
  ];
  for (const [message, code] of cases) assert.equal(best(message), code);
});

test('a message of something else finds none', () => {
  for (const message of ['', 'KeyError: 3', 'Segmentation fault', 'must be', '…'])
    assert.deepEqual(rulesByMessage(message), []);
});
