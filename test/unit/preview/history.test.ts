import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { History } from '../../../client/webview/model/history';
import { type Editor, Steps } from '../../../client/webview/steps';
import { runs } from '../../property/runs';

/** Long enough that two changes of the same thing are two steps. */
const LATER = 10_000;

test('undo and redo restore earlier states', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { maxLength: 30 }), (values) => {
      const history = new History<number>();
      let [state, now] = [0, 0];
      for (const value of values) {
        now += LATER;
        history.note('x', state, now);
        state = value;
      }
      const states = [0, ...values];
      for (const before of states.slice(0, -1).toReversed()) {
        state = history.back(state)!.state;
        assert.equal(state, before);
      }
      assert.equal(history.back(state), undefined);
      const passed = [state];
      for (let step = history.forth(state); step; step = history.forth(state)) {
        state = step.state;
        passed.push(state);
      }
      assert.deepEqual(passed, states);
    }),
    runs(100),
  );
});

test('dragging a slider is one step', () => {
  const history = new History<number>();
  for (const value of [0, 1, 2, 3]) history.note('rate', value, value);
  assert.equal(history.back(4)?.state, 0);
  assert.equal(history.back(0), undefined);
});

test('changes of the same thing a second apart are two steps', () => {
  const history = new History<number>();
  history.note('rate', 0, 0);
  history.note('rate', 1, 1000);
  assert.deepEqual([history.back(2)?.state, history.back(1)?.state], [1, 0]);
});

test('the newest hundred steps are kept', () => {
  const history = new History<number>();
  for (let step = 0; step < 250; step++) history.note('rate', step, step * LATER);
  let oldest = 250;
  let count = 0;
  for (let step = history.back(oldest); step; step = history.back(oldest)) {
    oldest = step.state;
    count++;
  }
  assert.deepEqual([count, oldest], [100, 150]);
});

test('another change between two changes of the same thing separates them', () => {
  const history = new History<number>();
  history.note('rate', 0, 0);
  history.note('beta', 1, 1);
  history.note('rate', 2, 2);
  assert.deepEqual([history.back(3)?.state, history.back(2)?.state, history.back(1)?.state], [2, 1, 0]);
});

test('a write of Apply is a step of its own', () => {
  const history = new History<number>();
  history.note('apply', 0, 0, true);
  history.note('apply', 1, 1, true);
  assert.deepEqual(history.back(2), { what: 'apply', state: 1, written: true });
  assert.deepEqual(history.forth(1), { what: 'apply', state: 2, written: true });
});

test('a new change discards undone steps', () => {
  const history = new History<number>();
  history.note('rate', 0, 0);
  history.back(1);
  history.note('rate', 0, LATER);
  assert.equal(history.forth(5), undefined);
});

/** Steps of a page, and an editor that answers when it is told to. */
function pageWithEditor(first: string) {
  const answers: ((problem?: string) => void)[] = [];
  const asked: string[] = [];
  const editor: Editor = {
    request({ kind }) {
      asked.push(kind);
      return new Promise((resolve) => answers.push(resolve));
    },
  };
  const passed: string[] = [];
  const page = { state: first };
  const steps = new Steps<string>(editor, {
    state: () => page.state,
    restore(before) {
      page.state = before;
      passed.push(before);
    },
    show() {},
  });
  /** Long enough for everything that needs no answer. */
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const answer = async (problem?: string) => {
    await settled();
    answers.shift()!(problem);
    await settled();
  };
  return { steps, page, asked, passed, settled, answer };
}

const write: Parameters<Editor['request']>[0] = { kind: 'write', revision: 1, index: 0, changes: [] };

test('quick steps are made one after the other, and wait for the editor', async () => {
  const { steps, page, asked, passed, settled, answer } = pageWithEditor('first');
  steps.note('a value');
  page.state = 'second';
  void steps.write(write);
  await answer();
  assert.deepEqual(steps.notice, { text: 'Written to the document.', canUndo: true });
  steps.note('another value');
  page.state = 'third';
  for (let i = 0; i < 4; i++) void steps.undo();
  void steps.redo();
  await settled();
  assert.deepEqual([asked, passed], [['write', 'undo'], ['second']]);
  await answer();
  assert.deepEqual(passed, ['second', 'second', 'first', 'second']);
  void steps.redo();
  await answer('The document is read-only.');
  assert.deepEqual(asked, ['write', 'undo', 'redo']);
  assert.deepEqual(steps.notice, { text: 'The document is read-only.', canUndo: false });
  steps.received(true);
  void steps.undo();
  await settled();
  assert.equal(passed.length, 4, 'another document has steps of its own');
});

test('an undo that comes during a write takes the write back', async () => {
  const { steps, page, asked, passed, answer } = pageWithEditor('first');
  steps.note('a value');
  page.state = 'second';
  void steps.write(write);
  void steps.undo();
  await answer();
  await answer();
  assert.deepEqual([asked, passed], [['write', 'undo'], ['second']]);
});

test('a step that fails keeps none of the next ones from being made', async () => {
  const requests: string[] = [];
  const editor: Editor = {
    request({ kind }) {
      requests.push(kind);
      return kind === 'write' ? Promise.reject(new Error('The page is gone.')) : Promise.resolve(undefined);
    },
  };
  const steps = new Steps<string>(editor, { state: () => '', restore() {}, show() {} });
  await assert.rejects(steps.write(write), /gone/);
  steps.note('a value');
  await steps.undo();
  await assert.rejects(steps.write(write), /gone/);
  assert.deepEqual(requests, ['write', 'write']);
});
