// What happens between two messages: documents close, open again or change while work about them waits.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ClientCapabilities, PublishDiagnosticsParams } from 'vscode-languageserver';
import { Analyzer } from '../../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { builtin } from '../../../server/src/schema/builtin';
import { OpenDocument } from '../../../server/src/server/documents/open-document';
import { OpenNotebook } from '../../../server/src/server/documents/open-notebook';
import { ProgramInputs, type ReadableWorkspace } from '../../../server/src/server/documents/program-inputs';
import { PushDiagnostics } from '../../../server/src/server/documents/push-diagnostics';
import { Refresh } from '../../../server/src/server/documents/refresh';
import { Log } from '../../../server/src/server/log';
import { Session } from '../../../server/src/server/session';
import { Turns } from '../../../server/src/server/turns';
import { late, quiet, withClock } from '../../support/scripted';

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);
const log = new Log({ console: { error: assert.fail, warn: assert.fail } as never });

const NOTHING_AROUND: ReadableWorkspace = {
  byKey: async () => new Map(),
  folderOf: () => undefined,
  nearbyTables: async () => undefined,
};

const nothingToWaitFor = () => Promise.resolve();

function sessionWith(capabilities: ClientCapabilities): Session {
  const session = new Session();
  session.client = { ...session.client, capabilities };
  return session;
}

function documentOf(uri: string, languageId: string, version: number, text: string): OpenDocument {
  const around = {
    analyzer: () => analyzer,
    environment: () => ({}),
    isExcluded: () => false,
    accepted: () => undefined,
  };
  return new OpenDocument(uri, languageId, version, text, around, new ProgramInputs(uri));
}

suite('diagnostics that are pushed', () => {
  const URI = 'file:///limits.textproto';
  const DAY = 24 * 60 * 60_000;
  const HEADER = '# proto-message: tensorflow.tpu.ClippingLimits\n';
  const [RIGHT, WRONG] = [`${HEADER}lower { value: 1 }`, `${HEADER}lowr { value: 1 }`];

  /** A server with at most one document, which sends nothing before the test lets the document's files arrive. */
  function serve(capabilities: ClientCapabilities = {}) {
    /** The version and the problems of each report. */
    const sent: string[] = [];
    const open = new Map<string, OpenDocument>();
    let files = late<boolean>();
    const push = new PushDiagnostics(
      {
        async sendDiagnostics({ version, diagnostics }: PublishDiagnosticsParams) {
          sent.push([version ?? 'closed', ...diagnostics.map(({ code }) => code)].join(' '));
        },
      },
      sessionWith(capabilities),
      { get: (uri) => open.get(uri), settle: () => files.promise },
      new Turns(nothingToWaitFor),
      log,
      { protos: 'file:///protos', rulePages: 'file:///rules', pullTimeout: DAY },
      NOTHING_AROUND,
    );
    return {
      push,
      sent,
      show(version: number, text: string) {
        open.set(URI, documentOf(URI, 'textproto', version, text));
        void push.changed(URI);
      },
      close() {
        open.delete(URI);
        push.closed(URI);
      },
      async filesArrive() {
        await quiet();
        files.resolve(false);
        files = late();
        await quiet();
      },
    };
  }

  test('come once for a burst of changes, and again for each later change', async () => {
    const { show, filesArrive, sent } = serve();
    show(1, RIGHT);
    show(2, WRONG);
    await filesArrive();
    assert.deepEqual(sent, ['2 unknown-field']);
    show(3, RIGHT);
    await filesArrive();
    assert.deepEqual(sent, ['2 unknown-field', '3']);
  });

  test('never come for a document that closed, neither before its turn nor while its files were read', async () => {
    const { show, close, filesArrive, sent } = serve();
    show(1, WRONG);
    close();
    await filesArrive();
    show(2, WRONG);
    await quiet();
    close();
    await filesArrive();
    assert.deepEqual(sent, []);
  });

  test('are those of the new text alone if a document closed and opened again while its files were read', async () => {
    const { show, close, filesArrive, sent } = serve();
    show(7, WRONG);
    await quiet();
    close();
    show(1, RIGHT);
    await filesArrive();
    await filesArrive();
    assert.deepEqual(sent, ['1']);
  });

  test('are cleared once when their document closes', async () => {
    const { show, close, filesArrive, sent } = serve();
    show(1, WRONG);
    await filesArrive();
    close();
    close();
    assert.deepEqual(sent, ['1 unknown-field', 'closed']);
  });

  test('come to a client that says it pulls only after the timeout, and end at its first pull', () =>
    withClock(async (pass) => {
      const { show, push, filesArrive, sent } = serve({
        textDocument: { diagnostic: {} },
        workspace: { diagnostics: { refreshSupport: true } },
      });
      show(1, WRONG);
      pass(DAY - 1);
      await filesArrive();
      assert.deepEqual(sent, []);
      pass(1);
      await filesArrive();
      assert.deepEqual(sent, ['1 unknown-field']);
      show(2, WRONG);
      await quiet();
      push.pulled();
      await filesArrive();
      assert.deepEqual(sent, ['1 unknown-field', 'closed']);
    }));
});

suite('a notebook', () => {
  const OURS = 'import tensorflow as tf\ntf.tpu.experimental.embedding.SGD(0.1)\n';
  const OTHER = 'import numpy as np\n';

  /** Changes a notebook of one cell, and counts how often the client is asked to refresh. */
  function open(text: string) {
    let asked = 0;
    let cell = { text };
    const refresh = new Refresh(
      { sendRequest: async () => void asked++ } as never,
      sessionWith({ workspace: { codeLens: { refreshSupport: true } } }),
      { all: () => [], analyzerOf: () => analyzer, settle: async () => false },
      NOTHING_AROUND,
      new Turns(nothingToWaitFor),
      log,
    );
    const uri = 'file:///a.ipynb';
    const notebook = new OpenNotebook(
      uri,
      () => [cell],
      () => ({}),
      new ProgramInputs(uri),
    );
    return {
      asked: () => asked,
      change(newText: string) {
        cell = { text: newText };
        notebook.changed();
        void refresh.cells(notebook as never);
      },
    };
  }

  test('is refreshed once for a burst of changes, and again after each later one', async () => {
    const { change, asked } = open(OURS);
    change(`${OURS}a = 1`);
    change(`${OURS}a = 12`);
    await quiet();
    assert.equal(asked(), 1);
    for (const times of [2, 3]) {
      change(`${OURS}a = ${times}`);
      await quiet();
      assert.equal(asked(), times);
    }
  });

  test('is refreshed when it begins and when it ends to use TPU embedding, and not between', async () => {
    const { change, asked } = open(OTHER);
    const counts: number[] = [];
    for (const text of [OTHER, OTHER, OURS, OTHER, OTHER]) {
      change(text);
      await quiet();
      counts.push(asked());
    }
    assert.deepEqual(counts, [1, 1, 2, 3, 3], 'what it used before the first change is unknown');
  });
});

suite('programs that read files', () => {
  test('read them again once for a burst of changes, and again after each later one', async () => {
    const program = documentOf('file:///a.py', 'python', 1, '');
    program.files.read('tables.textproto');
    let [settled, refreshed] = [0, 0];
    const refresh = new Refresh(
      { sendRequest: async () => void refreshed++ } as never,
      sessionWith({ workspace: { codeLens: { refreshSupport: true } } }),
      {
        analyzerOf: () => analyzer,
        all: () => [program, documentOf('file:///b.py', 'python', 1, '')],
        // The file differs at the second time.
        settle: async () => ++settled === 2,
      },
      NOTHING_AROUND,
      new Turns(nothingToWaitFor),
      log,
    );
    const counts: number[][] = [];
    for (let time = 0; time < 3; time++) {
      void refresh.programs();
      void refresh.programs();
      await quiet();
      counts.push([settled, refreshed]);
    }
    assert.deepEqual(counts, [
      [1, 0],
      [2, 1],
      [3, 1],
    ]);
  });
});

suite('an answer', () => {
  /** As the connection does: hands out a message that it has read after everything that was waiting for the turn. */
  const handOut = (handle: () => void) => void setImmediate(handle);

  test('waits for a message that is read while it waits', async () => {
    const turns = new Turns(nothingToWaitFor);
    const order: string[] = [];
    const answered = turns.next().then(() => order.push('answer'));
    // The answer waits for the end of a turn by now.
    await new Promise(process.nextTick);
    handOut(() => {
      turns.messageArrived();
      order.push('change');
    });
    await answered;
    assert.deepEqual(order, ['change', 'answer']);
  });

  test('waits for as many messages as follow one another', async () => {
    const turns = new Turns(nothingToWaitFor);
    const order: string[] = [];
    const arrive = (left: number) =>
      handOut(() => {
        turns.messageArrived();
        order.push('change');
        if (left > 1) arrive(left - 1);
      });
    arrive(5);
    await turns.next();
    assert.equal(order.length, 5);
  });

  test('comes in the order of the requests, and after the settings', async () => {
    const settings = late();
    const turns = new Turns(() => settings.promise);
    const order: string[] = [];
    const answers = [1, 2, 3].map((request) => turns.next().then(() => order.push(`${request}`)));
    await quiet();
    order.push('settings');
    settings.resolve();
    await Promise.all(answers);
    assert.deepEqual(order, ['settings', '1', '2', '3']);
  });
});
