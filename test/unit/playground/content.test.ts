import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { fromFragment, toFragment } from '../../../playground/content';
import { runs } from '../../property/runs';

const content = { name: 'tables.textproto', text: 'table_descriptor {\n  name: "ü 💡"\n}\n', settings: {} };

suite('a link to the playground', () => {
  test('holds any text and settings in characters allowed in a URL', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.nat(), async (text, numHosts) => {
        const given = { ...content, text, settings: { derive: { numHosts } } };
        const fragment = await toFragment(given);
        assert.match(fragment, /^[\w-]+$/);
        assert.deepEqual(await fromFragment(fragment), given);
      }),
      runs(50),
    );
  });

  test('sets nothing that the page does not show', async () => {
    const shown = { tensorflowVersion: '2.16', derive: { numHosts: 2 } };
    const hidden = {
      rules: { 'unknown-field': 'off' },
      exclude: ['**'],
      descriptorSets: ['a'],
      __proto__: null,
    };
    const settings = { ...shown, ...hidden, derive: { ...shown.derive, other: 1, numReplicas: 'x' } };
    const given = { ...content, settings, more: 1 };
    assert.deepEqual(await fromFragment(await toFragment(given as typeof content)), {
      ...content,
      settings: shown,
    });
    assert.deepEqual(
      await fromFragment(await toFragment({ ...content, settings: { derive: [] } } as never)),
      content,
    );
  });

  test('is rejected if it is truncated or not a link of ours', async () => {
    const fragment = await toFragment(content);
    for (let length = 0; length < fragment.length - 2; length++)
      await assert.rejects(fromFragment(fragment.slice(0, length)), `${length} characters`);
    for (const other of ['%', '#', 'AAAA', 'é', 'panel-plan'])
      await assert.rejects(fromFragment(other), other);
  });

  test('is rejected if its content is wrong or too large', async () => {
    const wrong: object[] = [
      { ...content, name: '../x' },
      { ...content, name: 7 },
      { ...content, text: undefined },
      { ...content, settings: [] },
      { ...content, text: ' '.repeat(5 * 1024 * 1024) },
    ];
    for (const given of wrong)
      await assert.rejects(fromFragment(await toFragment(given as typeof content)), /^Error: The link holds/);
  });
});
