// Numbers in the documentation are those that the product shows.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { languageOf } from '../../../server/src/languages';
import { said } from '../../../server/src/languages/phrase';
import { Analyzer } from '../../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { builtin } from '../../../server/src/schema/builtin';

test('the memory that the README and the guide quote is that of the lens in their pictures', () => {
  const path = 'examples/ads_ranking.textproto';
  const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);
  const analysis = languageOf('textproto').analyze(readFileSync(path, 'utf8'), { analyzer, path });
  const { title } = analysis.lenses({}).find(({ kind }) => kind === 'memory')!;
  for (const page of ['README.md', 'docs/guide.md']) {
    const [, quoted] = /"([^"\n]* on the devices)"/.exec(readFileSync(page, 'utf8'))!;
    assert.equal(quoted, said(title).split(', ')[0], page);
  }
});
