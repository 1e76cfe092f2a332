// The server's text equals the client's after any edits; positions count UTF-16 units.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { DocumentSymbol, Range, SelectionRange } from 'vscode-languageserver-protocol';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { lineIndex } from '../../server/src/basics/line-index';
import { Analyzer } from '../../server/src/languages/snapshot';
import { diagnose } from '../../server/src/languages/textproto/diagnostics';
import { DEFAULT_SETTINGS } from '../../server/src/project/settings';
import { builtin } from '../../server/src/schema/builtin';
import type { Positions } from '../../server/src/server/documents/positions';
import { toDiagnostics } from '../../server/src/server/requests/convert';
import { endServers, LanguageClient } from '../support/client';
import { NO_COLON, positionOf, rangeOf, textIn, VALID } from './texts';

let client: LanguageClient;
before(async () => {
  client = await LanguageClient.start();
});
after(endServers);

/** Diagnostics of a server that has just opened the text. */
function expectedDiagnostics(uri: string, text: string) {
  const snapshot = new Analyzer(builtin, DEFAULT_SETTINGS).open(text, { path: new URL(uri).pathname });
  const document = TextDocument.create(uri, 'textproto', 0, text);
  const positions: Positions = {
    uri,
    version: 0,
    positionAt: (offset) => document.positionAt(offset),
    ownerOf: () => positions,
  };
  const linkTo = (code: string) => pathToFileURL(`docs/rules/${code}.md`).href;
  const diagnostics = toDiagnostics(positions, diagnose(snapshot), linkTo);
  return JSON.parse(JSON.stringify(diagnostics)) as unknown;
}

/** Whether the server has this text, judged by its answers. */
async function assertSame(uri: string, text: string): Promise<void> {
  assert.deepEqual(await client.diagnostics(uri), expectedDiagnostics(uri, text));
  let [range] = await client.request<(SelectionRange | undefined)[]>('selectionRange', uri, {
    positions: [{ line: 0, character: 0 }],
  });
  while (range?.parent) range = range.parent;
  assert.deepEqual(
    range?.range,
    { start: { line: 0, character: 0 }, end: endOf(text) },
    'length of the text',
  );
}

function endOf(text: string) {
  return TextDocument.create('', '', 0, text).positionAt(text.length);
}

suite('text synchronization', () => {
  test('the changes of one notification are applied in order', async () => {
    const uri = 'file:///w/several.textproto';
    await client.open(uri, VALID);
    const first = VALID.replace('mode: TRAINING', 'mode: TRAIN');
    const second = `# one\n# two\n${first}`;
    const third = second.replace('num_hosts', 'num_host');
    await client.change(uri, 2, [
      { range: rangeOf(VALID, 'TRAINING'), text: 'TRAIN' },
      { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, text: '# one\n# two\n' },
      { range: rangeOf(second, 'num_hosts'), text: 'num_host' },
    ]);
    const diagnostics = await client.diagnostics(uri);
    const unknown = diagnostics.filter(({ code }) => String(code).startsWith('unknown-'));
    assert.deepEqual(
      unknown.map(({ code, range }) => [code, textIn(third, range)]),
      [
        ['unknown-enum-value', 'TRAIN'],
        ['unknown-field', 'num_host'],
      ],
    );
    await assertSame(uri, third);
  });

  test('a change without a range replaces the text', async () => {
    const uri = 'file:///w/full.textproto';
    await client.open(uri, VALID);
    await client.change(uri, 2, [{ text: NO_COLON }]);
    assert.deepEqual(
      (await client.diagnostics(uri)).map(({ code }) => code),
      ['missing-colon'],
    );
    // Both kinds in one notification: the whole text, then a range.
    await client.change(uri, 3, [{ text: VALID }, { range: rangeOf(VALID, 'mode'), text: 'mod' }]);
    await assertSame(uri, VALID.replace('mode', 'mod'));
  });

  test('a hundred changes in one notification are applied', async () => {
    const uri = 'file:///w/hundred.textproto';
    await client.open(uri, '');
    const letters = [...NO_COLON.slice(0, 400)];
    const changes = letters.map((text, i) => {
      const at = endOf(letters.slice(0, i).join(''));
      return { range: { start: at, end: at }, text };
    });
    await client.change(uri, 2, changes.slice(0, 100));
    await client.change(uri, 3, changes.slice(100));
    await assertSame(uri, letters.join(''));
  });

  test('invalid or reversed ranges do no harm', async () => {
    const uri = 'file:///w/outside.textproto';
    await client.open(uri, VALID);
    const far = { line: 10_000, character: 10_000 };
    await client.change(uri, 2, [{ range: { start: far, end: far }, text: 'num_host: 1\n' }]);
    await assertSame(uri, `${VALID}num_host: 1\n`);
    const { start, end } = rangeOf(VALID, 'TRAINING');
    await client.change(uri, 3, [{ range: { start: end, end: start }, text: 'TRAIN' }]);
    await assertSame(uri, `${VALID.replace('TRAINING', 'TRAIN')}num_host: 1\n`);
  });

  test('CR LF is one line ending', async () => {
    const uri = 'file:///w/crlf.textproto';
    const text = NO_COLON.replaceAll('\n', '\r\n');
    await client.open(uri, text);
    const [diagnostic] = await client.diagnostics(uri);
    assert.deepEqual(diagnostic?.range, rangeOf(NO_COLON, 'mode'));
    await client.change(uri, 2, [{ range: rangeOf(text, 'num_hosts: 1'), text: 'num_host: 1' }]);
    await assertSame(uri, text.replace('num_hosts', 'num_host'));
  });

  test('characters beyond the basic plane count as two', async () => {
    const uri = 'file:///w/emoji.textproto';
    const text = 'table_descriptor { name: "🎬🎬" dimenson: 16 }  # 🎬\nnum_hosts: 1\n';
    await client.open(uri, text);
    const unknown = (await client.diagnostics(uri)).find(({ code }) => code === 'unknown-field');
    const character = text.indexOf('dimenson');
    assert.equal(character, 32);
    assert.deepEqual(unknown?.range, {
      start: { line: 0, character },
      end: { line: 0, character: character + 'dimenson'.length },
    });
    await client.change(uri, 2, [{ range: unknown.range, text: 'dimension' }]);
    const fixed = text.replace('dimenson', 'dimension');
    const { range } = await client.at<{ range: Range }>('hover', uri, positionOf(fixed, 'dimension'));
    assert.equal(textIn(fixed, range), 'dimension');
    await assertSame(uri, fixed);
  });

  test('a document may be closed and opened again with another text of the same version', async () => {
    const uri = 'file:///w/again.textproto';
    await client.open(uri, NO_COLON);
    const { resultId } = await client.request<{ resultId: string }>('diagnostic', uri);
    await client.close(uri);
    await client.open(uri, VALID);
    const report = await client.request<{ kind: string; items: unknown[] }>('diagnostic', uri, {
      previousResultId: resultId,
    });
    assert.equal(report.kind, 'full');
    assert.deepEqual(report.items, []);
  });

  test('two hundred random edits leave the server with the text of the client', async () => {
    const uri = 'file:///w/random.textproto';
    const random = generator(20_260_101);
    const upTo = (n: number) => Math.floor(random() * n);
    let text = VALID;
    await client.open(uri, text);
    for (let version = 2; version < 202; version++) {
      const changes: { range?: Range; text: string }[] = [];
      const count = random() < 0.05 ? 60 : 1 + upTo(3);
      for (let i = 0; i < count; i++) {
        if (random() < 0.02 || text.length > 4000) {
          text = VALID;
          changes.push({ text });
          continue;
        }
        const inserted = FRAGMENTS[upTo(FRAGMENTS.length)]!;
        const start = betweenLineEnds(text, upTo(text.length + 1));
        const end = betweenLineEnds(text, Math.min(start + (random() < 0.5 ? 0 : upTo(30)), text.length));
        const lines = lineIndex(text);
        changes.push({ range: { start: lines.position(start), end: lines.position(end) }, text: inserted });
        text = text.slice(0, start) + inserted + text.slice(end);
      }
      await client.change(uri, version, changes);
      await assertSame(uri, text);
    }
    // All over the text, not only at mistakes.
    const fresh = 'file:///w/fresh.textproto';
    await client.open(fresh, text);
    const outlines = await Promise.all(
      [uri, fresh].map((u) => client.request<DocumentSymbol[]>('documentSymbol', u)),
    );
    assert.deepEqual(outlines[0], outlines[1]);
  });
});

const FRAGMENTS = [
  'table_descriptor { name: "t" }\n',
  'num_hosts: 2\r\n',
  'mode TRAINING',
  '"',
  '{',
  '}',
  '<',
  '# 🎬 comment\n',
  '\n',
  '\r',
  '\r\n',
  '',
  '',
  ' x: [1, 2',
  '\u{1f3ac}',
  '\ud83c',
  ':',
  'dimension: 0x10 ',
];

/** A position cannot lie between CR and LF. */
function betweenLineEnds(text: string, offset: number): number {
  return text[offset - 1] === '\r' && text[offset] === '\n' ? offset + 1 : offset;
}

/** A seeded generator of numbers from 0 to 1 (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
