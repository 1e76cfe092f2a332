// The tabs Describe (or Configuration) and Plan.
import { highlightCode } from '@lezer/highlight';
import type { ToolAnswer } from '../server/src/languages/protocol';
import { generations, slicesOf } from '../server/src/sizing/slices';
import { el } from './dom';
import type { Editor } from './editor';
import type { LanguageServer } from './language-server';
import { highlightStyle, languageOf, supportOf } from './languages';

/** Asks a tool that is made for language models; its answers suit people as well. */
async function answerOf(
  server: LanguageServer,
  as: string,
  { uri, name }: Editor,
  more: object = {},
): Promise<{ text: string } | { problem: string }> {
  const given = { as, path: uri, ...more };
  const answer = await server.ask<ToolAnswer>('tpuEmbedding/askTool', { tool: 'show', arguments: given });
  // The user knows the text by its name, not by its URI.
  const named = (text: string) => text.replaceAll(uri, name);
  if (!answer) return { problem: 'The language server has no answer.' };
  return 'problem' in answer ? { problem: named(answer.problem) } : { text: named(answer.text) };
}

export interface Pane {
  show(): Promise<void>;
}

/** Describes a configuration in text format; for Python, shows the configuration that TensorFlow builds. */
export function describePane(panel: HTMLElement, editor: Editor, server: LanguageServer): Pane {
  return {
    async show() {
      const isPython = languageOf(editor.uri) === 'python';
      const answer = await answerOf(server, isPython ? 'derived' : 'description', editor);
      const lead = isPython
        ? 'The configuration that is built from this program.'
        : 'What follows from this configuration.';
      panel.replaceChildren(el('p', 'lead', lead), shown(answer, isPython));
    },
  };
}

export function planPane(panel: HTMLElement, editor: Editor, server: LanguageServer): Pane {
  const slice = el('select', '');
  slice.append(new Option('none named', ''));
  for (const generation of generations) {
    const group = el('optgroup', '');
    group.label = generation.name;
    group.append(...slicesOf(generation).map(({ name }) => new Option(name)));
    slice.append(group);
  }
  const place = el('div', '');
  const label = el('label', 'choice', 'TPU slice ', slice);
  panel.append(el('p', 'lead', 'The memory of the tables, and whether they fit.'), label, place);
  const show = async () => {
    const more = slice.value ? { tpu: slice.value } : {};
    place.replaceChildren(shown(await answerOf(server, 'memory', editor, more), false));
  };
  slice.addEventListener('change', () => void show());
  return { show };
}

function shown(answer: { text: string } | { problem: string }, isTextFormat: boolean): HTMLElement {
  if ('problem' in answer) return el('p', 'refusal', answer.problem);
  const text = el('pre', 'answer');
  text.tabIndex = 0;
  text.append(...(isTextFormat ? [coloured(answer.text)] : answer.text.trimEnd().split('\n').map(lineOf)));
  return text;
}

/** A line that wraps with a hanging indent. A bar drawn with block characters becomes an element that can shrink. */
function lineOf(text: string): HTMLElement {
  const [, before = text, blocks, after = ''] = /^(.*?)([█░]+)(.*)$/.exec(text) ?? [];
  const line = el('span', 'line', before);
  line.style.setProperty('--indent', String(/^ */.exec(text)![0].length));
  if (blocks === undefined) return line;
  const bar = el('span', 'bar', el('span', ''));
  const filled = blocks.lastIndexOf('█') + 1;
  bar.style.setProperty('--filled', String(filled / blocks.length));
  line.classList.add('drawn');
  line.replaceChildren(el('span', '', before), bar, el('span', '', after.trim()));
  return line;
}

function coloured(text: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  const tree = supportOf('textproto').language.parser.parse(text);
  highlightCode(
    text,
    tree,
    highlightStyle,
    (part, classes) => fragment.append(classes ? el('span', classes, part) : part),
    () => fragment.append('\n'),
  );
  return fragment;
}
