// What assistants ask, the call that answers it, and words of the answer.
import assert from 'node:assert/strict';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { type Assistant, startAssistant, textOf } from '../support/assistant';
import { folderOf } from './descriptors';

interface Task {
  readonly question: string;
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
  readonly answer: string;
}

const TASKS: readonly Task[] = JSON.parse(readFileSync('test/fixtures/assistant-tasks.json', 'utf8'));
const MAX_BYTES = 4096;

const folder = folderOf({});
cpSync('examples', folder, { recursive: true });
cpSync('test/fixtures/extraction', join(folder, 'extraction'), { recursive: true });

let assistant: Assistant;
before(async () => {
  assistant = await startAssistant({ cwd: folder });
});
after(async () => {
  await assistant.close();
  rmSync(folder, { recursive: true });
});

suite('tasks of assistants', () => {
  for (const { question, tool, arguments: given, answer } of TASKS)
    test(question, async () => {
      const result = await assistant.call(tool, given);
      assert.ok(!result.isError, textOf(result));
      assert.ok(textOf(result).includes(answer), textOf(result));
    });

  test('five tools do them all, and their descriptions are short', () => {
    const { tools } = assistant;
    assert.deepEqual(
      [...new Set(TASKS.map(({ tool }) => tool))],
      tools.map(({ name }) => name),
    );
    assert.equal(tools.length, 5);
    const bytes = tools.map((tool) => descriptionBytes(tool)).reduce((sum, each) => sum + each);
    assert.ok(bytes <= MAX_BYTES, `${bytes} bytes`);
  });
});

/** The bytes of every description in a value. */
function descriptionBytes(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [key, member]) =>
      sum +
      (key === 'description' && typeof member === 'string'
        ? Buffer.byteLength(member)
        : descriptionBytes(member)),
    0,
  );
}
