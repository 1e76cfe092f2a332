// The cases in test/fixtures/optimizer. `|` is the cursor; `[python]` marks cases in Python. Parts of a case:
//   title, on            what the preview is called, and the text that it is about
//   message, initial     the message, and the slots' start values, as JSON
//   optimizer, note      the same of an optimizer of another library, and words of where it trains
//   unknown              all paths whose values the source does not tell
//   editable, fixed      paths that can be written, or not
//   table                some of what the table takes, as JSON
//   nothing              no optimizer is found
//   edit                 `path=value …`: the whole text afterwards
//   write                the same, where another value is read back than was given
//   refused              `path=value …`: words of the reason
//   lenses               where lenses stand: the first words of each range

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ValueChange } from '../../../server/src/configuration/value-change';
import { editOptimizer } from '../../../server/src/languages/optimizer/values';
import { caseFiles, type Part, readCases } from '../../support/fixtures';
import { analyzeAs, edited, isUnset, valuesOf } from '../../support/optimizers';
import { takeCursor } from '../../support/snapshots';

const words = (text: string) => text.split(' ').filter(Boolean);

const changesOf = ({ argument }: Part): ValueChange[] =>
  words(argument).map((word) => {
    const [path = '', value = ''] = word.split('=');
    return { path, value: /^[A-Z]+$/.test(value) ? value : (JSON.parse(value) as number | boolean) };
  });

function check(part: Part, language: string, text: string, offset: number): void {
  const analysis = analyzeAs(language, text);
  if (part.key === 'lenses') {
    const shown = analysis.optimizers().map(({ start, end }) => text.slice(start, end).split(/[\s(]/)[0]);
    return assert.deepEqual(shown, words(part.argument));
  }
  const place = analysis.optimizerAt(offset);
  if (part.key === 'nothing') return assert.equal(place, undefined);
  assert.ok(place, 'no optimizer is found');
  switch (part.key) {
    case 'title':
      return assert.equal(place.title, part.argument);
    case 'on':
      return assert.equal(text.slice(place.start, place.end), part.text.trimEnd());
    case 'message':
      return assert.deepEqual(place.optimizationParameters, JSON.parse(part.argument + part.text));
    case 'optimizer':
      return assert.deepEqual(place.optimizer, JSON.parse(part.argument + part.text));
    case 'note':
      return assert.ok(place.note?.includes(part.argument), place.note);
    case 'initial':
      return assert.deepEqual(place.initial, JSON.parse(part.argument));
    case 'unknown':
      return assert.deepEqual(place.unknown, words(part.argument));
    case 'editable':
      for (const path of words(part.argument)) assert.ok(place.editable.has(path), path);
      return;
    case 'fixed':
      for (const path of words(part.argument)) assert.ok(!place.editable.has(path), path);
      return;
    case 'table':
      return assert.deepEqual({ ...place.table, ...JSON.parse(part.argument + part.text) }, place.table);
    case 'edit': {
      const changes = changesOf(part);
      const after = edited(analysis, offset, changes);
      assert.equal(after.trimEnd(), part.text.trimEnd());
      const values = valuesOf(analyzeAs(language, after).optimizerAt(offset)!);
      for (const { path, value } of changes)
        assert.equal(values.get(path), isUnset(path, value) ? undefined : value, path);
      return;
    }
    case 'write':
      return assert.equal(edited(analysis, offset, changesOf(part)).trimEnd(), part.text.trimEnd());
    case 'refused': {
      const result = editOptimizer(place, changesOf(part));
      assert.ok('reason' in result, 'it is written');
      return assert.ok(result.reason.includes(part.text.trim()), result.reason);
    }
    default:
      assert.fail(`no such part: ${part.key}`);
  }
}

for (const path of caseFiles('optimizer')) {
  suite(path, () => {
    for (const { name, flags, text: marked, parts } of readCases(path)) {
      test(name, () => {
        const { text, offset } = takeCursor(marked);
        assert.ok(parts.length > 0, 'the case says nothing of what must come out');
        for (const part of parts)
          check(part, flags.includes('python') ? 'python' : 'textproto', text, offset);
      });
    }
  });
}
