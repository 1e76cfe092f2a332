import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { DroppedReports } from '../../../client/src/dropped-reports';

const [a, b] = [{ uri: 'file:///a.py' }, { uri: 'file:///b.py' }];

suite('reports that the client library drops', () => {
  test('a document that a report mentions during a request about it is requested again', async () => {
    const dropped = new DroppedReports();
    let answer = (): void => undefined;
    const asked = dropped.during(
      a.uri,
      () =>
        new Promise<void>((resolve) => {
          answer = resolve;
        }),
    );
    dropped.reported([a, b]);
    answer();
    await asked;
    assert.deepEqual(dropped.known([a, b]), [b]);
    assert.deepEqual(dropped.known([a, b]), [a, b]);
  });

  test('a report before the library has the answer counts as dropped, a later one does not', async () => {
    const dropped = new DroppedReports();
    await dropped.during(a.uri, () => setImmediate());
    dropped.reported([a]);
    assert.deepEqual(dropped.known([a]), []);
    await setTimeout(1);
    await setTimeout(1);
    dropped.reported([a]);
    assert.deepEqual(dropped.known([a]), [a]);
  });

  test('after a failed request, no report counts as dropped', async () => {
    const dropped = new DroppedReports();
    await assert.rejects(dropped.during(a.uri, () => Promise.reject(new Error('cancelled'))));
    await setTimeout(1);
    await setTimeout(1);
    dropped.reported([a]);
    assert.deepEqual(dropped.known([a]), [a]);
  });
});
