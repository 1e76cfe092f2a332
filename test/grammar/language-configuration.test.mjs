// Rules that VS Code applies while typing, each on lines that must match and lines that must not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJson } from './engine.mjs';

const configuration = readJson('syntaxes/language-configuration.json');
const { indentationRules, folding, onEnterRules, wordPattern } = configuration;

function assertMatches(pattern, { yes, no }) {
  const expression = new RegExp(pattern);
  for (const line of yes) assert.match(line, expression);
  for (const line of no) assert.doesNotMatch(line, expression);
}

test('the line after an opening bracket is indented', () => {
  assertMatches(indentationRules.increaseIndentPattern, {
    yes: [
      'adam {',
      'adam: <',
      'input_shape: [  ',
      'adam { # lazy',
      'name: "a#b" adam {',
      "name: '\\'' adam {",
    ],
    no: ['adam {}', 'adam { beta1: 0.9 }', '# adam {', 'name: "{', 'name: "{"', 'mode: TRAINING # {', ''],
  });
});

test('a line that starts with a closing bracket is outdented', () => {
  assertMatches(indentationRules.decreaseIndentPattern, {
    yes: ['}', '  }', '  ],', '\t>'],
    no: ['adam {}', '# }', '"}"', ''],
  });
});

test('region comments fold', () => {
  assertMatches(folding.markers.start, {
    yes: ['# region tables', '  #region'],
    no: ['# regional', '# endregion', 'a: 1 # region'],
  });
  assertMatches(folding.markers.end, {
    yes: ['# endregion', '  #endregion'],
    no: ['# region', '# endregions'],
  });
});

/** The action of the first matching rule for Enter at the bar, as VS Code chooses it. */
function enter(line) {
  const [before, after] = line.split('|');
  return onEnterRules.find(
    ({ beforeText, afterText }) =>
      new RegExp(beforeText).test(before) && (afterText === undefined || new RegExp(afterText).test(after)),
  )?.action;
}

test('Enter indents inside brackets and continues a comment that it splits', () => {
  const comment = { indent: 'none', appendText: '# ' };
  const expected = [
    ['adam {|}', { indent: 'indentOutdent' }],
    ['adam { | }', { indent: 'indentOutdent' }],
    ['input_shape: [|]', { indent: 'indentOutdent' }],
    ['adam {|', { indent: 'indent' }],
    ['adam {| beta1: 0.9 }', { indent: 'indent' }],
    ['adam { # lazy|', { indent: 'indent' }],
    ['# one| two', comment],
    ['mode: TRAINING # one| two', comment],
    ['name: "a#b" # one| two', comment],
    ['# one|', undefined],
    ['# one|  ', undefined],
    ['name: "a#b|c"', undefined],
    ['mode: |TRAINING # one', undefined],
    ['adam {}|', undefined],
    ['mode: TRAINING|', undefined],
  ];
  for (const [line, action] of expected) assert.deepEqual(enter(line), action, line);
});

test('a word is a name or a number', () => {
  const words = (line) => line.match(new RegExp(wordPattern, 'g')) ?? [];
  assert.deepEqual(words('learning_rate { constant: -1.5e-3f } # a-b'), [
    'learning_rate',
    'constant',
    '-1.5e-3f',
    'a',
    'b',
  ]);
  assert.deepEqual(words('[type.googleapis.com/pkg.Msg]'), ['type', 'googleapis', 'com', 'pkg', 'Msg']);
  assert.deepEqual(words('[8, -1, .5, 0x1F]'), ['8', '-1', '.5', '0x1F']);
  assert.deepEqual(words('{ } : " \''), []);
});

test('every bracket closes itself, surrounds a selection and is coloured', () => {
  const pairs = configuration.brackets;
  assert.deepEqual(configuration.colorizedBracketPairs, pairs);
  for (const [open, close] of [...pairs, ['"', '"'], ["'", "'"]]) {
    const closing = configuration.autoClosingPairs.find((pair) => pair.open === open);
    assert.deepEqual(closing, { open, close, notIn: ['string', 'comment'] });
    assert.ok(configuration.surroundingPairs.some((pair) => pair.join() === [open, close].join()));
  }
  assert.equal(configuration.comments.lineComment, '#');
});
