// Differences in meaning as text, case by case.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryText, sentence, wordingOf } from '../../../../server/src/configuration/comparison/wording';
import { compareTexts } from '../../../support/comparison';
import { caseFiles, readCases } from '../../../support/fixtures';

for (const { name, text, parts } of caseFiles('comparison').flatMap(readCases)) {
  const part = (key: string) => parts.find((each) => each.key === key)?.text.trim();
  test(name, () => {
    const comparison = compareTexts(text, part('after')!);
    const { differences, unknown } = comparison;
    assert.equal(differences.map((each) => sentence(wordingOf(each))).join('\n'), part('differs'));
    assert.deepEqual(unknown, []);
    const memory = part('memory');
    if (memory !== undefined) assert.equal(memoryText(comparison), memory);
  });
}
