import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { diagnose } from '../../../server/src/languages/textproto/diagnostics';
import { snapshotOf } from '../../support/snapshots';
import { expandSnippet } from '../../support/snippet-text';

const snippets: Record<string, { prefix: string | string[]; body: string | string[]; description?: string }> =
  JSON.parse(readFileSync('server/src/languages/textproto/completion/snippets.json', 'utf8'));

/** Where a fragment belongs: at the top level, in a table, or in its optimizer. */
const around = [
  (text: string) => text,
  (text: string) => `table_descriptor {\n${text}\n}\n`,
  (text: string) => `table_descriptor { optimization_parameters {\n${text}\n} }\n`,
];

for (const [name, { body, description }] of Object.entries(snippets)) {
  test(`the snippet "${name}" is valid without edits`, () => {
    const text = expandSnippet([body].flat().join('\n'));
    const errors = around.map((wrap) =>
      diagnose(snapshotOf(wrap(text), ['syntax', 'types', 'portability'])).map(({ message }) => message),
    );
    assert.ok(
      errors.some((found) => found.length === 0),
      `${text}\n${JSON.stringify(errors)}`,
    );
    assert.ok(description, 'it has no description');
    // A whole configuration must also have no problems.
    if (text.includes('table_descriptor') && text.includes('mode:')) {
      assert.deepEqual(
        diagnose(snapshotOf(text))
          .filter(({ severity }) => severity === 'error' || severity === 'warning')
          .map(({ message }) => message),
        [],
      );
    }
  });
}
