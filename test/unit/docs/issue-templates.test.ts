// The forms for issues: what GitHub needs of each, and that each asks for what can be answered.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { load } from 'js-yaml';

const FOLDER = '.github/ISSUE_TEMPLATE';

interface Field {
  readonly type: string;
  readonly id: string;
  readonly attributes: { readonly label?: string };
  readonly validations?: { readonly required?: boolean };
}

suite('the forms for issues', () => {
  for (const name of readdirSync(FOLDER).filter((each) => each !== 'config.yml'))
    test(`${name} has what GitHub needs`, () => {
      const form = load(readFileSync(join(FOLDER, name), 'utf8')) as {
        readonly name: string;
        readonly description: string;
        readonly body: readonly Field[];
      };
      assert.ok(form.name && form.description);
      assert.equal(new Set(form.body.map(({ id }) => id)).size, form.body.length);
      for (const { type, attributes } of form.body) {
        assert.ok(['input', 'textarea'].includes(type));
        assert.ok(attributes.label);
      }
      assert.ok(form.body.some(({ validations }) => validations?.required));
    });
});
