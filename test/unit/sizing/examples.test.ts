// The plans of the examples: each byte is derived from rows, width and the number of variables.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { languageOf } from '../../../server/src/languages';
import { Analyzer } from '../../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { builtin } from '../../../server/src/schema/builtin';
import { planOf } from '../../../server/src/sizing/plan';
import { sliceNamed } from '../../../server/src/sizing/slices';

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);

/** The plan of each configuration in an example or built by it. */
function plansOf(name: string, tpu: string | undefined) {
  const path = join('examples', name);
  const language = name.endsWith('.py') ? 'python' : 'textproto';
  const slice = tpu === undefined ? undefined : sliceNamed(tpu);
  assert.ok(!slice || !('problem' in slice));
  const analysis = languageOf(language).analyze(readFileSync(path, 'utf8'), { analyzer, path, named: true });
  return analysis
    .sizes({ numHosts: slice?.hosts ?? 2 })
    .flatMap(({ sizes }) => (sizes ? [planOf(sizes, slice)] : []));
}

const examples = readdirSync('examples').filter((name) => /\.(textproto|py)$/.test(name));

suite('each byte of a plan is explained', () => {
  for (const name of examples)
    for (const tpu of [undefined, 'v3-32', 'v5p-16', 'v6e-64'])
      test(`${name} on ${tpu ?? 'no slice'}`, () => {
        const plans = plansOf(name, tpu);
        if (!name.includes('mistakes')) assert.ok(plans.length > 0);
        for (const { tables, deviceBytes, hostBytes, perDevice } of plans) {
          const known = tables.flatMap(({ slots, onDevice }) => (onDevice ? [{ slots, ...onDevice }] : []));
          for (const { slots, rows, width, isPacked } of known)
            for (const slot of slots) {
              const bytes = isPacked ? 32 * Math.ceil((rows * width) / 8) : rows * width * 4;
              assert.equal(slot.deviceBytes, bytes);
            }
          if (known.length < tables.length) {
            assert.deepEqual([deviceBytes, hostBytes, perDevice?.bytes], [undefined, undefined, undefined]);
            continue;
          }
          const all = known.flatMap(({ slots }) => slots);
          const sum = (of: (slot: (typeof all)[number]) => number) =>
            all.reduce((total, slot) => total + of(slot), 0);
          assert.equal(
            deviceBytes,
            sum((slot) => slot.deviceBytes),
          );
          assert.equal(
            hostBytes,
            sum((slot) => slot.hostBytes),
          );
          if (perDevice)
            assert.equal(
              perDevice.bytes,
              sum((slot) => slot.perDeviceBytes!),
            );
        }
      });
});

test('the program with two towers has the sizes of its rows', () => {
  const [plan] = plansOf('two_towers.py', undefined);
  // 32 floats per row, for parameters, accumulators and accumulated gradients.
  assert.equal(plan!.deviceBytes, (50_000_000 + 2_000_000) * 32 * 4 * 3);
  assert.equal(plan!.hostBytes, (50_000_000 + 2_000_000) * 32 * 4 * 2);
});
