// The snippets of docs/editors.md: starts the servers that they name.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { after, suite, test } from 'node:test';
import { startAssistant, textOf } from '../support/assistant';
import { blocksOf } from '../support/editors-page';
import { folderOf } from './descriptors';

const PAGE = 'docs/editors.md';
const folder = folderOf({ 'a.textproto': 'num_hosts 1\n' });
after(() => rmSync(folder, { recursive: true }));

interface Server {
  readonly command: string;
  readonly args: readonly string[];
}

/** The single server in a snippet, as an assistant reads it. */
function serverIn(heading: string, section: 'mcpServers' | 'servers'): Server {
  const [block] = blocksOf(heading, PAGE);
  const text = block!.text.replaceAll('/path/to/models', folder).replaceAll(/\$\{workspaceFolder\}/g, folder);
  return JSON.parse(text)[section]['tpu-embedding'];
}

suite('what docs/editors.md names', { concurrency: true }, () => {
  for (const [heading, section, cwd] of [
    ['Claude Code', 'mcpServers', folder],
    ['Claude Desktop', 'mcpServers', '/'],
    ['Cursor', 'mcpServers', '/'],
    ['VS Code without the extension', 'servers', '/'],
  ] as const)
    test(`${heading}: its server reads the files that it should`, async () => {
      const { command, args } = serverIn(heading, section);
      assert.equal(command, 'node');
      const assistant = await startAssistant({ cwd, command: [process.execPath, ...args] });
      const result = await assistant.call('check', {
        path: cwd === '/' ? `${folder}/a.textproto` : 'a.textproto',
      });
      assert.match(textOf(result), /\[missing-colon\]/);
      await assistant.close();
    });

  test('by hand: the messages get answers', () => {
    const [block] = blocksOf('Try it by hand', PAGE);
    const { stdout, status } = spawnSync('sh', ['-c', block!.text], { encoding: 'utf8', cwd: folder });
    assert.equal(status, 0);
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      answers.map(({ id }) => id),
      [1, 2],
    );
    assert.match(answers[1].result.content[0].text, /OptimizationParameters\.clipping_limits/);
  });
});
