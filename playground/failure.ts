// The dialog that explains what a failed program wrote.
import type { FailureExplanation, ToolAnswer } from '../server/src/languages/protocol';
import { el, one } from './dom';
import type { LanguageServer } from './language-server';
import { RULE_PAGES } from './sanitize';

/** `toHtml` converts Markdown to safe HTML. */
export function explainFailures(server: LanguageServer, toHtml: (markdown: string) => string): void {
  const dialog = one<HTMLDialogElement>('dialog.failure');
  const written = one<HTMLTextAreaElement>('dialog.failure textarea');
  const place = one('dialog.failure .prose');
  one('[data-testid=failure]').addEventListener('click', () => dialog.showModal());
  one('dialog.failure .ask').addEventListener('click', async () => {
    const answer = await server.ask<ToolAnswer>('tpuEmbedding/askTool', {
      tool: 'lookup',
      arguments: { error: written.value },
    });
    const found = answer && 'data' in answer ? (answer.data['explanations'] as FailureExplanation[]) : [];
    place.replaceChildren(el('div', ''));
    place.firstElementChild!.innerHTML = toHtml(
      found.length > 0 ? found.map(markdownOf).join('\n\n---\n\n') : 'Nothing is known about this.',
    );
  });
}

function markdownOf({ rule, cause, advice, at }: FailureExplanation): string {
  return [
    cause,
    ...(at ? [`In \`${at.path}\`, line ${at.line}.`] : []),
    ...(advice === undefined ? [] : [advice]),
    ...(rule === null ? [] : [`Rule [${rule}](${RULE_PAGES}/${rule}.md)`]),
  ].join('\n\n');
}
