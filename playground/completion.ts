// Completion by the server. The documentation of an option is requested when it is selected.
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { LSPPlugin, serverCompletionSource } from '@codemirror/lsp-client';
import type { EditorView } from '@codemirror/view';
import { el } from './dom';
import type { LanguageServer } from './language-server';

interface Item {
  documentation?: { kind: 'markdown'; value: string };
}

export const completionOf =
  (server: LanguageServer) =>
  async (context: CompletionContext): Promise<CompletionResult | null> => {
    const result = await serverCompletionSource(context);
    const { view } = context;
    const items = server.offered as readonly Item[];
    // Another request was answered in the meantime.
    if (!result || !view || items.length !== result.options.length) return result;
    const options = result.options.map((option, i): Completion => {
      return { ...option, info: () => explained(server, view, items[i]!) };
    });
    return { ...result, options };
  };

async function explained(server: LanguageServer, view: EditorView, item: Item): Promise<Node | null> {
  const { documentation } = (await server.ask<Item>('completionItem/resolve', item)) ?? {};
  const plugin = LSPPlugin.get(view);
  if (!documentation || !plugin) return null;
  const text = el('div', 'cm-lsp-documentation');
  text.innerHTML = plugin.docToHTML(documentation);
  return text;
}
