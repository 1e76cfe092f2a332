// The dialog that explains a rule. Links to rules' pages open it.
import type { ToolAnswer } from '../server/src/languages/protocol';
import { el, one } from './dom';
import type { LanguageServer } from './language-server';
import { ruleOf } from './sanitize';

/** `toHtml` converts Markdown to safe HTML. */
export function explainRules(server: LanguageServer, toHtml: (markdown: string) => string): void {
  const dialog = one<HTMLDialogElement>('dialog');
  const place = one('dialog .prose');
  document.addEventListener('click', async (event) => {
    const link = (event.target as Element).closest?.('a');
    const code = link && ruleOf(link.getAttribute('href') ?? '');
    if (!code) return;
    event.preventDefault();
    const answer = await server.ask<ToolAnswer>('tpuEmbedding/askTool', {
      tool: 'lookup',
      arguments: { rule: code },
    });
    const text =
      !answer || 'problem' in answer
        ? (answer?.problem ?? 'The language server has no answer.')
        : answer.text;
    place.replaceChildren(el('div', ''));
    place.firstElementChild!.innerHTML = toHtml(text);
    dialog.showModal();
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
}
